import type { CheckState } from '@binnacle/contract/health'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { until } from '../../../testing/until.ts'
import { startDatabaseProxy } from '../../../testing/database-proxy.ts'
import { systemClock } from '../../../platform/clock.ts'
import { openDatabase } from '../../../platform/database/index.ts'
import { createEvents, defineConsumer, type Events } from '../../../platform/events/index.ts'
import { newId } from '../../../platform/ids.ts'
import { prepareJobQueue, startJobEngine } from '../../../platform/jobs/index.ts'
import { createLog } from '../../../platform/log.ts'
import { createMetrics } from '../../../platform/metrics.ts'
import { type NewResult, Recorder } from './record.ts'
import { nextStatus, type CheckStatus, type Thresholds } from './check-status.ts'

let database: TestDatabase
const log = await createLog('silent')
const noon = new Date('2026-11-22T12:00:00Z')
beforeAll(async () => {
  database = await createTestDatabase()
  await prepareJobQueue(database.pool, log)
})

/** Checks whose lease the test holds. */
async function claimedChecks(count: number): Promise<{ canaryId: string; checkIds: string[] }> {
  const canaryId = newId()
  await database.pool.query(
    `insert into core.canaries (id, name, namespace, spec, revision) values ($1, $2, 'x', '{}', gen_random_uuid())`,
    [canaryId, canaryId],
  )
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into core.checks (canary_id, type, name, namespace, spec)
     select $1, 'http', 'check ' || number, 'x', '{}' from generate_series(1, $2::integer) as number returning id`,
    [canaryId, count],
  )
  const checkIds = rows.map(({ id }) => id)
  await database.pool.query(
    `insert into core.check_state (check_id, revision, type, timeout_milliseconds)
     select unnest($1::uuid[]), gen_random_uuid(), 'http', 1000`,
    [checkIds],
  )
  return { canaryId, checkIds }
}

async function lease(checkIds: readonly string[]): Promise<string> {
  const leaseId = newId()
  await database.pool.query('update core.check_state set lease_id = $1 where check_id = any($2)', [
    leaseId,
    checkIds,
  ])
  return leaseId
}

let second = 0
function result(
  ids: { checkId: string; canaryId: string; leaseId: string },
  state: CheckState,
  before: CheckStatus,
  thresholds: Thresholds = { failure: 1, recovery: 1 },
): NewResult {
  second += 1
  return {
    ...ids,
    result: {
      time: new Date(noon.getTime() + second * 1_000),
      state,
      duration: 1,
      message: null,
      error: null,
      details: null,
    },
    status: nextStatus(before, state, thresholds),
    nextDue: null,
    skipped: 0,
  }
}

const listening = (seen: string[], names: readonly ('check.passed' | 'check.failed')[]) => {
  const events = createEvents(systemClock)
  events.register(
    names.map((event) =>
      defineConsumer({
        event,
        name: `heard ${newId()}`,
        lane: 'events',
        run: async ({ payload }) => void seen.push(`${event} ${payload.previous} ${payload.checkId}`),
      }),
    ),
  )
  return events
}
const recorderWith = (events: Events) =>
  new Recorder({ pool: database.pool, events, clock: systemClock, log })
const engineFor = (events: Events) =>
  startJobEngine({
    processId: newId(),
    pool: database.pool,
    jobs: events.jobs,
    clock: systemClock,
    log,
    metrics: createMetrics(),
  })
const waiting = async (events: Events) => {
  const { rows } = await database.pool.query(
    'select from graphile_worker.jobs where task_identifier = any($1)',
    [events.jobs.map(({ name }) => name)],
  )
  return rows.length
}

describe('results', () => {
  test('that change a check are told once each, those that do not are not', async () => {
    const seen: string[] = []
    const events = listening(seen, ['check.passed', 'check.failed'])
    const recorder = recorderWith(events)
    const { canaryId, checkIds } = await claimedChecks(1)
    const [checkId = ''] = checkIds
    const states: [CheckState, number][] = [
      ['healthy', 0],
      ['unhealthy', 0],
      ['unhealthy', 1],
      ['unknown', 1],
      ['unhealthy', 1],
      ['unknown', 1],
      ['healthy', 2],
      ['healthy', 2],
    ]
    let status: CheckStatus = { verdict: null, streak: 0 }
    for (const [state, count] of states) {
      const recordable = result({ checkId, canaryId, leaseId: await lease(checkIds) }, state, status, {
        failure: 2,
        recovery: 1,
      })
      expect(await recorder.record(recordable)).toBe(true)
      status = recordable.status
      expect(await waiting(events)).toBe(count)
    }
    const engine = await engineFor(events)
    await until(() => seen.length === 2)
    expect(seen.toSorted()).toEqual([`check.failed healthy ${checkId}`, `check.passed unhealthy ${checkId}`])
    await engine.stop()
    await recorder.drain()
  })

  test('of a check that fails from its first run on are told, as nobody else would say so', async () => {
    const events = listening([], ['check.passed', 'check.failed'])
    const recorder = recorderWith(events)
    const { canaryId, checkIds } = await claimedChecks(2)
    const leaseId = await lease(checkIds)
    const states: CheckState[] = ['unhealthy', 'healthy']
    await Promise.all(
      checkIds.map((checkId, index) =>
        recorder.record(
          result({ checkId, canaryId, leaseId }, states[index] ?? 'unknown', { verdict: null, streak: 0 }),
        ),
      ),
    )
    expect(await waiting(events)).toBe(1)
    await recorder.drain()
  })

  test('whose lease was lost tell nothing, and many are told in one statement', async () => {
    const events = listening([], ['check.failed'])
    const recorder = recorderWith(events)
    const { canaryId, checkIds } = await claimedChecks(120)
    const leaseId = await lease(checkIds)
    const lost = checkIds.slice(0, 20)
    await lease(lost)
    const stored = await Promise.all(
      checkIds.map((checkId) =>
        recorder.record(
          result({ checkId, canaryId, leaseId }, 'unhealthy', { verdict: 'healthy', streak: 0 }),
        ),
      ),
    )
    expect(stored.filter((ok) => ok)).toHaveLength(100)
    expect(await waiting(events)).toBe(100)
    await recorder.drain()
  })

  test('of one check in one batch, one of which lost its lease, tell of the one that is stored', async () => {
    const events = listening([], ['check.failed', 'check.passed'])
    const recorder = recorderWith(events)
    const { canaryId, checkIds } = await claimedChecks(1)
    const [checkId = ''] = checkIds
    const lost = await lease(checkIds)
    const held = await lease(checkIds)
    const stored = await Promise.all([
      recorder.record(
        result({ checkId, canaryId, leaseId: lost }, 'unhealthy', { verdict: 'healthy', streak: 0 }),
      ),
      recorder.record(
        result({ checkId, canaryId, leaseId: held }, 'unhealthy', { verdict: 'healthy', streak: 0 }),
      ),
    ])
    expect(stored).toEqual([false, true])
    expect(await waiting(events)).toBe(1)
    await recorder.drain()
  })

  test('whose commit lost its answer are stored and told once, and count as stored', async () => {
    const proxy = await startDatabaseProxy(database.connection)
    const own = openDatabase({ connection: proxy.connection, connections: 2, log })
    const events = listening([], ['check.failed'])
    const hasty = { now: () => systemClock.now(), wait: () => systemClock.wait(10) }
    const recorder = new Recorder({ pool: own.pool, events, clock: hasty, log })
    const { canaryId, checkIds } = await claimedChecks(1)
    const [checkId = ''] = checkIds
    const leaseId = await lease(checkIds)
    const lost = proxy.loseAnswer('commit;')
    const recorded = recorder.record(
      result({ checkId, canaryId, leaseId }, 'unhealthy', { verdict: 'healthy', streak: 0 }),
    )
    await lost
    expect(await recorded).toBe(true)
    const { rows } = await database.pool.query('select from core.check_statuses where check_id = $1', [
      checkId,
    ])
    expect([rows.length, await waiting(events)]).toEqual([1, 1])
    await recorder.drain()
    await own.close()
  })

  test('and their events are stored together: where the queue refuses them, both wait', async () => {
    const events = listening([], ['check.failed'])
    const { canaryId, checkIds } = await claimedChecks(1)
    const [checkId = ''] = checkIds
    const stored = async () => {
      const { rows } = await database.pool.query('select from core.check_statuses where check_id = $1', [
        checkId,
      ])
      return rows.length
    }
    let refusals = 0
    const refusing: Events = {
      ...events,
      async emit(within, name, ...payloads) {
        if (refusals === 3 || payloads.length === 0) return events.emit(within, name, ...payloads)
        refusals += 1
        expect(await stored()).toBe(0)
        throw Object.assign(new Error('no such function'), { code: '42883' })
      },
    }
    const hasty = { now: () => systemClock.now(), wait: () => systemClock.wait(10) }
    const recorder = new Recorder({ pool: database.pool, events: refusing, clock: hasty, log })
    const leaseId = await lease(checkIds)
    const recordable = result({ checkId, canaryId, leaseId }, 'unhealthy', { verdict: 'healthy', streak: 0 })
    expect(await recorder.record(recordable)).toBe(true)
    expect([refusals, await stored(), await waiting(events)]).toEqual([3, 1, 1])
    await recorder.drain()
  })
})
