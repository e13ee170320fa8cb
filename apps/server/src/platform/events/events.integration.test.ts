import type { EventPayload } from '@binnacle/contract/kinds'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { until } from '../../testing/until.ts'
import { systemClock } from '../clock.ts'
import { inTransaction } from '../database/index.ts'
import { newId } from '../ids.ts'
import { prepareJobQueue, startJobEngine } from '../jobs/index.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import {
  type ConsumerDefinition,
  createEvents,
  defineConsumer,
  type EmittedEvent,
  type Events,
} from './index.ts'

let database: TestDatabase
const log = await createLog('silent')
beforeAll(async () => {
  database = await createTestDatabase()
  await prepareJobQueue(database.pool, log)
})

const failure = (checkId = newId()): EventPayload<'check.failed'> => ({
  checkId,
  canaryId: newId(),
  time: '2026-11-22T12:00:00.000Z',
  previous: 'healthy',
})
const queued = async (name: string) => {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    'select attempts, max_attempts, last_error, locked_at, run_at from graphile_worker.jobs where task_identifier = $1',
    [name],
  )
  return rows
}
const engineFor = (events: Events) =>
  startJobEngine({
    processId: newId(),
    pool: database.pool,
    jobs: events.jobs,
    clock: systemClock,
    log,
    metrics: createMetrics(),
  })
const consumer = (
  name: string,
  run: ConsumerDefinition<'check.failed'>['run'],
  others: Partial<ConsumerDefinition<'check.failed'>> = {},
) => defineConsumer({ event: 'check.failed', name, lane: 'events', run, ...others })

describe('an event', () => {
  test('is a job for each consumer, if and only if its transaction is committed', async () => {
    const events = createEvents(systemClock)
    const seen: [string, EmittedEvent<'check.failed'>][] = []
    for (const name of ['first', 'second'])
      events.register([consumer(name, async (event) => void seen.push([name, event]))])
    const payload = failure()
    await inTransaction(database.pool, (client) => events.emit(client, 'check.failed', payload))
    await inTransaction(database.pool, async (client) => {
      await events.emit(client, 'check.failed', failure())
      throw new Error('changed our mind')
    }).catch(() => {})
    const engine = await engineFor(events)
    await until(() => seen.length === 2)
    await until(async () => (await queued('check.failed/first')).length === 0)
    expect(seen.map(([name]) => name).toSorted()).toEqual(['first', 'second'])
    expect(seen[0]?.[1]).toEqual({
      id: expect.any(String),
      name: 'check.failed',
      time: expect.any(Date),
      payload,
    })
    // What has an effect outside the database uses the id as a key.
    expect(seen[0]?.[1].id).toBe(seen[1]?.[1].id)
    await engine.stop()
  })

  test('that nobody consumes asks the database for nothing', async () => {
    const events = createEvents(systemClock)
    events.register([consumer('only failures', async () => {})])
    expect([events.isConsumed('check.passed'), events.isConsumed('check.failed')]).toEqual([false, true])
    await events.emit(
      { query: () => Promise.reject(new Error('nothing should be asked')) },
      'check.passed',
      failure(),
    )
  })

  test('that its consumers do not want now adds no job', async () => {
    const events = createEvents(systemClock)
    let isWanted = false
    events.register([consumer('sometimes', async () => {}, { wants: () => isWanted })])
    await events.emit(database.pool, 'check.failed', failure())
    expect([events.isConsumed('check.failed'), await queued('check.failed/sometimes')]).toEqual([false, []])
    isWanted = true
    await events.emit(database.pool, 'check.failed', failure())
    expect(await queued('check.failed/sometimes')).toHaveLength(1)
  })

  test('goes only to consumers that take it, and to those that are urgent before all others', async () => {
    const events = createEvents(systemClock)
    const seen: string[] = []
    const isCritical = ({ severity }: EventPayload<'check.failed'>) => severity === 'critical'
    const note: ConsumerDefinition<'check.failed'>['run'] = async ({ payload }) =>
      void seen.push(payload.severity ?? 'none')
    events.register([
      consumer('of the rest', note, { takes: (payload) => !isCritical(payload), together: 20 }),
      consumer('of the worst', note, { takes: isCritical, isUrgent: true, together: 20 }),
    ])
    const usual = Array.from({ length: 5 }, () => failure())
    await events.emit(database.pool, 'check.failed', ...usual, { ...failure(), severity: 'critical' })
    const { rows } = await database.pool.query<{ name: string }>(`
      select task_identifier as name from graphile_worker.jobs where task_identifier like 'check.failed/of the %'
      order by priority, run_at`)
    expect(rows.map(({ name }) => name)).toEqual(['check.failed/of the worst', 'check.failed/of the rest'])
    const engine = await engineFor(events)
    await until(() => seen.length === 6)
    expect(seen.filter((severity) => severity === 'critical')).toHaveLength(1)
    await engine.stop()
  })

  test('of one key waits once for the consumer that has keys, with the newest payload', async () => {
    const events = createEvents(systemClock)
    const seen: string[] = []
    events.register([
      consumer('latest', async ({ payload }) => void seen.push(payload.canaryId), {
        key: ({ checkId }) => checkId,
      }),
    ])
    const [check, canaries] = [newId(), [newId(), newId(), newId()] as const]
    const payloads = canaries.map((canaryId) => ({ ...failure(check), canaryId }))
    await events.emit(database.pool, 'check.failed', ...payloads.slice(0, 1))
    await events.emit(database.pool, 'check.failed', ...payloads.slice(1), failure())
    expect(await queued('check.failed/latest')).toHaveLength(2)
    const engine = await engineFor(events)
    await until(() => seen.length === 2)
    expect(seen).toContain(canaries[2])
    await engine.stop()
  })

  test('goes to a consumer of one name once', () => {
    const events = createEvents(systemClock)
    events.register([consumer('twice', async () => {})])
    expect(() => events.register([consumer('twice', async () => {})])).toThrow(
      'two consumers are called check.failed/twice',
    )
  })
})

