import { execFileSync } from 'node:child_process'
import { scrypt } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { readValueReference } from '@binnacle/contract/schema'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { readConfiguration, type ReferenceSettings } from '../configuration.ts'
import { createFileProcesses } from '../files/index.ts'
import { createReferences } from './index.ts'

const processes = createFileProcesses()
afterAll(() => processes.close())

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'references-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function put(path: string, content: string | Buffer): Promise<void> {
  await mkdir(join(folder, path, '..'), { recursive: true })
  await writeFile(join(folder, path), content)
}

/** What a reference reads, or why it cannot. */
async function read(
  text: string,
  { namespace = 'default', ...settings }: Partial<ReferenceSettings> & { namespace?: string } = {},
): Promise<string> {
  const reference = readValueReference(text)
  if (reference?.ok !== true) throw new Error(`${text} is no reference`)
  const places = {
    secretsFolder: join(folder, 'secrets'),
    configMapsFolder: join(folder, 'maps'),
    filesFolder: join(folder, 'files'),
    variables: new Map<string, string>(),
    ...settings,
  }
  const found = await createReferences(places, systemClock, processes).read(reference.value, namespace)
  return found.ok ? `= ${found.value}` : found.failure
}

describe('Config Maps and Secrets', () => {
  test('are folders with a file for each key; line ends after a value do not count', async () => {
    await put('secrets/db/password', ' sw0rdfish \n')
    await put('maps/db/user', 'monitor\r\n')
    expect(await read('secret://db/password')).toBe('=  sw0rdfish ')
    expect(await read('configmap://db/user')).toBe('= monitor')
    expect(await read('configmap://db/password')).toBe(
      'there is no Config Map "db" with the key "password" for the namespace "default"',
    )
  })

  test('of the namespace stand above those of all', async () => {
    await put('secrets/db/password', 'of all')
    await put('secrets/shop/db/password', 'of the shop')
    expect(await read('secret://db/password', { namespace: 'shop' })).toBe('= of the shop')
    expect(await read('secret://db/password', { namespace: 'bank' })).toBe('= of all')
    // The folder of another namespace is no secret with keys.
    expect(await read('secret://shop/db', { namespace: 'bank' })).toBe(
      'the key "db" of the secret "shop": it is not a file',
    )
  })

  test.each(['..', '../secrets/shop', '.', 'a/b', 'shop/', '\0'])(
    'are not found through a namespace named %j',
    async (namespace) => {
      await put('secrets/shop/db/password', 'of the shop')
      await put('db/password', 'outside')
      expect(await read('secret://db/password', { namespace })).toMatch(/^there is no secret "db"/)
    },
  )

  test('may be mounted by Kubernetes, which puts links to a folder that it replaces', async () => {
    await put('secrets/db/..2026_01/password', 'old')
    await symlink('..2026_01', join(folder, 'secrets/db/..data'))
    await symlink('..data/password', join(folder, 'secrets/db/password'))
    expect(await read('secret://db/password')).toBe('= old')
    await put('secrets/db/..2026_02/password', 'new')
    await symlink('..2026_02', join(folder, 'secrets/db/..data_tmp'))
    await rename(join(folder, 'secrets/db/..data_tmp'), join(folder, 'secrets/db/..data'))
    expect(await read('secret://db/password')).toBe('= new')
  })

  test('say what has to be set', async () => {
    const nothing: ReferenceSettings = { variables: new Map() }
    const references = createReferences(nothing, systemClock, processes)
    const failure = async (text: string) => {
      const reference = readValueReference(text)
      const found = reference?.ok === true ? await references.read(reference.value, 'default') : undefined
      return found?.ok === false ? found.failure : undefined
    }
    expect(await failure('secret://a/b')).toBe(
      'no secret can be read, as neither SECRETS_DIR nor KUBERNETES_CLUSTER is set',
    )
    expect(await failure('configmap://a/b')).toBe(
      'no Config Map can be read, as neither CONFIG_MAPS_DIR nor KUBERNETES_CLUSTER is set',
    )
    expect(await failure('helm://a/b')).toBe('no Helm release can be read, as KUBERNETES_CLUSTER is not set')
    expect(await failure('serviceaccount://a')).toBe(
      'no token of a service account can be had, as KUBERNETES_CLUSTER is not set',
    )
    expect(await failure('file://a')).toBe('no file can be read, as SECRET_FILES_DIR is not set')
    expect(await failure('env://HOME')).toBe(
      'there is no environment variable "HOME" that SECRET_VARIABLES lets checks read',
    )
  })
})

