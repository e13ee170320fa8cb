import { EventEmitter } from 'node:events'
import { type CronItem, Logger, parseCronItems, run, runMigrations, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { DeadProcess } from '../processes.ts'
import { engineAttempts, type Job, type LaneName, lanes } from './define.ts'
import { signal } from '../live/signal.ts'
import { giveUpRunsOf } from './history.ts'
import { unlockJobs } from './queue.ts'
import { type RunDependencies, runJob } from './run.ts'

export { type DefinedJob, defineJob, type Job, type JobOutcome, type LaneName } from './define.ts'
export type { RunLog } from './run-log.ts'
export { knownJobs } from './known.ts'
export { keepJobs } from './retention.ts'

export interface JobEngine {
  /** Under which names the queue knows the workers of this process, with commas between them. */
  workers: string
  /** Waits for runs under way, but for those that do not end soon: they run again. */
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

const logLevels = z.enum(['error', 'warning', 'info', 'debug'])

/** The engine's log goes to ours; what it says of its own doings is of no interest above debug. */
function engineLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    const known = logLevels.safeParse(level)
    // A run that failed was logged already, without the engine's words for it.
    const isFailedRun = meta?.['failure'] === true
    if (known.data === 'error' && !isFailedRun) log.error({ engine: message }, 'job engine')
    else if (known.data === 'warning') log.warn({ engine: message }, 'job engine')
    else log.debug({ engine: message }, 'job engine')
  })
}

/** Makes the queue, so that work can be added to it also where none is done. */
export async function prepareJobQueue(pool: Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: engineLogger(log) })
}

/** Releases what dead processes held, so that it runs again; also from a process that runs no jobs itself. */
export async function takeOverJobs(pool: Pool, dead: readonly DeadProcess[]): Promise<void> {
  // First their runs: a job that starts again while its last run seems to go on would be skipped.
  await giveUpRunsOf(
    pool,
    dead.map((process) => process.id),
  )
  await unlockJobs(
    pool,
    dead.flatMap((process) => process.workers?.split(',') ?? []),
  )
}

/** Screens hear at most once in so many milliseconds that jobs ended. */
const ANNOUNCE_MILLISECONDS = 1_000

/** Tells the screens of all processes that jobs ended; the engine itself says when some are added. */
function createAnnouncer({ pool, clock, log }: JobEngineOptions, stopping: AbortSignal): () => void {
  let isWaiting = false
  async function announce(): Promise<void> {
    await clock.wait(ANNOUNCE_MILLISECONDS, stopping)
    isWaiting = false
    if (stopping.aborted) return
    await signal(pool, 'event_queue').catch((error: unknown) => {
      log.debug({ reason: String(error) }, 'screens do not hear of the event queue')
    })
  }
  return () => {
    if (isWaiting) return
    isWaiting = true
    void announce()
  }
}

/** Starts the workers of one lane. */
async function startLane(
  name: LaneName,
  jobs: readonly Job[],
  pool: Pool,
  parts: RunDependencies & { announce: () => void },
) {
  const { concurrency, batch, poll, ...lane } = lanes[name]
  const taskList: TaskList = Object.fromEntries(
    jobs.map((job) => [
      job.name,
      (payload: unknown, { job: { id, attempts } }) =>
        runJob(job, { id, payload, attempts }, parts).finally(parts.announce),
    ]),
  )
  const cronItems: CronItem[] = jobs.flatMap((job) =>
    job.cron === undefined
      ? []
      : [
          {
            task: job.name,
            match: job.cron,
            options: { backfillPeriod: 0, maxAttempts: engineAttempts(job) },
          },
        ],
  )
  let workers = ''
  const events = new EventEmitter()
  events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => (workers = workerPool.id))
  const runner = await run({
    pgPool: pool,
    events,
    logger: engineLogger(parts.log),
    noHandleSignals: true,
    taskList,
    parsedCronItems: parseCronItems(cronItems),
    preset: {
      worker: {
        concurrentJobs: concurrency,
        pollInterval: poll,
        localQueue: {
          size: batch,
          ...('rest' in lane ? { refetchDelay: { durationMs: lane.rest } } : {}),
        },
        ...('gather' in lane ? { completeJobBatchDelay: lane.gather, failJobBatchDelay: lane.gather } : {}),
      },
    },
  })
  return { workers, stop: () => runner.stop() }
}

/** Starts the workers of this process on the shared queue (graphile-worker), by lane. */
export async function startJobEngine(options: JobEngineOptions): Promise<JobEngine> {
  const { pool, jobs } = options
  const stopping = new AbortController()
  const parts = {
    ...options,
    stopping: stopping.signal,
    announce: createAnnouncer(options, stopping.signal),
  }
  const started = await Promise.all(
    [...Map.groupBy(jobs, ({ lane }) => lane)].map(([lane, ofLane]) => startLane(lane, ofLane, pool, parts)),
  )
  return {
    workers: started.map(({ workers }) => workers).join(','),
    async stop() {
      stopping.abort()
      await Promise.all(started.map(({ stop }) => stop()))
    },
  }
}
