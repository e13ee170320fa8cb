import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, linkSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Account } from './account.ts'
import { giveDataFolder } from './data-folder.ts'

const account: Account = { uid: 1, gid: 1, name: 'daemon', home: '/', groups: [] }
const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'binnacle-give-'))
  folders.push(made)
  return made
}

const ownerOf = (path: string) => [lstatSync(path).uid, lstatSync(path).gid]

describe.runIf(process.getuid?.() === 0)('as root', () => {
  test('a data folder is made, for its user alone, in folders that others can enter', async () => {
    const above = join(await folder(), 'a', 'b')
    giveDataFolder(join(above, 'data'), account)
    expect(ownerOf(join(above, 'data'))).toEqual([1, 1])
    expect(lstatSync(join(above, 'data')).mode & 0o777).toBe(0o700)
    expect(lstatSync(above).mode & 0o001).toBe(1)
    expect(ownerOf(above)).toEqual([0, 0])
  })

  test('one of an earlier start is given with all that the product keeps in it', async () => {
    const data = await folder()
    chmodSync(data, 0o711)
    mkdirSync(join(data, 'postgres/base'), { recursive: true })
    mkdirSync(join(data, 'run'))
    for (const file of ['secret.key', 'postgres/PG_VERSION', 'postgres/base/1'])
      writeFileSync(join(data, file), 'x')
    chownSync(join(data, 'postgres/base/1'), 2, 2)
    giveDataFolder(data, account)
    for (const path of [
      '',
      'secret.key',
      'postgres',
      'postgres/PG_VERSION',
      'postgres/base',
      'postgres/base/1',
      'run',
    ])
      expect(ownerOf(join(data, path))).toEqual([1, 1])
    expect(lstatSync(data).mode & 0o777).toBe(0o700)
  })

  test('links lead nowhere, and files with another name stay as they are', async () => {
    const data = await folder()
    const outside = await folder()
    writeFileSync(join(outside, 'shadow'), 'secret')
    mkdirSync(join(outside, 'deep'))
    mkdirSync(join(data, 'postgres'))
    symlinkSync(outside, join(data, 'run'))
    symlinkSync(join(outside, 'shadow'), join(data, 'secret.key'))
    symlinkSync(outside, join(data, 'postgres', 'pg_wal'))
    linkSync(join(outside, 'shadow'), join(data, 'postgres', 'base'))
    execFileSync('mkfifo', [join(data, 'postgres', 'pipe')])
    giveDataFolder(data, account)
    expect(ownerOf(join(outside, 'shadow'))).toEqual([0, 0])
    expect(ownerOf(join(outside, 'deep'))).toEqual([0, 0])
    expect(ownerOf(outside)).toEqual([0, 0])
    expect(ownerOf(join(data, 'postgres'))).toEqual([1, 1])
  })

  test('a folder that holds other things is not given away', async () => {
    const data = await folder()
    writeFileSync(join(data, 'passwd'), '')
    expect(() => giveDataFolder(data, account)).toThrow(
      `The data folder ${data} holds other files (passwd), so it is not given to another user: set DATA_DIR to an empty folder.`,
    )
    expect(ownerOf(data)).toEqual([0, 0])
    for (const system of ['/', '/etc', '/tmp', '/usr'])
      expect(() => giveDataFolder(system, account)).toThrow(/holds other files/)
    expect(ownerOf('/etc')).toEqual([0, 0])
  })

  test('what somebody keeps next to the data of the product stays theirs', async () => {
    const data = await folder()
    for (const file of ['secret.key', 'notes']) writeFileSync(join(data, file), 'x')
    giveDataFolder(data, account)
    expect([ownerOf(join(data, 'secret.key')), ownerOf(join(data, 'notes'))]).toEqual([
      [1, 1],
      [0, 0],
    ])
  })

  test('in a folder of the user, root changes nothing, and a file of another is named', async () => {
    const data = await folder()
    giveDataFolder(data, account)
    mkdirSync(join(data, 'postgres'))
    writeFileSync(join(data, 'secret.key'), 'x')
    chownSync(join(data, 'postgres'), 1, 1)
    expect(() => giveDataFolder(data, account)).toThrow(
      `${join(data, 'secret.key')} does not belong to the user daemon, which Binnacle runs as: give it to that user with chown -R 1:1 ${join(data, 'secret.key')}.`,
    )
    expect(ownerOf(join(data, 'secret.key'))).toEqual([0, 0])
  })

  test('the folder of the sockets is given too where it is elsewhere, unless it is not of root', async () => {
    const deep = join(await folder(), 'x'.repeat(120))
    const { socketFolderPath } = await import('../socket-folder.ts')
    const sockets = socketFolderPath(deep)
    folders.push(sockets)
    mkdirSync(sockets, { mode: 0o700 })
    giveDataFolder(deep, account)
    expect(ownerOf(sockets)).toEqual([1, 1])
    chownSync(sockets, 2, 2)
    giveDataFolder(deep, account)
    expect(ownerOf(sockets)).toEqual([2, 2])
  })

  test('a path that is no folder is refused with a sentence', () => {
    expect(() => giveDataFolder('/dev/null/data', account)).toThrow(
      /^The data folder \/dev\/null\/data cannot be used/,
    )
    expect(() => giveDataFolder('/dev/null', account)).toThrow(/^The data folder \/dev\/null cannot be used/)
  })
})
