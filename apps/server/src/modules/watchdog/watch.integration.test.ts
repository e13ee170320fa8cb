import { connect, createServer } from 'node:net'
import { createServer as createWebServer } from 'node:http'
import type { DetectorName } from '@binnacle/contract/watchdog'
import { createEgress } from '@binnacle/egress'
import { listen } from '@binnacle/plugin-kit/servers'
import { Pool } from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { defineJob, prepareJobQueue } from '../../platform/jobs/index.ts'
import { createLog } from '../../platform/log.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { deadManState, pingIfWorking } from './dead-man.ts'
import { NetworkWatch } from './network-watch.ts'
import { createThresholds } from './thresholds.ts'
import { Watch } from './watch.ts'

const database = await createTestDatabase()
const { pool } = database
const log = await createLog('silent')
await prepareJobQueue(pool, log)

const first = '01930000-0000-7000-8000-000000000001'
const second = '01930000-0000-7000-8000-000000000002'

/** A job of a message, as the product has it. */
const job = defineJob({
  name: 'SendNotification',
  lane: 'sends',
  record: false,
  run: async () => ({ success: 1, errors: [] }),
})

/** Properties of the thresholds. */
const properties = new Map<string, string>()

function createWatch(processId = first, over: Pool = pool) {
  const clock = createManualClock(new Date())
  // Real time, for the durations of pings, and the time that the test lets pass.
  let passed = 0
  const monotonic = () => performance.now() + passed
  const thresholds = createThresholds({ value: (name) => properties.get(name) })
  const network = new NetworkWatch({ pool, clock, monotonic, thresholds, isOn: true })
  const watch = new Watch({
    pool: over,
    processId,
    clock,
    monotonic,
    log,
    thresholds,
    jobs: () => [job],
    network,
    pushed: undefined,
  })
  const blind = () =>
    [...watch.states].flatMap(([name, { isBlind }]): DetectorName[] => (isBlind ? [name] : []))
  return {
    clock,
    watch,
    blind,
    /** Looks every two seconds for so long. @returns which detectors are blind then */
    lookFor: async (seconds: number): Promise<DetectorName[]> => {
      for (let gone = 0; gone < seconds; gone += 2) {
        clock.advance(2_000)
        passed += 2_000
        await watch.look()
      }
      return blind()
    },
  }
}

/** Lets a process with a heartbeat far in the future work. */
async function addWorker(): Promise<void> {
  await pool.query(
    `insert into core.processes (id, role, host, pid, canary_paths, heartbeat_at)
     values ($1, 'all', 'here', 1, '{}', now() + interval '1 day')`,
    [second],
  )
}

/** Adds checks that are due as often as every 30 seconds. */
async function addChecks(count: number, lastRun: Date): Promise<void> {
  await pool.query(
    `with canary as (
       insert into core.canaries (name, spec, revision) values ('shop', '{}', gen_random_uuid()) returning id
     ), made as (
       insert into core.checks (canary_id, type, name, namespace, labels, spec)
       select canary.id, 'http', 'shop-' || number, 'default', '{}', '{}'
       from canary, generate_series(1, $1) as number returning id
     )
     insert into core.check_state (check_id, revision, type, timeout_milliseconds, state, last_runtime, due_at)
     select id, gen_random_uuid(), 'http', 10000, 'healthy', $2, $2::timestamptz + interval '30 seconds' from made`,
    [count, lastRun],
  )
}

beforeEach(async () => {
  properties.clear()
  await pool.query(
    `truncate core.watchdog_detectors, core.processes, core.check_state, core.checks, core.canaries cascade;
     update core.watchdog_lookout set process_id = null, looked_at = null;
     update core.watchdog_deadman set url = null, attempted_at = null, succeeded_at = null, error = null, withheld = null`,
  )
})

test('checks that do not run are noticed after three intervals, and again when they run', async () => {
  await addWorker()
  const { clock, lookFor } = createWatch()
  await addChecks(10, clock.now())
  expect(await lookFor(60)).toEqual([])
  expect(await lookFor(70)).toEqual(['checks'])
  await pool.query(
    `update core.check_state set last_runtime = $1, due_at = $1::timestamptz + interval '1 hour'`,
    [clock.now()],
  )
  expect(await lookFor(24)).toEqual([])
})

test('a check that runs for long, and one of many that hangs, are no blindness', async () => {
  await addWorker()
  const { clock, lookFor } = createWatch()
  await addChecks(10, clock.now())
  await pool.query(
    `update core.check_state set due_at = $1::timestamptz + interval '5 minutes'
     where check_id <> (select min(check_id::text)::uuid from core.check_state)`,
    [clock.now()],
  )
  expect(await lookFor(200)).toEqual([])
})

test('nobody works: it is noticed by a process without workers, and again when one is back', async () => {
  const { lookFor } = createWatch()
  expect(await lookFor(10)).toEqual(['workers'])
  await addWorker()
  expect(await lookFor(10)).toEqual([])
})

