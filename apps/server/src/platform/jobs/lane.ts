// A lane of jobs in this process: a runner of the engine that is watched. Whenever it ends while the process lives, the next
// one begins at once, while the old one writes the ends of its last jobs.
import { EventEmitter } from 'node:events'
import { type CronItem, Logger, parseCronItems, run, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Log } from '../log.ts'
import { withCare } from './careful-pool.ts'
import { engineAttempts, type Job, type LaneName, lanes } from './define.ts'
import { Possession } from '../possession.ts'
import { type RunDependencies, runJob } from './run.ts'

/** What lanes share in a process. */
export interface LaneDependencies extends RunDependencies {
  /** Called when a job ended. */
  announce: () => void
  /** Tells the other processes the names under which this one claims jobs. May fail. */
  register: () => Promise<void>
  /** Called when jobs may be locked by this process of which it knows nothing. */
  onDoubt: () => void
}

/** One runner of the engine, from its begin to the end of its last job. */
interface Runner {
  /** The name under which it locks jobs. */
  id: string
  possession: Possession
  /** Resolves when it takes no more jobs. */
  stopped: Promise<void>
  /** Resolves when it is over. */
  ended: Promise<void>
  stop(): Promise<void>
}

/** Pauses before a runner begins again. One that ran for long begins again at once. Milliseconds. */
const SHORTEST_PAUSE = 100
const LONGEST_PAUSE = 5_000
const LONG_RUN = 60_000
/** A lane that has a free place and did not look at the queue for this long stands still. Milliseconds. */
const STILL_MILLISECONDS = 60_000

const logLevels = z.enum(['error', 'warning', 'info', 'debug'])

