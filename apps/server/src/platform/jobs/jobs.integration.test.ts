import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { until } from '../../testing/until.ts'
import { systemClock } from '../clock.ts'
import { newId } from '../ids.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { lanes } from './define.ts'
import { type DefinedJob, defineJob, type Job, keepJobs, startJobEngine, takeOverJobs } from './index.ts'

let database: TestDatabase
const log = await createLog('silent')
beforeAll(async () => {
  database = await createTestDatabase()
})

const history = async (name: string) => {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    'select status, success_count, error_count, details, duration_millis, time_end from core.job_history where name = $1 order by id',
    [name],
  )
  return rows
}
const queued = async (name: string) => {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    'select id, attempts, max_attempts, last_error, locked_at from graphile_worker.jobs where task_identifier = $1',
    [name],
  )
  return rows
}
const engineFor = (jobs: readonly Job[], processId = newId()) =>
  startJobEngine({
    processId,
    pool: database.pool,
    jobs,
    clock: systemClock,
    log,
    metrics: createMetrics(),
  })
const ended = (name: string) =>
  until(async () => {
    const rows = await history(name)
    return rows.length > 0 && rows.every((row) => row['status'] !== 'RUNNING')
  })
const plain = { lane: 'maintenance', record: true } as const

describe('runs', () => {
  test('leave a row with counts, errors and duration [JOB-019]', async () => {
    const jobs: DefinedJob<object>[] = [
      defineJob({
        ...plain,
        name: 'Fine',
        run: async () => ({ success: 3, errors: [], details: { looked: 3 } }),
      }),
      defineJob({ ...plain, name: 'Partly', run: async () => ({ success: 1, errors: ['one was wrong'] }) }),
      defineJob({ ...plain, name: 'Bad', run: () => Promise.reject(new Error('it broke')) }),
    ]
    const engine = await engineFor(jobs)
    for (const job of jobs) await job.add(database.pool, {})
    for (const { name } of jobs) await ended(name)
    expect(await history('Fine')).toMatchObject([
      { status: 'SUCCESS', success_count: 3, error_count: 0, details: { looked: 3 } },
    ])
    expect(await history('Partly')).toMatchObject([{ status: 'WARNING', success_count: 1, error_count: 1 }])
    expect(await history('Bad')).toMatchObject([
      { status: 'FAILED', error_count: 1, details: { errors: ['it broke'] } },
    ])
    expect((await history('Fine'))[0]?.['duration_millis']).toBeGreaterThanOrEqual(0)
    await engine.stop()
  })

  test('of a resource are its status as they end, and the newest one stays', async () => {
    const resource = newId()
    const outcomes = [
      { success: 0, errors: ['no answer'] },
      { success: 2, errors: [] },
    ]
    const job = defineJob({
      ...plain,
      name: 'Sync',
      payload: z.object({ id: z.string(), turn: z.number() }),
      resource: ({ id }) => ({ type: 'team', id, name: 'payments' }),
      run: async ({ payload }) => outcomes[payload.turn] ?? { success: 0, errors: [] },
    })
    const engine = await engineFor([job])
    const status = async () => {
      const { rows } = await database.pool.query<Record<string, unknown>>(
        'select * from core.resource_job_status where resource_id = $1',
        [resource],
      )
      return rows[0]
    }
    await job.add(database.pool, { id: resource, turn: 0 })
    const first = await until(status)
    expect(first).toMatchObject({
      resource_type: 'team',
      job_name: 'Sync',
      status: 'FAILED',
      error_count: 1,
      details: { errors: ['no answer'] },
      last_failed_at: expect.any(Date),
    })
    await job.add(database.pool, { id: resource, turn: 1 })
    await until(async () => (await status())?.['status'] === 'SUCCESS')
    expect(await status()).toMatchObject({
      success_count: 2,
      error_count: 0,
      last_failed_at: first['last_failed_at'],
    })
    await engine.stop()
  })

  test('of a resource that is at work are skipped', async () => {
    const release = Promise.withResolvers<void>()
    let begun = 0
    const job = defineJob({
      ...plain,
      name: 'Single',
      run: async () => {
        begun += 1
        await release.promise
        return { success: 1, errors: [] }
      },
    })
    const engine = await engineFor([job])
    await job.add(database.pool, {})
    await until(() => begun === 1)
    await job.add(database.pool, {})
    await until(async () => (await history('Single')).length === 2)
    expect(await history('Single')).toMatchObject([
      { status: 'RUNNING' },
      { status: 'SKIPPED', details: { errors: [expect.stringContaining('has not ended')] } },
    ])
    release.resolve()
    await ended('Single')
    expect(begun).toBe(1)
    await engine.stop()
  })

  test('leave no row where nobody schedules or starts them', async () => {
    let runs = 0
    const job = defineJob({
      name: 'Quiet',
      lane: 'messages',
      record: false,
      run: async () => {
        runs += 1
        return { success: 1, errors: [] }
      },
    })
    const engine = await engineFor([job])
    await job.add(database.pool, {}, {}, {})
    await until(() => runs === 3)
    expect(await history('Quiet')).toEqual([])
    await engine.stop()
  })

  test('that exceed their time limit have failed and say so, and leave their place to others', async () => {
    const signals: AbortSignal[] = []
    const endless = defineJob({
      ...plain,
      name: 'Endless',
      timeLimit: 300,
      run: ({ signal }) => {
        signals.push(signal)
        return new Promise(() => {})
      },
    })
    const next = defineJob({ ...plain, name: 'Next', run: async () => ({ success: 1, errors: [] }) })
    const engine = await engineFor([endless, next])
    await endless.add(database.pool, {})
    await ended('Endless')
    expect(await history('Endless')).toMatchObject([
      { status: 'FAILED', error_count: 1, details: { errors: ['exceeded its time limit of 300ms'] } },
    ])
    expect(signals[0]?.aborted).toBe(true)
    await next.add(database.pool, {})
    await ended('Next')
    await engine.stop()
    expect(await queued('Endless')).toEqual([])
  })

  test('that are at work when the process stops are stopped, and run again elsewhere with all attempts', async () => {
    let runs = 0
    const job = defineJob({
      ...plain,
      name: 'Stopped',
      attempts: 1,
      run: ({ signal }) => {
        runs += 1
        if (runs > 1) return Promise.resolve({ success: 1, errors: [] })
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('interrupted'))),
        )
      },
    })
    const first = await engineFor([job])
    await job.add(database.pool, {})
    await until(() => runs === 1)
    await first.stop()
    expect(await history('Stopped')).toMatchObject([
      { status: 'STOPPED', details: { errors: ['interrupted'] }, time_end: expect.any(Date) },
    ])
    await until(async () => (await queued('Stopped'))[0]?.['locked_at'] === null)
    expect(await queued('Stopped')).toMatchObject([{ attempts: 0 }])
    const second = await engineFor([job])
    await until(() => runs === 2)
    await until(async () => (await queued('Stopped')).length === 0)
    await second.stop()
  })

  test('that do not hear that the process stops hold it back for two seconds only', async () => {
    let runs = 0
    const job = defineJob({
      ...plain,
      name: 'Deaf',
      run: () => {
        runs += 1
        return new Promise(() => {})
      },
    })
    const engine = await engineFor([job])
    await job.add(database.pool, {})
    await until(() => runs === 1)
    await engine.stop()
    expect(await history('Deaf')).toMatchObject([{ status: 'STOPPED' }])
  })

  test('of a dead process are stale, and their jobs run again', async () => {
    const blocked = Promise.withResolvers<void>()
    let runs = 0
    const job = defineJob({
      ...plain,
      name: 'Slow',
      run: async () => {
        runs += 1
        if (runs === 1) await blocked.promise
        return { success: 1, errors: [] }
      },
    })
    const dead = newId()
    const first = await engineFor([job], dead)
    await job.add(database.pool, {})
    await until(() => runs === 1)
    const second = await engineFor([job])
    await takeOverJobs(database.pool, [{ id: dead, workers: first.workers }])
    expect((await history('Slow'))[0]).toMatchObject({
      status: 'STALE',
      details: { errors: ['the process that ran it ended without a word'] },
    })
    await until(() => runs === 2)
    blocked.resolve()
    await Promise.all([first.stop(), second.stop()])
    expect((await history('Slow'))[0]).toMatchObject({ status: 'STALE' })
  })
})

