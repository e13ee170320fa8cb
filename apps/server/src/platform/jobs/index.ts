import { runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { DeadProcess } from '../processes/index.ts'
import type { Job, LaneName } from './define.ts'
import { signal } from '../live/signal.ts'
import { GiveBack } from './give-back.ts'
import { giveUpRunsOf } from './history.ts'
import { engineLogger, Lane, type LaneDependencies } from './lane.ts'
import { withOneListener } from './listener.ts'
import { unlockJobs } from './queue.ts'

export { type DefinedJob, defineJob, type Job, type JobOutcome, type LaneName } from './define.ts'
export type { RunLog } from './run-log.ts'
export { runJobHere } from './run.ts'
export { knownJobs } from './known.ts'
export { keepJobs } from './retention.ts'

export interface JobEngine {
  /** The ids of this process's workers in the queue, separated by commas. They change when a lane begins again. */
  readonly workers: string
  /** Lanes that do not look at the queue any more, although they have free places. */
  stillLanes(): LaneName[]
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
  /** Tells the other processes the ids of this one's workers, before these claim jobs. Called again when they change. */
  register?: (workers: string) => Promise<void>
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

/** Starts the workers of this process on the shared queue (graphile-worker), lane by lane. */
export async function startJobEngine(options: JobEngineOptions): Promise<JobEngine> {
  const { jobs, metrics, register } = options
  const pool = withOneListener(options.pool)
  const stopping = new AbortController()
  const started: Lane[] = []
  const workers = () => started.flatMap((lane) => lane.workers).join(',')
  const giveBack = new GiveBack({ ...options, lanes: started, stopping: stopping.signal })
  const dependencies: LaneDependencies = {
    ...options,
    stopping: stopping.signal,
    announce: createAnnouncer(options, stopping.signal),
    register: async () => register?.(workers()),
    onDoubt: () => giveBack.doubt(),
  }
  for (const [name, ofLane] of Map.groupBy(jobs, ({ lane }) => lane))
    started.push(new Lane(name, ofLane, pool, dependencies))
  const stillLanes = () => started.flatMap((lane) => (lane.isStill ? [lane.name] : []))
  metrics.watchLanes(() => started.map(({ name, isStill }) => ({ name, isStill })))
  await Promise.all(started.map((lane) => lane.start()))
  const looking = giveBack.keepLooking()
  return {
    get workers() {
      return workers()
    },
    stillLanes,
    async stop() {
      stopping.abort()
      await Promise.all(started.map((lane) => lane.stop()))
      await looking
    },
  }
}