describe('events of one statement', () => {
  const clear = () => database.pool.query('delete from graphile_worker._private_jobs')
  beforeEach(clear)
  afterAll(clear)

  test('reach a consumer together, and those that fail are tried again by themselves', async () => {
    const events = createEvents(systemClock)
    const seen: string[] = []
    const bad = newId()
    events.register([
      consumer(
        'bundled',
        async ({ payload: { checkId } }) => {
          seen.push(checkId)
          if (checkId === bad) throw new Error('no such check')
        },
        { together: 20 },
      ),
    ])
    const checks = [...Array.from({ length: 44 }, () => newId()), bad]
    await events.emit(database.pool, 'check.failed', ...checks.map((check) => failure(check)))
    expect(await queued('check.failed/bundled')).toHaveLength(3)
    const { rows } = await database.pool.query<{ pending: string }>(
      `select pending from api.event_queue_summary where name = 'check.failed'`,
    )
    expect(Number(rows[0]?.pending)).toBe(45)
    const engine = await engineFor(events)
    await until(async () => {
      const left = await queued('check.failed/bundled')
      return left.length === 1 && left[0]?.['last_error'] === 'no such check'
    })
    await engine.stop()
    // The event that failed got a job, which failed too. The others are not consumed again.
    expect(seen.toSorted()).toEqual([...checks, bad].toSorted())
  })

  test('are tried again together if none succeeded', async () => {
    const events = createEvents(systemClock)
    events.register([
      consumer('refusing', () => Promise.reject(new Error('the database is away')), { together: 20 }),
    ])
    await events.emit(database.pool, 'check.failed', failure(), failure())
    const engine = await engineFor(events)
    await until(async () => typeof (await queued('check.failed/refusing'))[0]?.['last_error'] === 'string')
    expect(await queued('check.failed/refusing')).toMatchObject([{ last_error: 'the database is away' }])
    await engine.stop()
  })

  test('are left to a newer release by one that takes a bundle for one event', async () => {
    const events = createEvents(systemClock)
    events.register([consumer('newer', async () => {}, { together: 2 })])
    await events.emit(database.pool, 'check.failed', failure(), failure())
    const { rows } = await database.pool.query<{ payload: object }>(
      `select payload from graphile_worker._private_jobs`,
    )
    expect(rows[0]?.payload).toMatchObject({
      id: expect.any(String),
      time: expect.any(String),
      version: 1_000_000,
    })
  })
})

