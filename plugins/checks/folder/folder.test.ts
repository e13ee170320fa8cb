import { HOUR } from '@binnacle/contract/core'
import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '@binnacle/plugin-kit/servers'
import { problemsForTest, runForTest, type RunForTestOptions } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './run.ts'
import { check } from './spec.ts'
import { readInstant, readSize, writeSize } from './values.ts'

const NOW = new Date('2026-03-10T12:00:00Z')

let folder: Awaited<ReturnType<typeof makeFolder>>
/** Makes a file of a size that was changed some hours before NOW. */
async function make(name: string, size: number, hoursOld: number): Promise<void> {
  const path = join(folder.path, name)
  await writeFile(path, Buffer.alloc(size))
  const changed = new Date(NOW.getTime() - hoursOld * HOUR)
  await utimes(path, changed, changed)
}

beforeAll(async () => {
  folder = await makeFolder()
  await mkdir(join(folder.path, 'old/deep'), { recursive: true })
  await mkdir(join(folder.path, 'empty'))
  await make('today.gz', 3_000, 1)
  await make('yesterday.gz', 2_000, 25.5)
  await make('notes.txt', 10, 3)
  await make('old/last-year.gz', 100, 24 * 365)
  await make('old/deep/older.gz', 50, 24 * 400)
  const made = new Date(NOW.getTime() - 48 * HOUR)
  await utimes(join(folder.path, 'empty'), made, made)
  await symlink('today.gz', join(folder.path, 'newest.gz'))
  await symlink('.', join(folder.path, 'circle'))
  await symlink('gone', join(folder.path, 'dangling'))
})
afterAll(() => folder.remove())

const look = (spec: Record<string, unknown>, options?: RunForTestOptions) =>
  runForTest(check, run, { path: folder.path, ...spec }, { now: () => NOW, ...options })
const names = async (spec: Record<string, unknown>) => {
  const outcome = await look(spec)
  const results = Object(outcome.details?.['results'])
  return Array.isArray(results.files)
    ? results.files.map((file: { name: string }) => file.name).toSorted()
    : outcome
}

test.each([
  [512, 512],
  ['512', 512],
  ['10kb', 10_240],
  ['1.5 GiB', 1_610_612_736],
  ['2M', 2_097_152],
  ['ten', undefined],
  ['1 xb', undefined],
])('the size %s is read', (text, bytes) => {
  expect(readSize(text)).toBe(bytes)
})

test('sizes are written in the unit that fits', () => {
  expect([0, 1_023, 1_536, 1_610_612_736].map(writeSize)).toEqual(['0 B', '1023 B', '1.5 KiB', '1.5 GiB'])
})

test.each([
  ['now', '2026-03-10T12:00:00.000Z'],
  ['now-1h', '2026-03-10T11:00:00.000Z'],
  ['now-1M+2d', '2026-02-12T12:00:00.000Z'],
  ['2026-01-02T03:04:05+01:00', '2026-01-02T02:04:05.000Z'],
  ['yesterday', undefined],
  ['now-1', undefined],
])('the instant %s is read', (text, instant) => {
  expect(readInstant(text, NOW)?.toISOString()).toBe(instant)
})

