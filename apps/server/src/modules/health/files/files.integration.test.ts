import { createTaskPool } from '@binnacle/scripting/tasks'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { until } from '../../../testing/until.ts'
import { createCanaryParser } from '../canary-spec/canary.ts'
import { loadCheckTypes } from '../canary-spec/check-types.ts'
import { type FileSyncDependencies, forgetOthers, syncPath } from './sync.ts'
import { watchFiles } from './watch.ts'

let database: TestDatabase
let dependencies: FileSyncDependencies
const tasks = createTaskPool()
afterAll(() => tasks.close())
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  const types = await loadCheckTypes()
  dependencies = {
    pool: database.pool,
    types,
    parser: createCanaryParser(types, tasks),
    secrets: createSecrets('a secret key for tests, long enough'),
    clock: systemClock,
  }
})
beforeEach(async () => {
  await database.pool.query('truncate core.canaries, core.canary_files cascade')
  folder = await mkdtemp(join(tmpdir(), 'binnacle-files-'))
})
const folders: string[] = []
afterAll(async () => {
  for (const made of folders) await rm(made, { recursive: true, force: true })
})

const document = (name: string, endpoint = 'x:1') =>
  `metadata: { name: ${name} }\nspec:\n  tcp: [{ name: check, endpoint: "${endpoint}" }]\n`
const write = (name: string, text: string) => {
  folders.push(folder)
  return writeFile(join(folder, name), text)
}

/** Canaries in use by name, with the endpoint of their check. */
async function live(): Promise<Record<string, string>> {
  const { rows } = await database.pool.query<{ name: string; endpoint: string }>(
    `select canaries.name, endpoint from core.canaries join core.checks on canary_id = canaries.id
     where canaries.deleted_at is null and checks.deleted_at is null order by 1`,
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.endpoint]))
}

async function problems(): Promise<unknown> {
  const { rows } = await database.pool.query('select path, problems from core.canary_files order by path')
  return rows
}

describe('a folder', () => {
  test('is read with everything below it; hidden folders and other files are left out', async () => {
    await mkdir(join(folder, 'inner'))
    await mkdir(join(folder, '..hidden-not').replace('..hidden-not', '.hidden'))
    await write('a.yaml', document('a'))
    await write('inner/b.yml', document('b'))
    await write('.hidden/c.yaml', document('c'))
    await write('notes.txt', 'not checks')
    const { files } = await syncPath(dependencies, folder)
    expect(files.map((file) => file.path)).toEqual([join(folder, 'a.yaml'), join(folder, 'inner/b.yml')])
    expect(await live()).toEqual({ a: 'x:1', b: 'x:1' })
  })

  test('may have pipes and links to devices in it, which are not read', async () => {
    await write('a.yaml', document('a'))
    execFileSync('mkfifo', [join(folder, 'pipe.yaml')])
    await symlink('/dev/zero', join(folder, 'zero.yaml'))
    const { files } = await syncPath(dependencies, folder)
    const problemsOf = (name: string) =>
      files.find((file) => file.path === join(folder, name))?.problems.map(({ message }) => message)
    expect(problemsOf('pipe.yaml')).toEqual([`${join(folder, 'pipe.yaml')} is not a regular file`])
    expect(problemsOf('zero.yaml')).toEqual([`${join(folder, 'zero.yaml')} is not a regular file`])
    expect(await live()).toEqual({ a: 'x:1' })
  })

  test('mounted configuration, whose files are links into a hidden folder, is read', async () => {
    await mkdir(join(folder, '..2026'))
    await write('..2026/a.yaml', document('a'))
    await symlink('..2026', join(folder, '..data'))
    await symlink('..data/a.yaml', join(folder, 'a.yaml'))
    await syncPath(dependencies, folder)
    expect(await live()).toEqual({ a: 'x:1' })
  })

  test('is read again under another secret key, which opens nothing of what is stored', async () => {
    const signedIn = '{ name: check, url: "http://x/", username: me, password: { value: hunter2 } }'
    await write('a.yaml', `metadata: { name: a }\nspec:\n  http: [${signedIn}]\n`)
    await syncPath(dependencies, folder)
    expect((await syncPath(dependencies, folder)).files).toMatchObject([{ changed: false }])
    const renewed = { ...dependencies, secrets: createSecrets('another secret key for tests, long enough') }
    const spec = async () =>
      (await database.pool.query<{ spec: unknown }>('select spec from core.checks')).rows
    const before = await spec()
    expect((await syncPath(renewed, folder)).files).toMatchObject([{ changed: true, problems: [] }])
    expect(await spec()).not.toEqual(before)
    expect((await syncPath(renewed, folder)).files).toMatchObject([{ changed: false }])
  })

  test('a link to nowhere takes nothing else of the folder away', async () => {
    await write('a.yaml', document('a'))
    await symlink('nowhere', join(folder, 'backup'))
    await symlink('nowhere.yaml', join(folder, 'b.yaml'))
    const { files } = await syncPath(dependencies, folder)
    expect(files).toMatchObject([
      { path: join(folder, 'a.yaml'), problems: [] },
      { path: join(folder, 'b.yaml'), problems: [{ message: expect.stringContaining('does not exist') }] },
    ])
    expect(await live()).toEqual({ a: 'x:1' })
  })

  test('what changed is brought up to date, what is gone is retired, the rest is untouched', async () => {
    await write('a.yaml', document('a'))
    await write('b.yaml', document('b'))
    await syncPath(dependencies, folder)
    const before = await database.pool.query('select id, updated_at from core.canaries where name = $1', [
      'b',
    ])
    await write('a.yaml', document('a', 'x:2'))
    const { files } = await syncPath(dependencies, folder)
    expect(files.map((file) => file.changed)).toEqual([true, false])
    expect(await live()).toEqual({ a: 'x:2', b: 'x:1' })
    const after = await database.pool.query('select id, updated_at from core.canaries where name = $1', ['b'])
    expect(after.rows).toEqual(before.rows)
    await rm(join(folder, 'b.yaml'))
    const { gone } = await syncPath(dependencies, folder)
    expect(gone).toEqual([join(folder, 'b.yaml')])
    expect(await live()).toEqual({ a: 'x:2' })
  })

  test('a renamed canary replaces the old one', async () => {
    await write('a.yaml', document('old'))
    await syncPath(dependencies, folder)
    await write('a.yaml', document('new'))
    await syncPath(dependencies, folder)
    expect(await live()).toEqual({ new: 'x:1' })
  })
})

