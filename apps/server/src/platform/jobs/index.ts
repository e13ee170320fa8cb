import { EventEmitter } from 'node:events'
import { hostname } from 'node:os'
import {
  type CronItem,
  Logger,
  parseCronItems,
  run,
  runMigrations,
  type Runner,
  type TaskList,
} from 'graphile-worker'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Queryable } from '../database/index.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { DeadProcess } from '../processes.ts'

/** What a run of a job achieved; errors are texts for the job history. */
export interface JobOutcome {
  success: number
  errors: readonly string[]
  details?: Readonly<Record<string, unknown>>
}

interface JobContext {
  /** Aborts when the process stops. */
  signal: AbortSignal
  now: () => Date
  /** What it was added with. */
  payload: unknown
}

/** A piece of background work. Every run of it leaves a row in the job history. */
export interface Job {
  /** Unique; shown in the job history. */
  name: string
  /** Five cron fields in UTC; without them the job only runs when it is added. */
  cron?: string
  /** How often a run that fails is tried in all, with growing pauses; once unless given. */
  attempts?: number
  run(context: JobContext): Promise<JobOutcome>
}

export interface JobEngine {
  /** Under which name the queue knows the workers of this process. */
  workers: string
  /** Starts a job now; at most one run of a name waits. */
  start(name: string): Promise<void>
  stop(): Promise<void>
}

export interface JobEngineOptions {
  processId: string
  pool: Pool
  jobs: readonly Job[]
  clock: Clock
  log: Log
  metrics: Metrics
}

/** Jobs that one process runs at once; they are few and short. */
const CONCURRENCY = 4

const logLevels = z.enum(['error', 'warning', 'info', 'debug'])

/** The engine's log goes to ours; what it says of its own doings is of no interest above debug. */
function engineLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    const known = logLevels.safeParse(level)
    if (known.data === 'error') log.error({ engine: message }, 'job engine')
    else if (known.data === 'warning') log.warn({ engine: message }, 'job engine')
    else log.debug({ engine: message }, 'job engine')
  })
}

async function begin(pool: Pool, name: string, processId: string, now: Date): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into core.job_history (name, hostname, process_id, status, time_start)
     values ($1, $2, $3, 'RUNNING', $4) returning id`,
    [name, hostname(), processId, now],
  )
  return rows[0]?.id ?? ''
}

async function end(pool: Pool, id: string, outcome: JobOutcome, now: Date): Promise<string> {
  const status = outcome.errors.length === 0 ? 'SUCCESS' : outcome.success > 0 ? 'WARNING' : 'FAILED'
  await pool.query(
    `update core.job_history
     set status = $2, success_count = $3, error_count = $4, details = $5, time_end = $6,
         duration_millis = greatest(0, extract(epoch from $6 - time_start) * 1000)::integer
     where id = $1`,
    [
      id,
      status,
      outcome.success,
      outcome.errors.length,
      { ...outcome.details, ...(outcome.errors.length > 0 ? { errors: outcome.errors } : {}) },
      now,
    ],
  )
  return status
}

/** Runs a job and writes down how it went; a job that throws has failed. */
async function runRecorded(
  job: Job,
  { processId, pool, clock, log, metrics }: Omit<JobEngineOptions, 'jobs'>,
  signal: AbortSignal,
  payload: unknown = {},
): Promise<void> {
  const id = await begin(pool, job.name, processId, clock.now())
  const outcome = await job
    .run({ signal, now: () => clock.now(), payload })
    .catch((error: unknown): JobOutcome => ({
      success: 0,
      errors: [error instanceof Error ? error.message : String(error)],
    }))
  if (outcome.errors.length > 0)
    log.warn({ job: job.name, errors: outcome.errors.slice(0, 3) }, 'a job had errors')
  const status = await end(pool, id, outcome, clock.now())
  metrics.jobRuns.inc({ name: job.name, status })
  // The engine tries again what throws.
  if (status === 'FAILED' && job.attempts !== undefined) throw new Error(outcome.errors.join('; '))
}

/** Makes the queue, so that work can be added to it also where none is done. */
export async function prepareJobQueue(pool: Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: engineLogger(log) })
}

/**
 * Adds work to the queue, as part of a transaction: it is done if and only if that is committed.
 * @param payload JSON
 */
export async function addJob(
  within: Queryable,
  job: Pick<Job, 'name' | 'attempts'>,
  payload: Readonly<Record<string, unknown>>,
): Promise<void> {
  await within.query('select graphile_worker.add_job($1, $2::json, max_attempts := $3)', [
    job.name,
    JSON.stringify(payload),
    job.attempts ?? 1,
  ])
}

/** Gives free what dead processes held, so that it runs again; also from a process that runs no jobs itself. */
export async function takeOverJobs(pool: Pool, dead: readonly DeadProcess[]): Promise<void> {
  const workers = dead.flatMap((process) => process.workers ?? [])
  // Where no process ever ran jobs, the queue is not there.
  if (workers.length > 0) await pool.query('select graphile_worker.force_unlock_workers($1)', [workers])
  await pool.query(
    `update core.job_history set status = 'STALE', time_end = now()
     where status = 'RUNNING' and process_id = any($1)`,
    [dead.map((process) => process.id)],
  )
}

/** Starts the workers of this process on the shared queue (graphile-worker). */
export async function startJobEngine(options: JobEngineOptions): Promise<JobEngine> {
  const { pool, jobs } = options
  const stopping = new AbortController()
  const taskList: TaskList = Object.fromEntries(
    jobs.map((job) => [job.name, (payload: unknown) => runRecorded(job, options, stopping.signal, payload)]),
  )
  const cronItems: CronItem[] = jobs.flatMap((job) =>
    job.cron === undefined
      ? []
      : [{ task: job.name, match: job.cron, options: { backfillPeriod: 0, maxAttempts: 1 } }],
  )
  let workers = ''
  const events = new EventEmitter()
  events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => (workers = workerPool.id))
  const runner: Runner = await run({
    pgPool: pool,
    events,
    logger: engineLogger(options.log),
    noHandleSignals: true,
    taskList,
    parsedCronItems: parseCronItems(cronItems),
    preset: {
      worker: {
        concurrentJobs: CONCURRENCY,
        // Idle workers are woken by the database; polling is only for jobs that are due later.
        pollInterval: 10_000,
        localQueue: { size: CONCURRENCY + 1 },
      },
    },
  })
  return {
    async start(name) {
      await runner.addJob(name, {}, { jobKey: name, maxAttempts: 3 })
    },
    workers,
    async stop() {
      stopping.abort()
      await runner.stop()
    },
  }
}