/** Forwards the engine's log to ours. The engine's own activity is logged at debug. */
export function engineLogger(log: Log): Logger {
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

/** What the queue can store of an error. The engine gives up a lane when it cannot store one. */
function storableError(error: unknown): Error {
  const text = error instanceof Error ? error.message : String(error)
  return new Error(text.replaceAll('\0', '').toWellFormed(), { cause: error })
}

const cronItemsOf = (jobs: readonly Job[]): CronItem[] =>
  jobs.flatMap((job) =>
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

/** Keeps one lane at work until the process stops. */
export class Lane {
  readonly name: LaneName
  readonly #jobs: readonly Job[]
  readonly #pool: Pool
  readonly #dependencies: LaneDependencies
  readonly #runners = new Set<Runner>()
  /** When runs are given up at the latest, by their number. */
  readonly #runs = new Map<symbol, number>()
  #claimedAt = performance.now()
  #newest: Runner | undefined
  #work: Promise<void> | undefined

  constructor(name: LaneName, jobs: readonly Job[], pool: Pool, dependencies: LaneDependencies) {
    this.name = name
    this.#jobs = jobs
    this.#pool = pool
    this.#dependencies = dependencies
  }

  /** Names under which this lane has locked jobs. */
  get workers(): string[] {
    return [...this.#runners].map(({ id }) => id)
  }

  /** What its runners have of the queue, by their names. */
  get possessions(): ReadonlyMap<string, Possession> {
    return new Map([...this.#runners].map(({ id, possession }) => [id, possession]))
  }

  /** Whether it has a free place and has not looked at the queue for long. */
  get isStill(): boolean {
    const now = performance.now()
    // A run that outlives its limit keeps its place only if something hangs.
    const busy = [...this.#runs.values()].filter((limit) => limit > now).length
    return now - this.#claimedAt > STILL_MILLISECONDS && busy < lanes[this.name].concurrency
  }

  /** Begins. @returns when the first runner works */
  async start(): Promise<void> {
    const begun = Promise.withResolvers<void>()
    this.#work = this.#keepRunning(begun.resolve)
    await begun.promise
  }

  /** Ends the runner, so that the next one begins. */
  renew(): void {
    void this.#newest?.stop()
  }

  /** Forgets a runner that is over, and that has nothing in the queue any more. */
  forget(id: string): void {
    for (const runner of this.#runners) if (runner.id === id) this.#runners.delete(runner)
  }

  /** Waits until all its runners are over. The process stops, so they have been told. */
  async stop(): Promise<void> {
    await this.#work
    await Promise.all([...this.#runners].map((runner) => runner.stop()))
  }

  async #keepRunning(onBegun: () => void): Promise<void> {
    const { clock, log, metrics, stopping } = this.#dependencies
    let pause = 0
    while (!stopping.aborted) {
      const begun = performance.now()
      try {
        const runner = await this.#begin()
        this.#newest = runner
        onBegun()
        await Promise.race([runner.stopped, whenAborted(stopping)])
        if (stopping.aborted) return
        log.error({ lane: this.name }, 'a lane of jobs ended; it begins again')
      } catch (error) {
        log.error({ lane: this.name, reason: String(error) }, 'a lane of jobs could not begin; trying again')
      }
      metrics.laneRestarts.inc({ lane: this.name })
      this.#dependencies.onDoubt()
      if (performance.now() - begun > LONG_RUN) pause = 0
      await clock.wait(pause, stopping)
      pause = Math.min(Math.max(pause * 2, SHORTEST_PAUSE), LONGEST_PAUSE)
    }
  }

  /** Begins a runner of the engine. */
  async #begin(): Promise<Runner> {
    const { clock, log, stopping, onDoubt } = this.#dependencies
    const possession = new Possession()
    const registered = Promise.withResolvers<void>()
    const stopped = Promise.withResolvers<void>()
    const events = new EventEmitter()
    let id = ''
    events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => (id = workerPool.id))
    events.once('pool:gracefulShutdown', () => stopped.resolve())
    events.once('pool:forcefulShutdown', () => stopped.resolve())
    let failures = 0
    const pool = withCare(this.#pool, {
      clock,
      possession,
      registered: registered.promise,
      stopping,
      onClaim: () => (this.#claimedAt = performance.now()),
      onLostClaim: onDoubt,
      onFailure(error) {
        failures += 1
        // An outage of the database would fill the log.
        if (failures === 1)
          log.warn({ reason: String(error) }, 'the end of a job could not be written; trying again')
      },
    })
    const engine = await run(this.#options(pool, possession, events))
    const ended = engine.promise
      .catch((error: unknown) =>
        log.error({ lane: this.name, reason: String(error) }, 'a lane of jobs failed'),
      )
      .then(() => {
        possession.over()
        stopped.resolve()
        onDoubt()
      })
    const stop = async () => {
      await engine.stop().catch(() => undefined)
      await ended
    }
    const runner: Runner = { id, possession, stopped: stopped.promise, ended, stop }
    this.#runners.add(runner)
    this.#claimedAt = performance.now()
    void this.#register().then(registered.resolve)
    return runner
  }

  async #register(): Promise<void> {
    const { clock, log, register, stopping } = this.#dependencies
    for (let pause = SHORTEST_PAUSE; !stopping.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        return await register()
      } catch (error) {
        log.warn({ lane: this.name, reason: String(error) }, 'the workers of a lane could not be registered')
        await clock.wait(pause, stopping)
      }
    }
  }

  #options(pool: Pool, possession: Possession, events: EventEmitter): Parameters<typeof run>[0] {
    const { concurrency, batch, poll, ...lane } = lanes[this.name]
    const { log, announce } = this.#dependencies
    const taskOf =
      (job: Job): TaskList[string] =>
      async (payload, { job: { id, attempts } }) => {
        const place = Symbol(job.name)
        possession.begun(id)
        this.#runs.set(place, performance.now() + job.timeLimit + STILL_MILLISECONDS)
        try {
          await runJob(job, { id, payload, attempts }, this.#dependencies)
        } catch (error) {
          throw storableError(error)
        } finally {
          this.#runs.delete(place)
          possession.ended(id)
          announce()
        }
      }
    return {
      pgPool: pool,
      events,
      logger: engineLogger(log),
      noHandleSignals: true,
      taskList: Object.fromEntries(this.#jobs.map((job) => [job.name, taskOf(job)])),
      parsedCronItems: parseCronItems(cronItemsOf(this.#jobs)),
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
    }
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