describe('an error never removes the checks that ran before it', () => {
  test.each([
    ['a tab', 'spec:\n\ttcp: []\n'],
    ['an unknown key', document('a').replace('endpoint', 'endpont')],
    ['an empty check list', 'metadata: { name: a }\nspec: { tcp: [] }\n'],
    ['10 MB', `# ${'x'.repeat(10_000_000)}`],
  ])('%s', async (_what, text) => {
    await write('a.yaml', document('a'))
    await syncPath(dependencies, folder)
    await write('a.yaml', text)
    await syncPath(dependencies, folder)
    expect(await live()).toEqual({ a: 'x:1' })
    expect(await problems()).toMatchObject([
      {
        path: join(folder, 'a.yaml'),
        problems: expect.arrayContaining([expect.objectContaining({ message: expect.any(String) })]),
      },
    ])
    await write('a.yaml', document('a', 'x:3'))
    await syncPath(dependencies, folder)
    expect(await live()).toEqual({ a: 'x:3' })
    expect(await problems()).toMatchObject([{ problems: [] }])
  })

  test('a document with an error next to one that changed', async () => {
    await write('a.yaml', `${document('a')}---\n${document('b')}`)
    await syncPath(dependencies, folder)
    await write('a.yaml', `${document('a', 'x:9')}---\n${document('b').replace('tcp', 'tpc')}`)
    await syncPath(dependencies, folder)
    expect(await live()).toEqual({ a: 'x:9', b: 'x:1' })
  })

  test('a check with an error next to one that changed', async () => {
    const two = (one: string, other: string) =>
      `metadata: { name: a }\nspec:\n  tcp:\n    - { name: one, endpoint: "${one}" }\n${other}`
    const endpoints = async () => {
      const { rows } = await database.pool.query<{ endpoint: string }>(
        'select endpoint from core.checks where deleted_at is null order by name',
      )
      return rows.map(({ endpoint }) => endpoint)
    }
    await write('a.yaml', two('x:1', '    - { name: two, endpoint: "y:1" }\n'))
    await syncPath(dependencies, folder)
    await write('a.yaml', two('x:2', '    - { name: two, endpoint: nowhere }\n'))
    await syncPath(dependencies, folder)
    expect(await endpoints()).toEqual(['x:2', 'y:1'])
    expect(await problems()).toMatchObject([{ problems: [{ line: 5, path: 'spec.tcp[1].endpoint' }] }])
    await write('a.yaml', two('x:2', ''))
    await syncPath(dependencies, folder)
    expect(await endpoints()).toEqual(['x:2'])
  })

  test('a folder that is away', async () => {
    await write('a.yaml', document('a'))
    await syncPath(dependencies, folder)
    await rename(folder, `${folder}-away`)
    await syncPath(dependencies, folder)
    await syncPath(dependencies, folder)
    expect(await live()).toEqual({ a: 'x:1' })
    expect(await problems()).toContainEqual({
      path: folder,
      problems: [{ path: '', message: `${folder} does not exist` }],
    })
    await rename(`${folder}-away`, folder)
    await syncPath(dependencies, folder)
    expect(await problems()).toEqual([{ path: join(folder, 'a.yaml'), problems: [] }])
  })
})

test('files that the product is not started with any more are forgotten', async () => {
  await write('a.yaml', document('a'))
  await write('b.yaml', document('b'))
  await syncPath(dependencies, folder)
  await forgetOthers(dependencies, [join(folder, 'a.yaml')])
  expect(await live()).toEqual({ a: 'x:1' })
})

test('a change is noticed by itself', async () => {
  await write('a.yaml', document('a'))
  const log = await createLog('silent')
  const watching = await watchFiles({ ...dependencies, paths: [folder], alone: true, log })
  expect(await live()).toEqual({ a: 'x:1' })
  await write('a.yaml', document('a', 'x:2'))
  await until(async () => (await live())['a'] === 'x:2')
  await write('b.yaml', document('b'))
  await until(async () => (await live())['b'] === 'x:1')
  await watching.stop()
})

test('a change is noticed without word of the system too, by looking now and again', async () => {
  await write('a.yaml', document('a'))
  const log = await createLog('silent')
  // A clock whose waits are short: what is tested is that looking again happens at all.
  const hasty: Clock = {
    now: () => systemClock.now(),
    wait: (milliseconds, signal) => systemClock.wait(milliseconds / 200, signal),
  }
  const link = `${folder}-link`
  folders.push(link)
  await symlink(folder, link)
  const watching = await watchFiles({ ...dependencies, clock: hasty, paths: [link], alone: true, log })
  await write('a.yaml', document('a', 'x:2'))
  await until(async () => (await live())['a'] === 'x:2')
  await watching.stop()
  expect(await live()).toEqual({ a: 'x:2' })
})
