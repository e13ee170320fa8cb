import { beforeAll, expect, test } from 'vitest'
import { createTestDatabase, openTestPool, type TestDatabase } from '../../testing/database.ts'
import { whenOver } from '../../testing/clean-up.ts'
import { createDraftTests } from './draft-tests.ts'
import { limitPerHour } from './per-hour.ts'

let now = Date.parse('2026-01-02T03:04:05Z')
const clock = { now: () => new Date(now) }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})

const limit = (most: number, kind: string) =>
  limitPerHour(database.pool, clock, { kind, most, refusal: 'too many' })

test('a person may call so often in an hour, whatever others do', async () => {
  const count = limit(2, 'calls')
  const anna = { personId: 'anna' }
  await count(anna)
  await count(anna)
  await expect(count(anna)).rejects.toThrow('too many')
  await count({ personId: 'ben' })
  await limit(2, 'other calls')(anna)
  now += 3_600_000
  await count(anna)
})

test('a clock that is set back locks nobody out', async () => {
  const count = limit(1, 'clock')
  const anna = { personId: 'anna' }
  await count(anna)
  now -= 24 * 3_600_000
  await count(anna)
  await expect(count(anna)).rejects.toThrow('too many')
})

test('two processes share the count, also of calls at the same time', async () => {
  const other = openTestPool(database.connection)
  whenOver(() => other.end())
  const [one, two] = [createDraftTests(database.pool, clock, 5), createDraftTests(other, clock, 5)]
  const anna = { personId: 'anna of both' }
  const calls = await Promise.allSettled(
    Array.from({ length: 20 }, () => [one.preview(anna), two.preview(anna)]).flat(),
  )
  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  for (const tests of [one, two])
    await expect(tests.preview(anna)).rejects.toThrow(
      'You have made 20 previews within an hour; try again later',
    )
})
