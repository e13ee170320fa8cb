import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createManualClock, type ManualClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { type AuditRecorder, createAuditRecorder } from './recorder.ts'

let database: TestDatabase
let clock: ManualClock
let recorder: AuditRecorder

beforeAll(async () => {
  database = await createTestDatabase()
})

beforeEach(async () => {
  clock = createManualClock(new Date('2026-01-01T00:00:00Z'))
  recorder = createAuditRecorder({ pool: database.pool, clock, log: await createLog('silent') })
})

const record = (action: string, kind: string, source = 'ada') =>
  recorder.record(
    { source, kind },
    { by: source, change: { action, resource: 'tests', id: kind, name: null, after: { kind } } },
  )
const rowsOf = async (action: string) => {
  const { rows } = await database.pool.query<{ actor: string; resource_id: string; occurrences: number }>(
    'select actor, resource_id, occurrences from core.audit_log where action = $1 order by id',
    [action],
  )
  return rows
}

test('the first of equal events is written at once, and the others as one row when their minute is over', async () => {
  for (let count = 0; count < 100; count += 1) await record('flood', 'a')
  expect(await rowsOf('flood')).toMatchObject([{ occurrences: 1 }])
  await recorder.flush()
  expect(await rowsOf('flood')).toHaveLength(1)
  clock.advance(60_000)
  await recorder.flush()
  expect(await rowsOf('flood')).toMatchObject([{ occurrences: 1 }, { occurrences: 99 }])
  await record('flood', 'a')
  clock.advance(60_000)
  await record('flood', 'a')
  await recorder.stop()
  expect((await rowsOf('flood')).map(({ occurrences }) => occurrences)).toEqual([1, 99, 1, 1])
})

test('events that come at once are counted, and what was counted is written when the process stops', async () => {
  await Promise.all(Array.from({ length: 20 }, () => record('burst', 'a')))
  await recorder.stop()
  // Which of both rows is stored first is open: the first may still be on its way when the recorder stops.
  expect((await rowsOf('burst')).map(({ occurrences }) => occurrences).toSorted((a, b) => a - b)).toEqual([
    1, 19,
  ])
})

test('different events of one source share a row once they are many, and other sources keep theirs', async () => {
  for (let count = 0; count < 200; count += 1) await record('sweep', String(count))
  await record('sweep', 'x', 'grace')
  await recorder.stop()
  const rows = await rowsOf('sweep')
  expect(rows.length).toBeLessThan(40)
  expect(rows.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(201)
  expect(rows.filter(({ actor }) => actor === 'grace')).toMatchObject([{ resource_id: 'x', occurrences: 1 }])
})

test('many sources share a row once they are too many', async () => {
  for (let count = 0; count < 800; count += 1) await record('botnet', 'a', `source ${count}`)
  await recorder.stop()
  const rows = await rowsOf('botnet')
  expect(rows.length).toBeLessThan(510)
  expect(rows.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(800)
})