describe('a folder of this machine', () => {
  test('gives its files and what stands out among them', async () => {
    const outcome = await look({})
    expect(outcome).toMatchObject({
      state: 'healthy',
      message: '4 files',
      details: {
        results: {
          count: 4,
          size: 8_010,
          newest: { name: expect.stringMatching(/^(?:newest|today)\.gz$/), size: 3_000 },
          oldest: { name: 'yesterday.gz', modified: '2026-03-09T10:30:00.000Z', is_dir: false },
          smallest: { name: 'notes.txt', size: 10, mode: '-rw-r--r--' },
          largest: { size: 3_000 },
          availableSize: expect.any(Number),
        },
      },
    })
  })

  test.each([
    [{}, ['newest.gz', 'notes.txt', 'today.gz', 'yesterday.gz']],
    [
      { recursive: true },
      ['newest.gz', 'notes.txt', 'old/deep/older.gz', 'old/last-year.gz', 'today.gz', 'yesterday.gz'],
    ],
    [{ filter: { regex: '^t.*[.]gz$' } }, ['today.gz']],
    [{ filter: { minSize: '2000', maxSize: '2kb' } }, ['yesterday.gz']],
    [{ filter: { minAge: '2h', maxAge: '1d' } }, ['notes.txt']],
    [{ filter: { since: 'now-2h' } }, ['newest.gz', 'today.gz']],
    [{ filter: { since: '2026-03-10T08:00:00Z' } }, ['newest.gz', 'notes.txt', 'today.gz']],
  ])('%j counts %j', async (spec, expected) => {
    expect(await names(spec)).toEqual(expected)
  })

  test.each([
    ['*.txt', ['notes.txt']],
    ['*/*.gz', ['old/last-year.gz']],
    ['**/*.gz', ['newest.gz', 'old/deep/older.gz', 'old/last-year.gz', 'today.gz', 'yesterday.gz']],
    ['old/*', ['last-year.gz']],
    ['ol?/d*/*', ['old/deep/older.gz']],
  ])('%s stands for %j', async (pattern, expected) => {
    expect(await names({ path: `${folder.path}/${pattern}` })).toEqual(expected)
  })

  test.each([
    [{ minCount: 5 }, '4 files, expected at least 5'],
    [{ maxCount: 3 }, '4 files, expected at most 3'],
    [{ minAge: '90m', filter: { regex: 'today' } }, 'today.gz is 1h old, expected at least 90m'],
    [{ maxAge: '25h15m' }, 'yesterday.gz is 1d1h old, expected at most 25h15m'],
    [{ minSize: '1kb' }, 'notes.txt has 10 B, expected at least 1 KiB'],
    [{ maxSize: '2kb', filter: { regex: 'today' } }, 'today.gz has 2.9 KiB, expected at most 2 KiB'],
    [
      { minCount: 9, minSize: 100 },
      '4 files, expected at least 9; notes.txt has 10 B, expected at least 100 B',
    ],
  ])('%j is unhealthy', async (spec, error) => {
    expect(await look(spec)).toMatchObject({ state: 'unhealthy', error })
  })

  test('may be wanted to have space', async () => {
    expect(await look({ availableSize: '1kb', totalSize: '1mb' })).toMatchObject({ state: 'healthy' })
    expect((await look({ availableSize: '999eb' })).error).toMatch(/ free, expected at least 999 EiB$/)
    expect((await look({ totalSize: '999eb' })).error).toMatch(/ in all, expected at least 999 EiB$/)
  })

  test('without files is as old as its own change, and one that is missing has nothing', async () => {
    const empty = { path: join(folder.path, 'empty') }
    expect(await look({ ...empty, maxAge: '1d' })).toMatchObject({
      error: 'the empty folder is 2d old, expected at most 1d',
      details: { results: { files: [], count: 0 } },
    })
    const missing = { path: join(folder.path, 'missing') }
    expect(await look({ ...missing, maxAge: '1d' })).toMatchObject({ state: 'healthy', message: '0 files' })
    expect(await look({ ...missing, minCount: 1 })).toMatchObject({ error: '0 files, expected at least 1' })
    expect(await look({ path: join(folder.path, 'notes.txt') })).toMatchObject({
      error: expect.stringContaining('is not a folder'),
    })
  })

  test('is not looked at with an expression that cannot be read', async () => {
    expect(await look({ filter: { regex: '(' } })).toMatchObject({
      state: 'unknown',
      error: expect.stringMatching(/^the regular expression \( cannot be read: /),
    })
  })

  test('is not searched by an expression that takes for ever elsewhere', async () => {
    await make('a'.repeat(200), 1, 1)
    const started = process.threadCpuUsage()
    expect(await names({ filter: { regex: '^(a+)+$' } })).toEqual(['a'.repeat(200)])
    expect(await names({ filter: { regex: '^(a|a)*b$' } })).toEqual([])
    expect(process.threadCpuUsage(started).user / 1_000).toBeLessThan(2_000)
  })
})

describe('a spec', () => {
  const problems = (spec: Record<string, unknown>) => problemsForTest(check, spec)

  test('needs a path [SPEC-025]', () => {
    expect(problems({})).toEqual(['path: This field is required'])
  })

  test.each([
    [{ path: 'backups' }, 'path: a path of this machine begins with /'],
    [{ path: 'gcs://Not_A_Bucket/x' }, 'path: write gcs://bucket/prefix'],
    [{ path: '/x', gcpConnection: {} }, 'path: with "gcpConnection" a path begins with gcs://'],
    [{ path: '/x', awsConnection: {} }, 'path: with "awsConnection" a path begins with s3://'],
    [{ path: '/x', maxSize: '1 xb' }, 'maxSize: "1 xb" is not a size; write it as 512, 10kb or 1.5gb'],
    [{ path: '/x', maxAge: 'old' }, 'maxAge: "old" is not a duration; write it as 30s, 5m, 1h30m or 1d'],
    [{ path: '/x', filter: { regexp: 'a' } }, 'filter.regexp: unknown key "regexp"; did you mean "regex"?'],
    [
      { path: '/x', filter: { since: 'then' } },
      'filter.since: not an instant; write it as 2026-01-02T03:04:05Z or now-1h',
    ],
  ])('%j is refused', (spec, problem) => {
    expect(problems(spec)).toEqual([problem])
  })
})
