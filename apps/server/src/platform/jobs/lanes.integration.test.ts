import type { Pool } from 'pg'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts'
import { startOwnPostgres } from '../../testing/own-postgres.ts'
import { until } from '../../testing/until.ts'
import { systemClock } from '../clock.ts'
import { openDatabase } from '../database/index.ts'
import { migrate } from '../database/migrate.ts'
import { newId } from '../ids.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import {
  type DefinedJob,
  defineJob,
  type JobEngine,
  type LaneName,
  prepareJobQueue,
  startJobEngine,
} from './index.ts'

const log = await createLog('silent')
const laneNames: readonly LaneName[] = ['messages', 'notifications', 'sends', 'events', 'maintenance']

/** A job in each lane that counts how often each payload was run. @param held what runs wait for before they end */
function createJobs(names = laneNames, held: Promise<void> = Promise.resolve()) {
  const runs = new Map<string, number>()
  const jobs = names.map((lane) =>
    defineJob({
      name: `Count in ${lane}`,
      lane,
      attempts: 25,
      record: false,
      payload: z.object({ number: z.string() }),
      async run({ payload }) {
        runs.set(payload.number, (runs.get(payload.number) ?? 0) + 1)
        await held
        return { success: 1, errors: [] }
      },
    }),
  )
  return { runs, jobs }
}

/** Starts a process of the product as far as its jobs go, behind its own connections. */
async function startProcess(
  connection: TestDatabase['connection'],
  jobs: readonly DefinedJob<{ number: string }>[],
): Promise<{ engine: JobEngine; metrics: ReturnType<typeof createMetrics>; pool: Pool }> {
  const database = openDatabase({ connection, connections: 6, log })
  const metrics = createMetrics()
  const engine = await startJobEngine({
    processId: newId(),
    pool: database.pool,
    jobs,
    clock: systemClock,
    log,
    metrics,
  })
  onTestFinished(async () => {
    await engine.stop()
    await database.close()
  })
  return { engine, metrics, pool: database.pool }
}

async function valueOf(metrics: ReturnType<typeof createMetrics>, name: string): Promise<number> {
  const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith(name))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