describe('jobs in the queue', () => {
  test('of one lane do not wait for those of another', async () => {
    const blocked = Promise.withResolvers<void>()
    let [slow, quick] = [0, 0]
    const scrape = defineJob({
      name: 'Scrape',
      lane: 'maintenance',
      record: false,
      run: async () => {
        slow += 1
        await blocked.promise
        return { success: 1, errors: [] }
      },
    })
    const message = defineJob({
      name: 'Message',
      lane: 'messages',
      record: false,
      run: async () => {
        quick += 1
        return { success: 1, errors: [] }
      },
    })
    const engine = await engineFor([scrape, message])
    await scrape.add(database.pool, ...Array.from({ length: 20 }, () => ({})))
    await until(() => slow === 2)
    await message.add(database.pool, {})
    await until(() => quick === 1)
    expect(slow).toBe(2)
    blocked.resolve()
    await until(() => slow === 20)
    await engine.stop()
  })

  test('of one key are one, with the newest payload, also when they are added together', async () => {
    const seen: unknown[] = []
    const job = defineJob({
      name: 'Keyed',
      lane: 'messages',
      record: false,
      payload: z.object({ key: z.string(), value: z.number() }),
      key: ({ key }) => key,
      run: async ({ payload }) => {
        seen.push(payload)
        return { success: 1, errors: [] }
      },
    })
    await job.add(database.pool, { key: 'a', value: 1 })
    await job.add(
      database.pool,
      { key: 'b', value: 1 },
      { key: 'a', value: 2 },
      { key: 'a', value: 3 },
      { key: 'b', value: 2 },
    )
    expect(await queued('Keyed')).toHaveLength(2)
    const engine = await engineFor([job])
    await until(() => seen.length === 2)
    expect(seen).toEqual(
      expect.arrayContaining([
        { key: 'a', value: 3 },
        { key: 'b', value: 2 },
      ]),
    )
    await engine.stop()
  })

  test('whose payload cannot be read are dead letters at once, with the reason', async () => {
    const shaped = (shape: z.ZodType<{ id: string }>) =>
      defineJob({
        name: 'Shaped',
        lane: 'messages',
        record: false,
        attempts: 10,
        payload: shape,
        run: async () => ({ success: 1, errors: [] }),
      })
    await shaped(z.object({ id: z.string() })).add(database.pool, { id: 'not a UUID' })
    const engine = await engineFor([shaped(z.object({ id: z.uuid() }))])
    const [letter] = await until(async () => {
      const rows = await queued('Shaped')
      return rows[0]?.['last_error'] == null ? undefined : rows
    })
    expect(letter).toMatchObject({
      attempts: 1,
      max_attempts: 1,
      last_error: expect.stringContaining('payload cannot be read'),
    })
    await engine.stop()
  })

  test('that died with their process for the last time say so', async () => {
    let runs = 0
    const job = defineJob({
      name: 'Deadly',
      lane: 'messages',
      record: false,
      attempts: 1,
      run: () => {
        runs += 1
        return new Promise(() => {})
      },
    })
    const dead = newId()
    const engine = await engineFor([job], dead)
    await job.add(database.pool, {})
    await until(() => runs === 1)
    await takeOverJobs(database.pool, [{ id: dead, workers: engine.workers }])
    expect(await queued('Deadly')).toMatchObject([
      { attempts: 1, locked_at: null, last_error: 'the process that ran it ended without a word' },
    ])
    await engine.stop()
  })

  test('are removed thirty days after their last attempt, and runs of which nothing was heard are given up', async () => {
    const job = defineJob({
      name: 'Failing',
      lane: 'messages',
      record: false,
      attempts: 1,
      run: () => Promise.reject(new Error('always')),
    })
    const keep = keepJobs(database.pool)
    const engine = await engineFor([job, keep])
    await job.add(database.pool, {}, {})
    await until(async () => (await queued('Failing')).every((row) => row['last_error'] === 'always'))
    const [old] = await queued('Failing')
    await database.pool.query(
      `update graphile_worker._private_jobs set run_at = now() - interval '31 days' where id = $1`,
      [old?.['id']],
    )
    await database.pool.query(
      `insert into core.job_history (name, status, time_start) values ('Unheard', 'RUNNING', now() - interval '5 hours')`,
    )
    await keep.add(database.pool, {})
    await ended('CleanUpJobs')
    expect(await queued('Failing')).toHaveLength(1)
    expect(await history('Unheard')).toMatchObject([{ status: 'STALE' }])
    await engine.stop()
  })
})

