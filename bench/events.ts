// Events emitted with the results of checks, each for three consumers: how long from the commit to a consumer, and what
// emitting costs the recorder. It prints figures; no figure is an error.
// Run: npm run bench events [-- --rate 1000 --seconds 20 --runs 3]
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { healthPartitions } from '../apps/server/src/modules/health/results/partitions.ts'
import { Recorder } from '../apps/server/src/modules/health/results/record.ts'
import { nextStatus } from '../apps/server/src/modules/health/results/check-status.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { type Database, openDatabase } from '../apps/server/src/platform/database/index.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { maintainPartitions } from '../apps/server/src/platform/database/partitions.ts'
import { createEvents, defineConsumer } from '../apps/server/src/platform/events/index.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import { prepareJobQueue, startJobEngine } from '../apps/server/src/platform/jobs/index.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { createMetrics } from '../apps/server/src/platform/metrics.ts'
import { launchPostgres } from '../apps/server/src/platform/postgres/launcher.ts'
import { machine, percentile, spread } from './lib/figures.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
    runs: { type: 'string', default: '3' },
  },
})
const [rate, seconds, runs] = [Number(values.rate), Number(values.seconds), Number(values.runs)]
const CONSUMERS = 3
const AIM_MILLISECONDS = 250
const STEP_MILLISECONDS = 50
/** Each check has its next result two seconds after the one before, and each result changes it. */
const CHECKS = rate * 2
const CHECKS_A_CANARY = 10
const log = await createLog('error')

async function fill({ pool }: Database): Promise<{ id: string; canaryId: string }[]> {
  await migrate(pool)
  await maintainPartitions(pool, healthPartitions, systemClock.now())
  await pool.query(
    `insert into core.canaries (name, namespace, spec, revision)
     select 'canary ' || number, 'bench', '{}', gen_random_uuid() from generate_series(1, $1::integer) as number`,
    [CHECKS / CHECKS_A_CANARY],
  )
  const { rows } = await pool.query<{ id: string; canaryId: string }>(
    `insert into core.checks (canary_id, type, name, namespace, spec)
     select id, 'http', 'check ' || number, 'bench', '{}'
     from core.canaries cross join generate_series(1, $1::integer) as number
     where namespace = 'bench'
     returning id, canary_id as "canaryId"`,
    [CHECKS_A_CANARY],
  )
  await pool.query(
    `insert into core.check_state (check_id, revision, type, timeout_milliseconds)
     select id, gen_random_uuid(), 'http', 1000 from core.checks where namespace = 'bench'`,
  )
  await pool.query('vacuum analyze core.canaries, core.checks, core.check_state')
  return rows
}

/** `getconf CLK_TCK` of every Linux that Node runs on. */
const TICKS_A_SECOND = 100

/** Processor time of PostgreSQL and all its processes so far, those that ended included, in seconds; Linux only. */
async function postgresSeconds(dataDirectory: string): Promise<number> {
  const [postmaster = ''] = (await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8')).split('\n')
  let ticks = 0
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')
    // After the name, which may have spaces: state, parent, …, own and then children's user and system time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (id === postmaster) for (const field of fields.slice(11, 15)) ticks += Number(field)
    else if (fields[1] === postmaster) for (const field of fields.slice(11, 13)) ticks += Number(field)
  }
  return ticks / TICKS_A_SECOND
}

interface Figures {
  /** Microseconds of processor time for each result that was stored, with all that its events cost. */
  serverTime: number
  postgresTime: number
  /** Milliseconds from the commit of a result to the begin of a consumer. */
  delays: number[]
  /** Milliseconds from a result to its commit. */
  stores: number[]
  lost: number
  processorSeconds: number
  seconds: number
}