describe('while connections break', () => {
  let database: TestDatabase
  let proxy: DatabaseProxy
  beforeAll(async () => {
    database = await createTestDatabase()
    await prepareJobQueue(database.pool, log)
  })
  const queued = async () =>
    (await database.pool.query<{ count: number }>('select count(*) from graphile_worker.jobs')).rows[0]?.count

  test.each<LaneName>(['messages', 'notifications'])(
    'a job of %s whose claim lost its answer is given back and runs once, within a minute',
    async (lane) => {
      proxy = await startDatabaseProxy(database.connection)
      const { runs, jobs } = createJobs([lane])
      const { metrics } = await startProcess(proxy.connection, jobs)
      for (let job = 0; (await valueOf(metrics, 'binnacle_jobs_given_back_total')) === 0; job += 1) {
        // A claim that found nothing may be the one that is lost; then the next job is tried.
        const lost = proxy.loseAnswer('get_job')
        await jobs[0]?.add(database.pool, { number: `${lane} ${job}` })
        await lost
        await until(() => runs.has(`${lane} ${job}`), 30_000)
      }
      await until(async () => (await queued()) === 0)
      expect([...runs.values()].every((times) => times === 1)).toBe(true)
      expect(await valueOf(metrics, 'binnacle_job_lane_restarts_total')).toBe(0)
    },
  )

  test.each(laneNames)('a job of %s whose end lost its answer is not run again', async (lane) => {
    proxy = await startDatabaseProxy(database.connection)
    const { runs, jobs } = createJobs([lane])
    const { metrics } = await startProcess(proxy.connection, jobs)
    const lost = proxy.loseAnswer('complete_job')
    await jobs[0]?.add(database.pool, { number: 'first' })
    await lost
    await jobs[0]?.add(database.pool, { number: 'second' })
    await until(() => runs.has('second'))
    await until(async () => (await queued()) === 0)
    expect([...runs]).toEqual([
      ['first', 1],
      ['second', 1],
    ])
    expect(await valueOf(metrics, 'binnacle_job_lane_restarts_total')).toBe(0)
  })

  test('ends that cannot be written wait until the database is back, and their lanes go on', async () => {
    proxy = await startDatabaseProxy(database.connection)
    const held = Promise.withResolvers<void>()
    const { runs, jobs } = createJobs(['messages', 'sends', 'maintenance'], held.promise)
    const { metrics } = await startProcess(proxy.connection, jobs)
    for (const job of jobs) await job.add(database.pool, { number: `${job.lane} before` })
    await until(() => runs.size === jobs.length)
    proxy.refuse(true)
    held.resolve()
    for (const job of jobs) await job.add(database.pool, { number: `${job.lane} during` })
    expect(await queued()).toBe(2 * jobs.length)
    proxy.refuse(false)
    await until(() => runs.size === 2 * jobs.length, 30_000)
    await until(async () => (await queued()) === 0)
    expect([...runs.values()].every((times) => times === 1)).toBe(true)
    expect(await valueOf(metrics, 'binnacle_job_lane_restarts_total')).toBe(0)
  })

  test('an error that the database cannot store ends no lane', async () => {
    const names: string[] = []
    const job = defineJob({
      name: 'Odd error',
      lane: 'sends',
      attempts: 1,
      record: false,
      payload: z.object({ number: z.string() }),
      async run({ payload }) {
        names.push(payload.number)
        throw new Error(`zero \0 and half a pair \uD800 of ${payload.number}`)
      },
    })
    const { metrics } = await startProcess(database.connection, [job])
    await job.add(database.pool, { number: 'one' })
    await until(() => names.length === 1)
    await job.add(database.pool, { number: 'two' })
    await until(() => names.length === 2)
    const errors = await until(async () => {
      const { rows } = await database.pool.query<{ last_error: string }>(
        `select last_error from graphile_worker.jobs where last_error is not null order by id`,
      )
      return rows.length === 2 ? rows.map(({ last_error: text }) => text) : undefined
    })
    expect(errors[0]).toContain('half a pair \uFFFD of one')
    expect(await valueOf(metrics, 'binnacle_job_lane_restarts_total')).toBe(0)
    await database.pool.query('delete from graphile_worker._private_jobs')
  })

  test('a runner that ends while the process lives begins again under another name, with all its jobs', async () => {
    const { runs, jobs } = createJobs()
    const registered: string[] = []
    const { pool } = database
    const metrics = createMetrics()
    const engine = await startJobEngine({
      processId: newId(),
      pool,
      jobs,
      clock: systemClock,
      log,
      metrics,
      register: async (workers) => void registered.push(workers),
    })
    onTestFinished(() => engine.stop())
    const before = engine.workers
    // What the engine does when a newer release has changed its tables. Said again, as a lane may not listen yet.
    await until(async () => {
      await pool.query(`select pg_notify('worker:migrate', '{"breaking": true, "migrationNumber": 99}')`)
      return (await valueOf(metrics, 'binnacle_job_lane_restarts_total')) >= jobs.length
    })
    process.exitCode = 0
    for (const job of jobs) await job.add(pool, { number: job.lane })
    await until(() => runs.size === jobs.length)
    expect(engine.workers).not.toBe(before)
    // Whoever takes over the work of this process must know under which names it claims.
    expect(registered.at(-1)).toContain(engine.workers.split(',').at(-1))
    expect(engine.stillLanes()).toEqual([])
  })

  test('a lane that cannot claim stands still, says so, and moves again', async () => {
    const { runs, jobs } = createJobs(['sends'])
    const { engine, metrics } = await startProcess(database.connection, jobs)
    const client = await database.pool.connect()
    await client.query('begin; lock table graphile_worker._private_jobs in access exclusive mode')
    const real = performance.now.bind(performance)
    // The next claim waits for the lock. The time is moved, not waited for.
    await until(async () => {
      const { rows } = await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%limit 50%'`,
      )
      return rows.length > 0
    })
    const moved = vi.spyOn(performance, 'now').mockImplementation(() => real() + 61_000)
    try {
      expect(engine.stillLanes()).toEqual(['sends'])
      expect(await valueOf(metrics, 'binnacle_job_lane_still{lane="sends"}')).toBe(1)
    } finally {
      await client.query('rollback')
      client.release()
    }
    await jobs[0]?.add(database.pool, { number: 'after' })
    await until(() => runs.has('after'))
    expect(engine.stillLanes()).toEqual([])
    moved.mockRestore()
  })
})

test(
  'two processes under load outlive kills of the postmaster and of single backends: each job runs, each lane goes on',
  { timeout: 120_000 },
  async () => {
    const postgres = await startOwnPostgres()
    const { connection } = postgres.server()
    const admin = openDatabase({ connection, connections: 4, log })
    onTestFinished(() => admin.close())
    await migrate(admin.pool)
    await prepareJobQueue(admin.pool, log)
    const { runs, jobs } = createJobs()
    const processes = [await startProcess(connection, jobs), await startProcess(connection, jobs)]
    let added = 0
    /** Adds jobs to all lanes until the database has taken them. */
    const addAll = async () => {
      added += 1
      for (const job of jobs)
        for (let number = 0; number < 20; number += 1) {
          const payload = { number: `${job.lane} ${added} ${number}` }
          await until(() =>
            job.add(admin.pool, payload).then(
              () => true,
              () => false,
            ),
          )
        }
    }
    const killBackends = () =>
      admin.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where pid <> pg_backend_pid() and backend_type = 'client backend' and random() < 0.6`,
      )
    for (let round = 0; round < 3; round += 1) {
      const adding = addAll()
      await until(() => runs.size > round * 100 + 10)
      await killBackends().catch(() => undefined)
      await adding
      await postgres.kill()
    }
    await addAll()
    await until(() => runs.size === added * jobs.length * 20, 60_000)
    await until(async () => {
      const { rows } = await admin.pool.query<{ count: number }>('select count(*) from graphile_worker.jobs')
      return rows[0]?.count === 0
    }, 60_000)
    for (const { engine } of processes) expect(engine.stillLanes()).toEqual([])
  },
)