test('a message in the hands of a process that does nothing about it is noticed, however long ago it was due', async () => {
  await addWorker()
  await pool.query(
    `select graphile_worker.add_job('SendNotification', '{}', run_at => now() - interval '3 days');
     update graphile_worker._private_jobs set locked_by = 'pool-lost', locked_at = now() - interval '3 minutes'`,
  )
  const { lookFor } = createWatch()
  // The job may run for two minutes, and be late for two.
  expect(await lookFor(2)).toEqual([])
  await pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '5 minutes'`)
  expect(await lookFor(2)).toEqual(['queue'])
  await pool.query(`update graphile_worker._private_jobs set locked_at = null, locked_by = null`)
  expect(await lookFor(24)).toEqual(['queue'])
  await pool.query('delete from graphile_worker._private_jobs')
  expect(await lookFor(24)).toEqual([])
})

test('a lane of a process that stands still is noticed, with its name', async () => {
  await addWorker()
  const { watch, lookFor } = createWatch()
  await pool.query(`update core.processes set still_lanes = '{sends,events}'`)
  expect(await lookFor(2)).toEqual(['queue'])
  expect(watch.states.get('queue')?.reason).toBe('No jobs run in the lanes events, sends')
  await pool.query(`update core.processes set still_lanes = '{}'`)
  expect(await lookFor(24)).toEqual([])
})

test('a queue that does not move is noticed', async () => {
  await addWorker()
  await pool.query(
    `select graphile_worker.add_job('SendNotification', '{}', run_at => now() - interval '3 minutes')`,
  )
  const { lookFor } = createWatch()
  expect(await lookFor(2)).toEqual(['queue'])
  await pool.query('delete from graphile_worker._private_jobs')
  expect(await lookFor(24)).toEqual([])
})

test('a clock that is set back is told for five minutes', async () => {
  await addWorker()
  const { clock, watch, lookFor } = createWatch()
  expect(await lookFor(4)).toEqual([])
  clock.set(new Date(clock.now().getTime() - 3_600_000))
  expect(await lookFor(2)).toEqual(['clock'])
  expect(watch.states.get('clock')?.reason).toBe('The clock was set back by 1h')
  expect(await lookFor(310)).toEqual([])
})

test('a database that answers late is noticed after its window', async () => {
  await addWorker()
  properties.set('watchdog.database.slow', '15ms')
  const { host = '', port = 5432 } = database.connection
  let delay = 40
  const proxy = createServer((socket) => {
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    socket.pipe(upstream)
    upstream.on('data', (data) => setTimeout(() => socket.write(data), delay))
  })
  const proxied = await listen(proxy, 0)
  const slow = new Pool({ ...database.connection, host: '127.0.0.1', port: proxied.port })
  slow.on('error', () => undefined)
  afterAll(() => proxied.stop())
  const { lookFor } = createWatch(first, slow)
  expect(await lookFor(40)).toEqual([])
  expect(await lookFor(40)).toEqual(['database'])
  delay = 0
  properties.set('watchdog.database.slow', '30s')
  expect(await lookFor(32)).toEqual([])
  await slow.end()
})

test('one process looks for all, and another one when it stops', async () => {
  await addWorker()
  const one = createWatch(first)
  const other = createWatch(second)
  expect(await one.watch.look()).toBe(true)
  expect(await other.watch.look()).toBe(false)
  expect(other.watch.states.size).toBe(0)
  other.clock.set(new Date(one.clock.now().getTime() + 20_000))
  expect(await other.watch.look()).toBe(true)
  one.clock.set(other.clock.now())
  expect(await one.watch.look()).toBe(false)
})

test('the dead-man’s switch pings while checks run, and does not while they do not', async () => {
  let pings = 0
  const monitor = await listen(
    createWebServer((_request, response) => {
      pings += 1
      response.end('ok')
    }),
    0,
  )
  afterAll(() => monitor.stop())
  await addWorker()
  const secrets = createSecrets('a secret key for tests, long enough')
  const { clock, watch, lookFor } = createWatch()
  await addChecks(3, clock.now())
  const egress = createEgress({ deny: new Set() })
  const ping = () => pingIfWorking({ pool, secrets, egress, clock, userAgent: 'Binnacle' }, watch.states)
  await lookFor(2)
  await ping()
  expect(pings).toBe(0)
  await pool.query('update core.watchdog_deadman set url = $1', [
    secrets.seal(`http://127.0.0.1:${monitor.port}/ping/secret`),
  ])
  await ping()
  await ping()
  expect(pings).toBe(1)
  await lookFor(60)
  await ping()
  expect(pings).toBe(2)
  expect(await lookFor(80)).toEqual(['checks'])
  await ping()
  expect(pings).toBe(2)
  expect((await deadManState(pool)).withheld).toBe('3 of 3 health checks that are due did not run')
  await pool.query(`update core.check_state set due_at = $1::timestamptz + interval '1 hour'`, [clock.now()])
  expect(await lookFor(24)).toEqual([])
  await ping()
  expect(pings).toBe(3)
  expect(await deadManState(pool)).toMatchObject({ withheld: null, error: null, isOn: true })
})
