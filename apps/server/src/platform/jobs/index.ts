import { EventEmitter } from 'node:events'
import { type CronItem, Logger, parseCronItems, run, runMigrations, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { DeadProcess } from '../processes/index.ts'
import { engineAttempts, type Job, type LaneName, lanes } from './define.ts'
import { signal } from '../live/signal.ts'
import { giveUpRunsOf } from './history.ts'
import { withOneListener } from './listener.ts'
import { unlockJobs } from './queue.ts'
import { type RunDependencies, runJob } from './run.ts'

export { type DefinedJob, defineJob, type Job, type JobOutcome, type LaneName } from './define.ts'
export type { RunLog } from './run-log.ts'
export { type FinishedRun, runJobHere } from './run.ts'
export { knownJobs } from './known.ts'
export { keepJobs } from './retention.ts'

export interface JobEngine {
  /** The ids of this process's workers in the queue, separated by commas. */
  workers: string
  /** Waits for running jobs. Those that do not end soon are returned to the queue. */
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

/** Forwards the engine's log to ours. The engine's own activity is logged at debug. */
function engineLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    const known = logLevels.safeParse(level)
    // A failed run is already logged, without the engine's wording.
    const isFailedRun = meta?.['failure'] === true
    // The engine warns of a pool with fewer connections than a lane has jobs at once, as if each job kept one. Ours take
    // one for a statement and give it back, or wait for services without one, so a lane may be wider than the pool. It
    // does not tell its warnings apart but by these numbers.
    const isWideLane = Number(meta?.['max']) < Number(meta?.['concurrency'])
    // It also warns of a batch that is smaller than the lane. What one process claimed and does not run yet, others cannot
    // run, so lanes of long runs claim few.
    const isSmallBatch = message.startsWith('Your job batch size')
    if (known.data === 'error' && !isFailedRun) log.error({ engine: message }, 'job engine')
    else if (known.data === 'warning' && !isWideLane && !isSmallBatch)
      log.warn({ engine: message }, 'job engine')
    else log.debug({ engine: message }, 'job engine')
  })
}

/** Creates the queue, so that processes that run no jobs can add some too. */
export async function prepareJobQueue(pool: Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: engineLogger(log) })
}

/** Releases the jobs of dead processes, so that they run again. Works in a process that runs no jobs too. */
export async function takeOverJobs(pool: Pool, dead: readonly DeadProcess[]): Promise<void> {
  // Give up their runs first: otherwise a job that starts again is skipped because its last run seems to continue.
  await giveUpRunsOf(
    pool,
    dead.map((process) => process.id),
  )
  await unlockJobs(
    pool,
    dead.flatMap((process) => process.workers?.split(',') ?? []),
  )
}

/** Fewest milliseconds between two announcements that jobs ended. */
const ANNOUNCE_MILLISECONDS = 1_000

/** Announces to the screens of all processes that jobs ended. The engine itself announces when some are added. */
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
  dependencies: RunDependencies & { announce: () => void },
) {
  const { concurrency, batch, poll, ...lane } = lanes[name]
  const taskList: TaskList = Object.fromEntries(
    jobs.map((job) => [
      job.name,
      (payload: unknown, { job: { id, attempts } }) =>
        runJob(job, { id, payload, attempts }, dependencies).finally(dependencies.announce),
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
    logger: engineLogger(dependencies.log),
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

/** Starts the workers of this process on the shared queue (graphile-worker), lane by lane. */
export async function startJobEngine(options: JobEngineOptions): Promise<JobEngine> {
  const { jobs } = options
  const pool = withOneListener(options.pool)
  const stopping = new AbortController()
  const dependencies = {
    ...options,
    stopping: stopping.signal,
    announce: createAnnouncer(options, stopping.signal),
  }
  const started = await Promise.all(
    [...Map.groupBy(jobs, ({ lane }) => lane)].map(([lane, ofLane]) =>
      startLane(lane, ofLane, pool, dependencies),
    ),
  )
  return {
    workers: started.map(({ workers }) => workers).join(','),
    async stop() {
      stopping.abort()
      await Promise.all(started.map(({ stop }) => stop()))
    },
  }
}
