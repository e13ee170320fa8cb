import { healthy, unhealthy } from '@binnacle/plugin-kit/core'
import type { Pool, QueryConfig } from 'pg'
import { describe, expect, test } from 'vitest'
import { until } from '../../../testing/until.ts'
import { type CheckTypes, loadCheckTypes } from '../canary-spec/check-types.ts'
import { Recorder } from '../results/record.ts'
import { PreparedChecks } from '../runner/prepare.ts'
import { noon, prepareWorkers, typesRunning } from './testing.ts'

const { database, clock, secrets, recording, createWorker, save, saveSpec, count, advanceUntil } =
  await prepareWorkers()

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
      return (...query: [string | QueryConfig, ...unknown[]]) => {
        const [statement] = query
        const text = typeof statement === 'string' ? statement : statement.text
        return around(text, async (): Promise<unknown> => Reflect.apply(own, target, query))
      }
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
    if (!text.includes('as "dependsOn"') || turned) return found
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

  const lookUp = '"checks"."name" = any($2)'
  const load = 'canary_retries'
  const postponed = 'set "due_at" = $1, "lease_owner" = $2'
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
        error: 'the check failed because of an error in Binnacle; see the log of the server',
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
