import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { until } from '../testing/until.ts'
import { systemClock } from './clock.ts'
import { newId } from './ids.ts'
import { type Job, startJobEngine } from './jobs/index.ts'
import { type LiveEvent, openLive } from './live/index.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { type DeadProcess, registerProcess } from './processes.ts'
import { noteSecretKey } from './secret-key.ts'
import { createSecrets } from './secrets.ts'

let database: TestDatabase
const log = await createLog('silent')
beforeAll(async () => {
  database = await createTestDatabase()
})

describe('live', () => {
  test('changes committed by anyone arrive with topic and ids, and what is rolled back does not', async () => {
    const live = await openLive(database.connection, systemClock, log)
    const events: LiveEvent[] = []
    live.subscribe((event) => events.push(event))
    await database.pool.query(
      `begin; insert into core.canary_files (path, digest) values ('rolled back', 'x'); rollback`,
    )
    await database.pool.query(`insert into core.canary_files (path, digest) values ('a', 'x'), ('b', 'x')`)
    await until(() => events.length > 0)
    await database.pool.query(`delete from core.canary_files where path = 'b'`)
    await until(() => events.length > 1)
    expect(events).toMatchObject([
      { kind: 'change', change: { topic: 'canary_files', ids: expect.arrayContaining(['a', 'b']) } },
      { kind: 'change', change: { topic: 'canary_files', ids: ['b'] } },
    ])
    await live.close()
  })

  test('too many ids for one message are left out, which means: any', async () => {
    const live = await openLive(database.connection, systemClock, log)
    const events: LiveEvent[] = []
    live.subscribe((event) => events.push(event))
    await database.pool.query(
      `insert into core.canary_files (path, digest) select 'file ' || n, 'x' from generate_series(1, 500) as n`,
    )
    await until(() => events.length > 0)
    expect(events).toEqual([{ kind: 'change', change: { topic: 'canary_files', ids: null } }])
    await live.close()
  })

  test('a lost connection is made anew, and listeners are told that they may have missed something', async () => {
    const live = await openLive(database.connection, systemClock, log)
    const events: LiveEvent[] = []
    live.subscribe((event) => events.push(event))
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'binnacle live' and datname = current_database()`,
    )
    await until(() => !live.connected)
    await until(() => events.some((event) => event.kind === 'resync'))
    expect(live.connected).toBe(true)
    await live.close()
  })
})

describe('jobs', () => {
  const history = async (name: string) => {
    const { rows } = await database.pool.query<Record<string, unknown>>(
      'select status, success_count, error_count, details, duration_millis from core.job_history where name = $1 order by id',
      [name],
    )
    return rows
  }
  const engineFor = (jobs: Job[], processId = newId()) =>
    startJobEngine({
      processId,
      pool: database.pool,
      jobs,
      clock: systemClock,
      log,
      metrics: createMetrics(),
    })

  test('every run leaves a row with counts, errors and duration', async () => {
    const engine = await engineFor([
      { name: 'Fine', run: async () => ({ success: 3, errors: [], details: { looked: 3 } }) },
      { name: 'Partly', run: async () => ({ success: 1, errors: ['one was wrong'] }) },
      { name: 'Bad', run: () => Promise.reject(new Error('it broke')) },
    ])
    for (const name of ['Fine', 'Partly', 'Bad']) await engine.start(name)
    for (const name of ['Fine', 'Partly', 'Bad'])
      await until(async () => (await history(name)).some((row) => row['status'] !== 'RUNNING'))
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

  test('what a dead process was running is marked, and its jobs run again', async () => {
    const blocked = Promise.withResolvers<void>()
    let runs = 0
    const job: Job = {
      name: 'Slow',
      run: async () => {
        runs += 1
        if (runs === 1) await blocked.promise
        return { success: 1, errors: [] }
      },
    }
    const dead = newId()
    const first = await engineFor([job], dead)
    await first.start('Slow')
    await until(() => runs === 1)
    const second = await engineFor([job])
    await second.takeOver([{ id: dead, workers: first.workers }])
    expect((await history('Slow'))[0]).toMatchObject({ status: 'STALE' })
    await until(() => runs === 2)
    blocked.resolve()
    await Promise.all([first.stop(), second.stop()])
  })
})

test('a process without a heartbeat is buried by another, which gets its leases', async () => {
  const deadId = newId()
  await database.pool.query(
    `insert into core.processes (id, role, host, pid, workers, heartbeat_at)
     values ($1, 'worker', 'elsewhere', 1, 'pool-1', now() - interval '1 minute')`,
    [deadId],
  )
  const buried: DeadProcess[] = []
  const own = newId()
  const registered = await registerProcess({
    id: own,
    workers: null,
    role: 'all',
    pool: database.pool,
    clock: systemClock,
    log,
    onDead: async (dead) => void buried.push(...dead),
  })
  expect(buried).toEqual([{ id: deadId, workers: 'pool-1' }])
  const processes = await database.pool.query<{ id: string }>('select id from core.processes')
  expect(processes.rows).toEqual([{ id: own }])
  await registered.stop()
  expect((await database.pool.query('select from core.processes')).rowCount).toBe(0)
})

test('another secret key than at the last start is said', async () => {
  const lines: string[] = []
  const loud = await createLog('warn', { write: (line) => lines.push(line) })
  const first = createSecrets('the first secret key of 32 characters')
  await noteSecretKey(database.pool, first, loud)
  await noteSecretKey(database.pool, first, loud)
  expect(lines).toEqual([])
  await noteSecretKey(database.pool, createSecrets('the second secret key of 32 characters'), loud)
  expect(lines.join('')).toContain('SECRET_KEY is another one')
})