describe('what is no small text in the folder', () => {
  test('a link that leads out of it', async () => {
    await put('outside/key', 'the key of the product')
    await mkdir(join(folder, 'secrets/db'), { recursive: true })
    await symlink(join(folder, 'outside/key'), join(folder, 'secrets/db/password'))
    await symlink(join(folder, 'outside'), join(folder, 'secrets/other'))
    expect(await read('secret://db/password')).toBe(
      'the key "password" of the secret "db": it leads out of the folder for such values',
    )
    expect(await read('secret://other/key')).toContain('leads out of the folder')
  })

  test('links in a circle, and one to nowhere', async () => {
    await mkdir(join(folder, 'secrets/db'), { recursive: true })
    await symlink('b', join(folder, 'secrets/db/a'))
    await symlink('a', join(folder, 'secrets/db/b'))
    await symlink('gone', join(folder, 'secrets/db/c'))
    expect(await read('secret://db/a')).toContain('its links lead in a circle')
    expect(await read('secret://db/c')).toMatch(/^there is no secret/)
  })

  test('a folder, a pipe, a huge file, bytes', async () => {
    await mkdir(join(folder, 'secrets/db/folder'), { recursive: true })
    execFileSync('mkfifo', [join(folder, 'secrets/db/pipe')])
    await put('secrets/db/huge', 'x'.repeat(64_001))
    await put('secrets/db/full', 'x'.repeat(64_000))
    await put('secrets/db/nul', 'a\0b')
    await put('secrets/db/bytes', Buffer.from([0xff, 0xfe, 0x41]))
    await put('secrets/db/empty', '')
    expect(await read('secret://db/folder')).toContain('it is not a file')
    expect(await read('secret://db/pipe')).toContain('it is not a file')
    expect(await read('secret://db/huge')).toContain('it is larger than 64000 bytes')
    expect(await read('secret://db/full')).toHaveLength(64_002)
    expect(await read('secret://db/nul')).toContain('it is not text')
    expect(await read('secret://db/bytes')).toContain('it is not text')
    expect(await read('secret://db/empty')).toBe('= ')
  })
})

test('pipes neither are waited for nor stop what else the product does', async () => {
  await mkdir(join(folder, 'secrets/db'), { recursive: true })
  execFileSync('mkfifo', [join(folder, 'secrets/db/pipe')])
  const reading = Array.from({ length: 12 }, () => read('secret://db/pipe'))
  expect(await promisify(scrypt)('password', 'salt', 32)).toHaveLength(32)
  expect(new Set(await Promise.all(reading))).toEqual(
    new Set(['the key "pipe" of the secret "db": it is not a file']),
  )
})

test('a folder whose file system hangs does not hold the threads that sign-in needs', async () => {
  const program = join(folder, 'hangs.mjs')
  await writeFile(
    program,
    `process.on('message', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))\nprocess.send({ type: 'ready' })`,
  )
  const hanging = createFileProcesses({ program: pathToFileURL(program) })
  const references = createReferences(
    { secretsFolder: folder, variables: new Map() },
    { ...systemClock, wait: (_milliseconds, signal) => systemClock.wait(300, signal) },
    hanging,
  )
  const reference = readValueReference('secret://db/password')
  if (reference?.ok !== true) throw new Error('no reference')
  expect(await references.read(reference.value, 'default')).toEqual({
    ok: false,
    failure: 'the place where it is kept did not answer within 5 s',
  })
  await hanging.close()
})

describe('files', () => {
  test('lie below the one folder', async () => {
    await put('files/a/token', 'abc\n')
    await put('files-too/token', 'abc')
    expect(await read('file://a/token')).toBe('= abc')
    expect(await read(`file://${folder}/files/a/token`)).toBe('= abc')
    expect(await read('file://a/gone')).toBe('there is no file "a/gone"')
    for (const path of ['/etc/passwd', `${folder}/files-too/token`, `${folder}/files`, '/', '.'])
      expect(await read(`file://${path}`)).toBe(
        `the file "${path}": it does not lie in the folder for such values`,
      )
  })
})

describe('variables', () => {
  const settingsFor = (variables: Record<string, string>) => {
    const read = readConfiguration(variables)
    return read.ok ? [...read.value.references.variables.keys()] : read.failure
  }

  test('are those that the operator names', async () => {
    expect(
      settingsFor({ SECRET_VARIABLES: 'SHOP_TOKEN, CHECK_*', SHOP_TOKEN: 'a', CHECK_A: 'b', OTHER: 'c' }),
    ).toEqual(['SHOP_TOKEN', 'CHECK_A'])
    expect(await read('env://CHECK_A', { variables: new Map([['CHECK_A', 'b']]) })).toBe('= b')
    expect(settingsFor({ CHECK_A: 'b' })).toEqual([])
  })

  test('are never those of the product, whatever the pattern says', () => {
    const own = {
      SECRET_KEY: 'x'.repeat(40),
      SMTP_URL: 'smtp://a:b@c',
      MAIL_FROM: 'a@b.example',
      SECRETS_DIR: '/x',
    }
    expect(settingsFor({ SECRET_VARIABLES: 'SECRET_*,SMTP_URL,S*', SECRET_OF_SHOP: 'a', ...own })).toEqual([
      'SECRET_OF_SHOP',
    ])
  })

  test.each(['*', 'A*B', 'a b', 'A-*'])('%j is refused', (pattern) => {
    expect(settingsFor({ SECRET_VARIABLES: pattern })).toMatchObject([{ path: 'SECRET_VARIABLES' }])
  })
})
