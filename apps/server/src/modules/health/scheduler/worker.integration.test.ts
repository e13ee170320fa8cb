import { createEgress } from '@binnacle/egress'
import type { CheckPlugin } from '@binnacle/plugin-kit/node'
import { healthy, inputJsonSchema, unhealthy } from '@binnacle/plugin-kit/core'
import { createScriptEngine } from '@binnacle/scripting'
import { createTaskPool } from '@binnacle/scripting/tasks'
import type { Pool } from 'pg'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../../platform/clock.ts'
import { createCommandRunner } from '../../../platform/commands/index.ts'
import { noFiles } from '../../../testing/files.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { newId } from '../../../platform/ids.ts'
import { createEvents } from '../../../platform/events/index.ts'
import { openLive } from '../../../platform/live/index.ts'
import { systemClock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { createMetrics } from '../../../platform/metrics.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { until } from '../../../testing/until.ts'
import { removeCanaries } from '../canaries/remove.ts'
import { saveCanary } from '../canaries/save.ts'
import { createCheckMetrics } from '../metrics/index.ts'
import { createCanaryParser } from '../canary-spec/canary.ts'
import { type CheckTypes, loadCheckTypes } from '../canary-spec/check-types.ts'
import { PreparedChecks } from '../runner/prepare.ts'
import { Recorder } from '../results/record.ts'
import { nextStatus } from '../results/check-status.ts'
import { type CheckWorker, createCheckWorker } from './worker.ts'

const secrets = createSecrets('a secret key for tests, long enough')
const log = await createLog('silent')
const database: TestDatabase = await createTestDatabase()
const noon = new Date('2026-11-21T12:00:00Z')
let clock: ManualClock
const scripts = createScriptEngine({ now: () => clock.now() })
const tasks = createTaskPool()
afterAll(async () => {
  await scripts.close()
  await tasks.close()
})

beforeEach(async () => {
  clock = createManualClock(noon)
  await database.pool.query('truncate core.canaries, core.check_statuses, core.check_rollups_5m cascade')
})

/** The exec type with a run that the test decides, so that time and outcome are in its hands. */
async function typesRunning(run: CheckPlugin['run']): Promise<CheckTypes> {
  const types = await loadCheckTypes()
  const exec = types.get('exec')
  if (exec === undefined) throw new Error('no exec')
  return new Map([['exec', { ...exec, run, jsonSchema: inputJsonSchema(exec.definition.schema) }]])
}

const recording = () => ({
  pool: database.pool,
  events: createEvents(systemClock),
  clock: systemClock,
  log,
})

async function createWorker(
  types: CheckTypes,
  recorder = new Recorder(recording()),
  pool = database.pool,
): Promise<CheckWorker & { metrics: ReturnType<typeof createMetrics>; processId: string }> {
  const live = await openLive(database.connection, systemClock, log)
  const metrics = createMetrics()
  const processId = newId()
  const worker = createCheckWorker({
    pool,
    processId,
    types,
    connections: { find: async () => ({ ok: false, failure: 'this test has no connections' }) },
    references: { read: async () => ({ ok: false, failure: 'this test has no references' }) },
    prepared: new PreparedChecks(pool, types, secrets),
    recorder,
    artifactLimits: { days: 30, bytes: 1_000_000_000 },
    live,
    metrics,
    checkMetrics: createCheckMetrics(database.pool, () => clock.now()),
    scripts,
    tasks,
    egress: createEgress({ deny: new Set() }),
    commands: createCommandRunner({ execChecks: 'off' }),
    files: noFiles,
    clock,
    log,
    userAgent: 'test',
  })
  const stop: CheckWorker['stop'] = async (grace) => {
    const stopping = worker.stop(grace)
    const ticking = setInterval(() => clock.advance(1_000), 5)
    await stopping
    clearInterval(ticking)
    await live.close()
  }
  // What a failed test leaves running would claim the checks of the next one.
  onTestFinished(() => stop(0))
  return {
    ...worker,
    metrics,
    processId,
    stop,
  }
}

function save(
  types: CheckTypes,
  schedule: string,
  names: readonly string[],
  more: object = {},
): Promise<void> {
  return saveSpec(types, { schedule, exec: names.map((name) => ({ name, script: 'x', ...more })) })
}

async function saveSpec(types: CheckTypes, spec: Record<string, unknown>): Promise<void> {
  const parsed = await createCanaryParser(types, tasks).parseSpec(spec)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure))
  await inTransaction(database.pool, (client) =>
    saveCanary(
      client,
      { types, secrets, now: clock.now() },
      {
        metadata: { name: 'test', namespace: 'default', labels: {}, annotations: {} },
        spec: parsed.value,
        source: 'UI',
        createdBy: null,
        by: 'test',
      },
    ),
  )
}