describe('a consumer', () => {
  test('that always throws holds back no other, is tried again later, and ends as a dead letter', async () => {
    const events = createEvents(systemClock)
    const attempts: unknown[] = []
    let others = 0
    events.register([
      consumer(
        'throws',
        async (_event, { attempt }) => {
          attempts.push(attempt)
          throw new Error('the ticket system is away')
        },
        { attempts: 2 },
      ),
      consumer('works', async () => void (others += 1)),
    ])
    const engine = await engineFor(events)
    await events.emit(database.pool, 'check.failed', ...Array.from({ length: 30 }, () => failure()))
    await until(() => others === 30)
    const failed = async (attempt: number) =>
      (await queued('check.failed/throws')).filter(
        (row) => row['attempts'] === attempt && row['locked_at'] === null && row['last_error'] !== null,
      )
    await until(async () => (await failed(1)).length === 30)
    for (const row of await failed(1)) expect(row['run_at']).toSatisfy((time: Date) => time > new Date())
    // The queue waits some seconds; here the time is up at once.
    await database.pool.query(
      `update graphile_worker._private_jobs set run_at = now();
       select pg_notify('jobs:insert', '{"count": 1000}')`,
    )
    await until(async () => (await failed(2)).length === 30)
    expect(attempts).toHaveLength(60)
    expect(attempts).toContainEqual({ number: 2, most: 2 })
    expect(new Set((await failed(2)).map((row) => row['last_error']))).toEqual(
      new Set(['the ticket system is away']),
    )
    await engine.stop()
  })

  test('gets no payload of an older version: that is a dead letter at once, which says so', async () => {
    const events = createEvents(systemClock)
    let runs = 0
    events.register([consumer('versions', async () => void (runs += 1))])
    await events.emit(database.pool, 'check.failed', failure())
    const rewrite = (version: number) =>
      database.pool.query(
        `update graphile_worker._private_jobs as jobs
         set payload = jsonb_set(payload::jsonb, '{version}', to_jsonb($1::integer))::json
         from graphile_worker._private_tasks as tasks
         where tasks.id = jobs.task_id and tasks.identifier = 'check.failed/versions' and attempts = 0`,
        [version],
      )
    await rewrite(0)
    await events.emit(database.pool, 'check.failed', failure())
    await database.pool.query(
      `update graphile_worker._private_jobs set payload = jsonb_set(payload::jsonb, '{version}', '2')::json
       where id = (select max(id) from graphile_worker._private_jobs)`,
    )
    const engine = await engineFor(events)
    const settled = await until(async () => {
      const rows = await queued('check.failed/versions')
      return rows.every((row) => row['last_error'] !== null && row['locked_at'] === null) ? rows : undefined
    })
    expect(settled).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          attempts: 1,
          max_attempts: 1,
          last_error: 'the payload has version 0, this release consumes version 1',
        }),
        // A newer release emitted it: one of its processes may still consume it.
        expect.objectContaining({
          attempts: 1,
          max_attempts: 10,
          last_error: 'the payload has version 2, this release consumes version 1',
        }),
      ]),
    )
    expect(runs).toBe(0)
    await engine.stop()
  })

  test('gets no payload of another shape', async () => {
    const events = createEvents(systemClock)
    events.register([consumer('shapes', async () => {})])
    await events.emit(database.pool, 'check.failed', { ...failure(), checkId: 'not an id' })
    const engine = await engineFor(events)
    await until(async () => (await queued('check.failed/shapes'))[0]?.['last_error'] != null)
    expect(await queued('check.failed/shapes')).toMatchObject([
      { attempts: 1, max_attempts: 1, last_error: expect.stringMatching(/payload cannot be read.*checkId/s) },
    ])
    await engine.stop()
  })

  test('hears of an event at once, also just after the queue was looked at in vain', async () => {
    const events = createEvents(systemClock)
    let consumed = 0
    events.register([consumer('prompt', async () => void (consumed += 1))])
    const engine = await engineFor(events)
    for (let round = 1; round <= 12; round += 1) {
      // Wakes all lanes, which find nothing that is theirs.
      await database.pool.query(`select graphile_worker.add_job('nobody consumes this')`)
      await systemClock.wait(round * 3)
      await events.emit(database.pool, 'check.failed', failure())
      // Lanes also look by themselves, every ten seconds.
      await until(() => consumed === round, 5_000)
    }
    expect(consumed).toBe(12)
    await engine.stop()
  })

  test('that never ends is given up after its time', async () => {
    const events = createEvents(systemClock)
    events.register([consumer('endless', () => new Promise(() => {}), { timeLimit: 100, attempts: 1 })])
    await events.emit(database.pool, 'check.failed', failure())
    const engine = await engineFor(events)
    await until(async () => (await queued('check.failed/endless'))[0]?.['last_error'] != null)
    expect(await queued('check.failed/endless')).toMatchObject([
      { last_error: 'exceeded its time limit of 100ms' },
    ])
    await engine.stop()
  })
})
