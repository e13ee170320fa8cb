import { beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { until } from '../../testing/until.ts'
import { systemClock } from '../clock.ts'
import { newId } from '../ids.ts'
import { openLive } from '../live/index.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { defineJob, type Job, startJobEngine } from './index.ts'
import { FIRST_LINES, LAST_LINES, LINE_LENGTH } from './run-log.ts'

let database: TestDatabase
const log = await createLog('silent')
beforeAll(async () => {
  database = await createTestDatabase()
})

const engineFor = (jobs: readonly Job[]) =>
  startJobEngine({
    processId: newId(),
    pool: database.pool,
    jobs,
    clock: systemClock,
    log,
    metrics: createMetrics(),
  })
const runOf = async (name: string) => {
  const { rows } = await database.pool.query<{ id: string; status: string; details: unknown }>(
    'select id, status, details from core.job_history where name = $1 order by id desc limit 1',
    [name],
  )
  return rows[0]
}
const linesOf = async (name: string) => {
  const run = await runOf(name)
  const { rows } = await database.pool.query<{ number: number; level: string; message: string }>(
    'select number, level, message from core.job_logs where run_id = $1 order by number',
    [run?.id],
  )
  return rows
}
const endOf = (name: string) =>
  until(async () => {
    const run = await runOf(name)
    return run === undefined || run.status === 'RUNNING' ? undefined : run
  })
const plain = { lane: 'maintenance', record: true } as const

test('lines of a run are kept and announced while it runs', async () => {
  const release = Promise.withResolvers<void>()
  const job = defineJob({
    ...plain,
    name: 'Telling',
    async run({ log: runLog }) {
      runLog.info('\u001B[32mbegins\u001B[0m')
      runLog.warn('one\nand two')
      await release.promise
      runLog.error('ends')
      return { success: 1, errors: [] }
    },
  })
  const live = await openLive(database.connection, systemClock, log)
  const announced: (readonly string[] | null)[] = []
  live.subscribe((event) => {
    if (event.kind === 'change' && event.change.topic === 'job_logs') announced.push(event.change.ids)
  })
  const engine = await engineFor([job])
  await job.add(database.pool, {})
  await until(async () => (await linesOf('Telling')).length === 3)
  const run = await runOf('Telling')
  expect(run?.status).toBe('RUNNING')
  await until(() => announced.length > 0)
  expect(announced[0]).toEqual([run?.id])
  release.resolve()
  await endOf('Telling')
  // All of it is there once the row says that the run ended.
  expect(await linesOf('Telling')).toEqual([
    { number: 1, level: 'info', message: 'begins' },
    { number: 2, level: 'warning', message: 'one' },
    { number: 3, level: 'warning', message: 'and two' },
    { number: 4, level: 'error', message: 'ends' },
  ])
  await Promise.all([engine.stop(), live.close()])
})

test('of a long text only what is beyond its bound is missing', async () => {
  const job = defineJob({
    ...plain,
    name: 'Long-winded',
    async run({ log: runLog }) {
      runLog.info(`${'x'.repeat(99_000)}\nkept\n${'y'.repeat(5_000)}\nmissing`)
      return { success: 1, errors: [] }
    },
  })
  const engine = await engineFor([job])
  await job.add(database.pool, {})
  await endOf('Long-winded')
  const [, kept, cut, ...more] = (await linesOf('Long-winded')).map(({ message }) => message)
  expect([kept, cut, more]).toEqual(['kept', `${'y'.repeat(993)}…`, []])
  await engine.stop()
})

test('no line and no error shows a secret, not even in part where it is cut', async () => {
  const secret = 'correct-horse-battery-staple'
  const job = defineJob({
    ...plain,
    name: 'Indiscreet',
    async run({ log: runLog }) {
      runLog.hide(secret)
      runLog.info(`signed in with ${secret}`)
      runLog.info('in colors: correct-horse\u001B[1m-battery-\u001B[0mstaple')
      runLog.info(`${'x'.repeat(LINE_LENGTH - 10)}${secret}`)
      runLog.info(`${'y'.repeat(99_990)}\n${secret}`)
      runLog.info('fetching https://ada:lovelace@example.com/')
      return {
        success: 0,
        errors: [`${secret} was refused`, 'Authorization: Bearer abcdefghijkl'],
        details: { summary: { tried: [secret] } },
      }
    },
  })
  const engine = await engineFor([job])
  await job.add(database.pool, {})
  const { details } = await endOf('Indiscreet')
  const written = JSON.stringify([await linesOf('Indiscreet'), details])
  expect(written).toContain('was refused')
  for (const part of ['correct', 'staple', 'lovelace', 'abcdefghijkl']) expect(written).not.toContain(part)
  await engine.stop()
})

test('a log that never ends is bounded, and its job ends in time and holds nothing else back', async () => {
  let lines = 0
  const endless = defineJob({
    ...plain,
    name: 'Endless',
    timeLimit: 1_500,
    async run({ log: runLog }) {
      // It hears of no signal: what it says after its end is dropped.
      for (; lines < 400_000; lines += 1) {
        runLog.info(`line ${lines} ${'z'.repeat(2_000)}`)
        if (lines % 100 === 0) await systemClock.wait(1)
      }
      return new Promise(() => {})
    },
  })
  const other = defineJob({ ...plain, name: 'Other', run: async () => ({ success: 1, errors: [] }) })
  const message = defineJob({
    name: 'Message',
    lane: 'messages',
    record: true,
    run: async () => ({ success: 1, errors: [] }),
  })
  const engine = await engineFor([endless, other, message])
  await endless.add(database.pool, {})
  await until(async () => (await runOf('Endless'))?.status === 'RUNNING')
  await other.add(database.pool, {})
  await message.add(database.pool, {})
  expect(await endOf('Other')).toMatchObject({ status: 'SUCCESS' })
  expect(await endOf('Message')).toMatchObject({ status: 'SUCCESS' })
  expect(await endOf('Endless')).toMatchObject({
    status: 'FAILED',
    details: { errors: ['exceeded its time limit of 1.5s'] },
  })
  const kept = await linesOf('Endless')
  expect(kept.length).toBeLessThanOrEqual(FIRST_LINES + LAST_LINES)
  expect(kept.slice(0, FIRST_LINES).map(({ number }) => number)).toEqual(
    Array.from({ length: Math.min(FIRST_LINES, kept.length) }, (_, index) => index + 1),
  )
  expect(kept.every(({ message: text }) => text.length <= LINE_LENGTH)).toBe(true)
  lines = 400_000
  await engine.stop()
  expect(await linesOf('Endless')).toEqual(kept)
})

test('a run goes on where its lines cannot be kept', async () => {
  await database.pool.query(`alter table core.job_logs add constraint refused check (message <> 'refused')`)
  const job = defineJob({
    ...plain,
    name: 'Unheard',
    async run({ log: runLog }) {
      runLog.info('refused')
      return { success: 1, errors: [] }
    },
  })
  const engine = await engineFor([job])
  await job.add(database.pool, {})
  expect(await endOf('Unheard')).toMatchObject({ status: 'SUCCESS' })
  await engine.stop()
})