const count = async (statement: string): Promise<number> => {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from ${statement}`,
  )
  return rows[0]?.count ?? 0
}

/** Moves the clock in small steps until a condition holds. */
async function advanceUntil(condition: () => Promise<boolean> | boolean, step = 100): Promise<void> {
  await until(async () => {
    clock.advance(step)
    return condition()
  })
}

describe('the schedule', () => {
  test('every tick has one result, however many workers share the checks', async () => {
    const runs: string[] = []
    const types = await typesRunning(async (spec) => {
      runs.push(spec.name)
      return healthy()
    })
    await save(types, '@every 10s', ['a', 'b', 'c'])
    const workers = await Promise.all([createWorker(types), createWorker(types), createWorker(types)])
    workers.forEach((worker) => worker.start())
    await advanceUntil(() => count('core.check_statuses').then((results) => results >= 30), 1_000)
    await Promise.all(workers.map((worker) => worker.stop(0)))
    const { rows } = await database.pool.query<{ ticks: number; results: number }>(
      `select count(*)::integer as results, count(distinct floor(extract(epoch from time - (state.due_at - interval '1000 days')) / 10))::integer as ticks
       from core.check_statuses join core.check_state as state using (check_id) group by check_id`,
    )
    // Besides the first run, at once, no two results lie in one stretch of ten seconds.
    for (const { ticks, results } of rows) expect(results - ticks).toBeLessThanOrEqual(1)
    expect(runs.length).toBe(await count('core.check_statuses'))
  })

  test('a run that outlasts its tick skips ticks instead of piling up', async () => {
    let running = 0
    let most = 0
    const release: (() => void)[] = []
    const types = await typesRunning(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => release.push(resolve))
      running -= 1
      return healthy()
    })
    await save(types, '@every 1s', ['slow'])
    const worker = await createWorker(types)
    worker.start()
    await advanceUntil(() => release.length === 1, 10)
    for (let step = 0; step < 45; step += 1) clock.advance(100)
    release[0]?.()
    await until(() => count('core.check_statuses').then((results) => results === 1))
    expect(most).toBe(1)
    expect(await count(`core.check_state where skipped between 3 and 5`)).toBe(1)
    await worker.stop(0)
  })

  test('set back by an hour, the clock neither stops the checks nor runs them twice', async () => {
    let runs = 0
    const types = await typesRunning(async () => {
      runs += 1
      return healthy()
    })
    await save(types, '@every 10s', ['a'])
    const worker = await createWorker(types)
    worker.start()
    await advanceUntil(() => runs === 2, 500)
    clock.set(new Date(clock.now().getTime() - 3_600_000))
    await worker.runNow(
      (await database.pool.query<{ check_id: string }>('select check_id from core.check_state')).rows[0]
        ?.check_id ?? '',
    )
    const before = runs
    await advanceUntil(() => runs >= before + 3, 500)
    expect(await count('core.check_statuses')).toBeGreaterThanOrEqual(before + 2)
    await worker.stop(0)
  })
})

describe('leases', () => {
  test('what a dead process was running runs again elsewhere, and is stored once', async () => {
    const stuck = Promise.withResolvers<void>()
    let runs = 0
    const types = await typesRunning(async () => {
      runs += 1
      if (runs === 1) await stuck.promise
      return healthy()
    })
    await save(types, '@every 1h', ['a'])
    const first = await createWorker(types)
    first.start()
    await advanceUntil(() => runs === 1, 10)
    const second = await createWorker(types)
    await second.takeOver([first.processId])
    second.start()
    await advanceUntil(() => count('core.check_statuses').then((results) => results === 1), 10)
    // The first process was not dead after all: its result comes too late.
    stuck.resolve()
    await Promise.all([first.stop(0), second.stop(0)])
    expect(runs).toBe(2)
    expect(await count('core.check_statuses')).toBe(1)
  })

  test('a result of the spec before a change is not stored', async () => {
    const stuck = Promise.withResolvers<void>()
    let runs = 0
    const types = await typesRunning(async () => {
      runs += 1
      if (runs === 1) await stuck.promise
      return runs === 1 ? unhealthy('old') : healthy()
    })
    await save(types, '@every 1h', ['a'])
    const worker = await createWorker(types)
    worker.start()
    await advanceUntil(() => runs === 1, 10)
    await save(types, '@every 2h', ['a'])
    await advanceUntil(() => runs === 2, 10)
    stuck.resolve()
    await worker.stop(0)
    expect(await count(`core.check_statuses where state = 'unhealthy'`)).toBe(0)
    expect(await count(`core.check_statuses where state = 'healthy'`)).toBe(1)
  })

  test('a worker that stops gives back what it holds', async () => {
    const types = await typesRunning(
      (_spec, { signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(unhealthy('stopped')))),
    )
    await save(types, '@every 1h', ['a'])
    const worker = await createWorker(types)
    worker.start()
    await advanceUntil(
      () => count('core.check_state where lease_id is not null').then((leases) => leases === 1),
      10,
    )
    await worker.stop(100)
    expect(await count('core.check_state where lease_id is not null')).toBe(0)
    expect(await count('core.check_statuses')).toBe(0)
    expect(await count('core.check_state where due_at is not null')).toBe(1)
  })
})

/** The pool of the tests with something in the way of its queries. */
function poolWith(around: (text: string, query: () => Promise<unknown>) => Promise<unknown>): Pool {
  return new Proxy(database.pool, {
    get(target, key) {
      const own: unknown = Reflect.get(target, key)
      if (key !== 'query' || typeof own !== 'function') return own
      return (...query: unknown[]) =>
        around(String(query[0]), async (): Promise<unknown> => Reflect.apply(own, target, query))
    },
  })
}

test('a suite is decided again when a test changes meanwhile', async () => {
  const types = await typesRunning(async () => healthy())
  const junit = (await loadCheckTypes()).get('junit')
  if (junit === undefined) throw new Error('no junit')
  const both: CheckTypes = new Map([...types, ['junit', junit]])
  await saveSpec(both, { schedule: '@every 1h', resultMode: 'junit', exec: [{ name: 'a', script: 'x' }] })
  let turned = false
  const pool = poolWith(async (text, query) => {
    const found = await query()
    if (!text.includes('as "hasRun"') || turned) return found
    const ran = `core.check_state set state = 'unhealthy', last_runtime = $1
      where type = 'exec' and last_runtime is not null`
    const { rowCount } = await database.pool.query(`update ${ran}`, [clock.now()])
    turned = rowCount === 1
    return found
  })
  const worker = await createWorker(both, undefined, pool)
  worker.start()
  const turnedSuite = "core.check_state where type = 'junit' and state = 'unhealthy'"
  await advanceUntil(() => count(turnedSuite).then((suites) => suites === 1), 100)
  expect(turned).toBe(true)
  expect(clock.now().getTime() - noon.getTime()).toBeLessThan(1_200_000)
  await worker.stop(0)
})

describe('a database that fails', () => {
  /** A pool that fails once for each query that holds one of these texts. */
  function failingOnce(texts: readonly string[]) {
    const left = new Set(texts)
    const pool = poolWith((text, query) => {
      const found = [...left].find((part) => text.includes(part))
      if (found === undefined) return query()
      left.delete(found)
      return Promise.reject(new Error('the connection was lost'))
    })
    return { pool, left }
  }

  const lookUp = 'checks.name = any ($2)'
  const load = 'canary_retries'
  const postponed = 'set due_at = $3, lease_owner = null'
  test.each([
    ['while dependencies are looked up', [lookUp]],
    ['while checks are loaded', [load]],
    ['and still when the check is given back', [lookUp, postponed]],
  ])('%s costs a second, not a lease', async (_when, texts) => {
    const runs: string[] = []
    const types = await typesRunning(async (spec) => {
      runs.push(spec.name)
      return healthy()
    })
    await saveSpec(types, {
      schedule: '@every 1h',
      exec: [
        { name: 'first', script: 'x' },
        { name: 'second', script: 'x', dependsOn: ['first'] },
      ],
    })
    const { pool, left } = failingOnce(texts)
    const worker = await createWorker(types, undefined, pool)
    worker.start()
    await advanceUntil(() => count('core.check_statuses').then((results) => results === 2), 50)
    expect(left.size).toBe(0)
    expect(runs).toEqual(['first', 'second'])
    // Far from the end of a lease, which outlasts the timeout by half a minute.
    expect(clock.now().getTime() - noon.getTime()).toBeLessThan(20_000)
    await worker.stop(0)
  })

  test('during a run by hand leaves the check free', async () => {
    const types = await typesRunning(async () => healthy())
    await save(types, '@every 1h', ['a'])
    const { pool } = failingOnce([load])
    const worker = await createWorker(types, undefined, pool)
    const { rows } = await database.pool.query<{ check_id: string }>('select check_id from core.check_state')
    const id = rows[0]?.check_id ?? ''
    await expect(worker.runNow(id)).rejects.toThrow('the connection was lost')
    await until(() => count('core.check_state where lease_id is null').then((free) => free === 1))
    expect((await worker.runNow(id))?.result.state).toBe('healthy')
    await worker.stop(0)
  })
})

describe('limits', () => {
  test('a run that ended has left its place, though its result is not stored yet', async () => {
    const ran: string[] = []
    const types = await typesRunning(async (spec) => {
      ran.push(spec.name)
      return healthy()
    })
    const gate = Promise.withResolvers<void>()
    class SlowRecorder extends Recorder {
      override async record(recordable: Parameters<Recorder['record']>[0]): Promise<boolean> {
        await gate.promise
        return super.record(recordable)
      }
    }
    const places = types.get('exec')?.definition.concurrency ?? 0
    const names = Array.from({ length: places + 5 }, (_, number) => `check ${number}`)
    await save(types, '@every 10s', names)
    const worker = await createWorker(types, new SlowRecorder(recording()))
    worker.start()
    await advanceUntil(() => ran.length === names.length)
    gate.resolve()
    await worker.stop(1_000)
    expect(await count('core.check_statuses')).toBe(names.length)
  })

  test('no more runs at once than the type allows; the others follow', async () => {
    let running = 0
    let most = 0
    const release: (() => void)[] = []
    const types = await typesRunning(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => release.push(resolve))
      running -= 1
      return healthy()
    })
    const { concurrency } = types.get('exec')?.definition ?? { concurrency: 0 }
    await save(
      types,
      '@every 1h',
      Array.from({ length: concurrency * 2 }, (_, index) => `check ${index}`),
    )
    const worker = await createWorker(types)
    worker.start()
    await advanceUntil(() => running === concurrency, 10)
    const freeing = setInterval(() => release.shift()?.(), 2)
    await advanceUntil(() => count('core.check_statuses').then((results) => results === concurrency * 2), 50)
    clearInterval(freeing)
    expect(most).toBe(concurrency)
    await worker.stop(0)
  })

  test('a check type that ignores its abort is given up, and one that throws is a defect, not an end', async () => {
    const types = await typesRunning(async (spec) => {
      if (spec.name === 'throws') throw new Error('a defect')
      return new Promise(() => {})
    })
    await save(types, '@every 1h', ['ignores', 'throws'])
    const worker = await createWorker(types)
    worker.start()
    await advanceUntil(() => count('core.check_statuses').then((results) => results === 2), 1_000)
    const { rows } = await database.pool.query<{ name: string; state: string; error: string }>(
      'select name, state.state, error from core.check_state as state join core.checks on id = check_id order by name',
    )
    expect(rows).toEqual([
      { name: 'ignores', state: 'unhealthy', error: 'did not end within 30s' },
      {
        name: 'throws',
        state: 'unknown',
        error: 'the check met a defect of Binnacle; the log of the server says more',
      },
    ])
    await worker.stop(0)
  })
})

describe('checks that are kept at hand', () => {
  test('all that are wanted come, also when others make room', async () => {
    const types = await typesRunning(async () => healthy())
    await save(types, '@every 1h', ['a', 'b'])
    const { rows } = await database.pool.query<{ check_id: string; revision: string }>(
      'select check_id, revision from core.check_state',
    )
    const prepared = new PreparedChecks(database.pool, types, secrets, 0)
    await prepared.get(rows.slice(0, 1))
    expect((await prepared.get(rows)).size).toBe(2)
  })

  test('what was changed between claim and loading is not taken for what it was', async () => {
    const types = await typesRunning(async () => healthy())
    await save(types, '@every 1h', ['a'])
    const { rows } = await database.pool.query<{ check_id: string; revision: string }>(
      'select check_id, revision from core.check_state',
    )
    await save(types, '@every 2h', ['a'])
    const prepared = new PreparedChecks(database.pool, types, secrets)
    const schedule = async () => (await prepared.get(rows)).get(rows[0]?.check_id ?? '')?.schedule
    expect(await schedule()).toBe('@every 2h')
    await save(types, '@every 1h', ['a'])
    expect(await schedule()).toBe('@every 1h')
  })
})

describe('storing', () => {
  /** What a check says after a run by hand, which found it healthy before. */
  async function stateAfter(types: CheckTypes): Promise<Record<string, unknown> | undefined> {
    const worker = await createWorker(types)
    await database.pool.query(`update core.check_state set state = 'healthy', verdict = 'healthy'`)
    const { rows } = await database.pool.query<{ check_id: string }>('select check_id from core.check_state')
    await worker.runNow(rows[0]?.check_id ?? '')
    const after = await database.pool.query<Record<string, unknown>>(
      'select state, error, lease_id from core.check_state',
    )
    await worker.stop(0)
    return after.rows[0]
  }

  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

  test('names of transformed checks that are too long to differ keep none of the others away', async () => {
    const long = 'x'.repeat(300)
    const given = [`${long}a`, `${long}b`, 'other'].map((name) => ({ name, pass: true }))
    const types = await typesRunning(async () => healthy({ details: { content: JSON.stringify(given) } }))
    await save(types, '@every 1h', ['a'], { transform: { template: '{{ .content }}' } })
    const parent = await database.pool.query<{ check_id: string }>('select check_id from core.check_state')
    const worker = await createWorker(types)
    const run = await worker.runNow(parent.rows[0]?.check_id ?? '')
    await worker.stop(0)
    const { rows } = await database.pool.query(
      `select name, state from core.checks join core.check_state on check_id = id where transformed order by name`,
    )
    expect(rows).toEqual([
      { name: 'other', state: 'healthy' },
      { name: expect.stringMatching(/^x+/), state: 'healthy' },
    ])
    expect(run?.result.message).toContain('not stored, as other checks of the canary have their names: xxx')
  })

  test('a check that was taken out of use is not run by hand any more', async () => {
    const types = await typesRunning(async () => healthy())
    await save(types, '@every 1h', ['a'])
    const { rows } = await database.pool.query<{ check_id: string; canary_id: string }>(
      'select check_id, canary_id from core.check_state join core.checks on checks.id = check_id',
    )
    await inTransaction(database.pool, (client) =>
      removeCanaries(client, { now: clock.now(), by: 'test' }, [rows[0]?.canary_id ?? '']),
    )
    const worker = await createWorker(types)
    expect(await worker.runNow(rows[0]?.check_id ?? '')).toBeUndefined()
    await worker.stop(0)
    expect((await database.pool.query('select due_at from core.check_state')).rows).toEqual([
      { due_at: null },
    ])
  })

  test('a transform whose result is nested too deep says so, and does not leave the check as it was', async () => {
    const types = await typesRunning(async () =>
      healthy({ details: { content: `{"detail":${nested(5_000)}}` } }),
    )
    await save(types, '@every 1h', ['a'], { transform: { template: '{{ .content }}' } })
    expect(await stateAfter(types)).toEqual({
      state: 'unknown',
      error: 'the transform failed: what it gives has more than 1000 levels of lists and objects',
      lease_id: null,
    })
  })

  test('a result that meets a defect on its way is unknown, and does not leave the check as it was', async () => {
    const types = await typesRunning(async () => healthy({ details: { deep: JSON.parse(nested(20_000)) } }))
    await save(types, '@every 1h', ['a'])
    expect(await stateAfter(types)).toMatchObject({
      state: 'unknown',
      error: expect.stringContaining('a defect of Binnacle'),
      lease_id: null,
    })
  })

  test('a duration that the database cannot hold does not leave the check as it was', async () => {
    const types = await typesRunning(async () => healthy())
    await save(types, '@every 1h', ['a'], { transform: { template: '{"duration": 1e300, "pass": false}' } })
    expect(await stateAfter(types)).toMatchObject({ state: 'unhealthy', lease_id: null })
    expect(await count(`core.check_statuses where duration > 0`)).toBe(1)
  })

  test('results that the database cannot store as they are hold back no others', async () => {
    const types = await typesRunning(async () => healthy())
    await save(types, '@every 1h', ['a', 'b'])
    const { rows } = await database.pool.query<{ check_id: string; lease_id: string }>(
      `update core.check_state set lease_id = gen_random_uuid(), lease_owner = gen_random_uuid() returning check_id, lease_id`,
    )
    const recorder = new Recorder(recording())
    const stored = await Promise.all(
      rows.map(({ check_id: checkId, lease_id: leaseId }, index) =>
        recorder.record({
          checkId,
          canaryId: newId(),
          leaseId,
          // What no type produces: half a surrogate pair, which JSON in the database refuses.
          result: {
            time: noon,
            state: 'healthy',
            duration: 1,
            message: null,
            error: null,
            details: index === 0 ? { bad: '\uD800' } : null,
          },
          status: nextStatus({ verdict: null, streak: 0 }, 'healthy', { failure: 1, recovery: 1 }),
          nextDue: null,
          skipped: 0,
        }),
      ),
    )
    expect(stored).toEqual([true, true])
    expect(
      await count(`core.check_statuses where state = 'unknown' and error like '%could not be stored%'`),
    ).toBe(1)
    expect(await count(`core.check_statuses where state = 'healthy'`)).toBe(1)
  })

  test('rollups add up what came in: counts, sums, histogram', async () => {
    const durations = [10, 10, 10, 200]
    let run = 0
    const types = await typesRunning(async () => {
      run += 1
      const duration = durations[run - 1] ?? 1
      return run === 4
        ? unhealthy('slow', { durationMilliseconds: duration })
        : healthy({ durationMilliseconds: duration })
    })
    await save(types, '@every 1h', ['a'])
    const worker = await createWorker(types)
    const { rows } = await database.pool.query<{ check_id: string }>('select check_id from core.check_state')
    const id = rows[0]?.check_id ?? ''
    for (const _ of durations) {
      clock.advance(1_000)
      await worker.runNow(id)
    }
    for (const table of ['core.check_rollups_5m', 'core.check_rollups_1h', 'core.check_rollups_1d']) {
      const rolled = await database.pool.query<Record<string, number>>(
        `select passed, failed, unknown, duration_sum, duration_max,
           derived.percentile(histogram, 4, 0.75) as p75, derived.percentile(histogram, 4, 0.76) as p76
         from ${table} where check_id = $1`,
        [id],
      )
      const { p75 = 0, p76 = 0, ...sums } = rolled.rows[0] ?? {}
      expect(sums).toEqual({ passed: 3, failed: 1, unknown: 0, duration_sum: 230, duration_max: 200 })
      expect(Math.abs(p75 - 10)).toBeLessThan(0.5)
      expect(Math.abs(p76 - 200)).toBeLessThan(10)
    }
    await worker.stop(0)
  })
})
