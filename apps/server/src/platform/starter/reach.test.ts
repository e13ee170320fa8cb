import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Account } from './account.ts'
import { canRead, closedFolderAbove, planMounts } from './reach.ts'

const account: Account = { uid: 1, gid: 1, name: 'daemon', home: '/', groups: [] }
const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** A folder that root alone can enter, with a project and its data in it. */
async function closed(): Promise<{ closed: string; project: string; data: string }> {
  const made = await mkdtemp(join(tmpdir(), 'binnacle-reach-'))
  folders.push(made)
  const project = join(made, 'deep', 'project')
  mkdirSync(join(project, 'data'), { recursive: true })
  writeFileSync(join(project, 'file'), '')
  return { closed: made, project, data: join(project, 'data') }
}

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('as root', () => {
  test('the highest folder that a user cannot enter is found', async () => {
    const { closed: top, project } = await closed()
    expect(closedFolderAbove(account, project)).toBe(top)
    chmodSync(top, 0o711)
    expect(closedFolderAbove(account, project)).toBeUndefined()
    chmodSync(join(top, 'deep'), 0o700)
    expect(closedFolderAbove(account, project)).toBe(join(top, 'deep'))
    expect(closedFolderAbove(account, '/')).toBeUndefined()
  })

  test('what can be reached is left as it is, and what cannot is shown at its own path', async () => {
    const { closed: top, project, data } = await closed()
    const needed = [
      { path: data, readOnly: false },
      { path: project, readOnly: true },
    ]
    expect(planMounts(account, needed).join(' ')).toBe(
      `cover ${top} bind ./deep/project ${project} ro bind ./deep/project/data ${data} rw`,
    )
    chmodSync(top, 0o711)
    expect(planMounts(account, needed)).toEqual([])
  })

  test('a folder is shown at the path of a link to it, too', async () => {
    const { closed: top, project } = await closed()
    const link = join(top, 'link')
    symlinkSync(project, link)
    expect(planMounts(account, [{ path: link, readOnly: true }]).join(' ')).toBe(
      `cover ${top} bind ./deep/project ${link} ro bind ./deep/project ${project} ro`,
    )
  })

  test('what a user can read is told, also below a folder that is shown to it', async () => {
    const { closed: top, project } = await closed()
    const file = join(project, 'file')
    expect(canRead(account, file, [])).toBe(false)
    expect(canRead(account, file, [project])).toBe(true)
    expect(canRead(account, project, [project])).toBe(true)
    expect(canRead(account, join(top, 'deep'), [project])).toBe(false)
    chmodSync(file, 0o600)
    expect(canRead(account, file, [project])).toBe(false)
    expect(canRead(account, join(project, 'missing'), [project])).toBe(true)
    expect(canRead(account, '/etc/shadow', [])).toBe(false)
    expect(process.geteuid?.()).toBe(0)
  })
})