async function measure(
  database: Database,
  checks: readonly { id: string; canaryId: string }[],
  consumers: number,
): Promise<Figures> {
  const { pool } = database
  const events = createEvents(systemClock)
  const stored = new Map<string, number>()
  const delays: number[] = []
  let consumed = 0
  const run = async ({ payload }: { payload: { checkId: string; time: string } }) => {
    const begun = performance.now()
    consumed += 1
    // A consumer may be there before the recorder hears of the commit.
    delays.push(Math.max(0, begun - (stored.get(`${payload.checkId} ${payload.time}`) ?? begun)))
  }
  for (const event of ['check.passed', 'check.failed'] as const)
    events.register(
      Array.from({ length: consumers }, (_, number) =>
        defineConsumer({ event, name: `consumer ${number + 1}`, lane: 'events', run }),
      ),
    )
  const recorder = new Recorder({ pool, events, clock: systemClock, log })
  const engine = await startJobEngine({
    processId: newId(),
    pool,
    jobs: events.jobs,
    clock: systemClock,
    log,
    metrics: createMetrics(),
  })
  const stores: number[] = []
  const recording: Promise<void>[] = []
  const started = performance.now()
  const usage = process.cpuUsage()
  const usageOfPostgres = await postgresSeconds(postgresData)
  let emitted = 0
  let next = 0
  const failed = new Set<string>()

  /** Results of the checks whose turn it is, as workers give them: under a lease. */
  async function recordSome(count: number): Promise<void> {
    const due = Array.from({ length: count }, (_, offset) => checks[(next + offset) % checks.length]).flatMap(
      (check) => check ?? [],
    )
    next += count
    const leaseId = newId()
    await pool.query('update core.check_state set lease_id = $1 where check_id = any($2)', [
      leaseId,
      due.map(({ id }) => id),
    ])
    const time = systemClock.now()
    for (const { id: checkId, canaryId } of due) {
      const state = failed.has(checkId) ? 'healthy' : 'unhealthy'
      if (state === 'healthy') failed.delete(checkId)
      else failed.add(checkId)
      const begun = performance.now()
      recording.push(
        recorder
          .record({
            checkId,
            canaryId,
            leaseId,
            result: { time, state, duration: 5, message: null, error: null, details: null },
            status: nextStatus({ verdict: state === 'healthy' ? 'unhealthy' : 'healthy', streak: 0 }, state, {
              failure: 1,
              recovery: 1,
            }),
            nextDue: null,
            skipped: 0,
          })
          .then((isStored) => {
            const ended = performance.now()
            if (!isStored) return
            emitted += 1
            stores.push(ended - begun)
            stored.set(`${checkId} ${time.toISOString()}`, ended)
          }),
      )
    }
  }

  let due = 0
  while (performance.now() - started < seconds * 1_000) {
    const wanted = Math.floor(((performance.now() - started) / 1_000) * rate)
    if (wanted > due) await recordSome(wanted - due)
    due = wanted
    await systemClock.wait(STEP_MILLISECONDS)
  }
  await Promise.all(recording)
  const took = (performance.now() - started) / 1_000
  const { user, system } = process.cpuUsage(usage)
  const giveUp = performance.now() + 60_000
  const isDone = () => consumed >= emitted * consumers || performance.now() > giveUp
  while (!isDone()) await systemClock.wait(STEP_MILLISECONDS)
  await recorder.drain()
  await engine.stop()
  const total = process.cpuUsage(usage)
  const aResult = 1_000_000 / Math.max(1, emitted)
  return {
    serverTime: ((total.user + total.system) / 1_000_000) * aResult,
    postgresTime: ((await postgresSeconds(postgresData)) - usageOfPostgres) * aResult,
    delays,
    stores,
    lost: emitted * consumers - consumed,
    processorSeconds: (user + system) / 1_000_000,
    seconds: took,
  }
}

const folder = await mkdtemp(join(tmpdir(), 'binnacle-bench-'))
const postgresData = join(folder, 'postgres')
const postgres = await launchPostgres({
  dataDirectory: folder,
  password: 'only for benchmarks',
  clock: systemClock,
})
const database = openDatabase({ connection: postgres.connection, connections: 14, log })
try {
  const checks = await fill(database)
  await prepareJobQueue(database.pool, log)
  console.log(
    `${rate} results a second for ${seconds} s that each change their check, ${runs} runs; ${machine()}, load ${loadavg()[0]?.toFixed(1)}`,
  )
  for (const consumers of [0, CONSUMERS]) {
    const all: Figures[] = []
    for (let run = 0; run < runs; run += 1) all.push(await measure(database, checks, consumers))
    const of = (figure: (figures: Figures) => number, digits = 0) => spread(all.map(figure), digits)
    console.log(
      `  ${consumers} consumers: ${of(({ stores, seconds: took }) => stores.length / took)} results a second stored, result to commit p50 ${of(({ stores }) => percentile(stores, 0.5))} ms, p95 ${of(({ stores }) => percentile(stores, 0.95))} ms, ${of(({ processorSeconds, seconds: took }) => processorSeconds / took, 2)} cores of the server; load ${loadavg()[0]?.toFixed(1)}`,
    )
    console.log(
      `    processor time a result: ${of(({ serverTime }) => serverTime)} µs of the server, ${of(({ postgresTime }) => postgresTime)} µs of PostgreSQL`,
    )
    if (consumers > 0)
      console.log(
        `    commit to consumer p50 ${of(({ delays }) => percentile(delays, 0.5))} ms, p95 ${of(({ delays }) => percentile(delays, 0.95))} ms (aim ${AIM_MILLISECONDS}), p99 ${of(({ delays }) => percentile(delays, 0.99))} ms; lost ${of(({ lost }) => lost)}`,
      )
  }
} finally {
  await database.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