test('lanes that are wider than the pool start without a warning', async () => {
  const lines: string[] = []
  const heard = await createLog('warn', { write: (line) => lines.push(line) })
  const jobs = (['events', 'sends', 'messages', 'notifications', 'maintenance'] as const).map((lane) =>
    defineJob({ lane, name: `Start${lane}`, record: false, run: async () => ({ success: 0, errors: [] }) }),
  )
  const engine = await startJobEngine({
    processId: newId(),
    pool: database.pool,
    jobs,
    clock: systemClock,
    log: heard,
    metrics: createMetrics(),
  })
  await engine.stop()
  expect(database.pool.options.max).toBeLessThan(lanes.sends.concurrency)
  expect(lines).toEqual([])
})

test('all lanes listen on one connection, and on a new one after it broke', async () => {
  let ran = 0
  const jobs: DefinedJob<object>[] = (['events', 'sends'] as const).map((lane) =>
    defineJob({
      lane,
      name: `Heard${lane}`,
      record: false,
      run: async () => {
        ran += 1
        return { success: 1, errors: [] }
      },
    }),
  )
  const listening = async () => {
    const { rows } = await database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and query like 'listen "jobs:insert"%'`,
    )
    return rows.map(({ pid }) => pid)
  }
  const engine = await engineFor(jobs)
  const first = await until(async () => {
    const pids = await listening()
    return pids.length === 1 ? pids[0] : undefined
  })
  const runAll = async () => {
    ran = 0
    for (const job of jobs) await job.add(database.pool, {})
    await until(() => ran === jobs.length)
  }
  await runAll()
  expect(await listening()).toEqual([first])
  await database.pool.query('select pg_terminate_backend($1)', [first])
  await until(async () => {
    const pids = await listening()
    return pids.length === 1 && pids[0] !== first
  })
  await runAll()
  await engine.stop()
  await until(async () => (await listening()).length === 0)
})
