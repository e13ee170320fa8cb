// Gives back jobs that the queue says this process has, and of which it knows nothing.
import type { Pool } from 'pg'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Lane } from './lane.ts'
import { lockedJobs, unlockUnknown } from './queue.ts'

/** Milliseconds between two looks, and between two while there is a reason to look. */
const USUAL_PAUSE = 20_000
const SHORT_PAUSE = 3_000
/** A connection that breaks may have sent a claim that the server commits a moment later. So it looks this often. */
const LOOKS_IN_DOUBT = 4
/** A lane has this long to look at the queue once the database answers. Milliseconds. */
const STILL_MILLISECONDS = 15_000

export interface GiveBackDependencies {
  pool: Pool
  clock: Clock
  log: Log
  metrics: Pick<Metrics, 'jobsGivenBack'>
  lanes: readonly Lane[]
  /** Aborts when the process stops. */
  stopping: AbortSignal
}

/** Looks for jobs that nobody runs, soon when there is a reason, and now and then without one. */
export class GiveBack {
  readonly #dependencies: GiveBackDependencies
  /** Since when lanes stand still although the database answers. */
  readonly #stillSince = new Map<Lane, number>()
  #wake = new AbortController()
  #looks = 0

  constructor(dependencies: GiveBackDependencies) {
    this.#dependencies = dependencies
  }

  /** Looks soon, because a claim may have lost its answer. */
  doubt(): void {
    this.#looks = LOOKS_IN_DOUBT
    this.#wake.abort()
  }

  /** Looks until the process stops. */
  async keepLooking(): Promise<void> {
    const { clock, log, stopping } = this.#dependencies
    while (!stopping.aborted) {
      if (this.#looks > 0) await clock.wait(SHORT_PAUSE, stopping)
      else {
        await clock.wait(USUAL_PAUSE, AbortSignal.any([stopping, this.#wake.signal]))
        if (this.#looks > 0) continue
      }
      if (stopping.aborted) return
      try {
        await this.look()
        this.#looks = Math.max(0, this.#looks - 1)
        if (this.#looks === 0) this.#wake = new AbortController()
      } catch (error) {
        this.#looks = LOOKS_IN_DOUBT
        this.#stillSince.clear()
        log.debug({ reason: String(error) }, 'locked jobs could not be looked at')
      }
    }
  }

  /** Looks once. */
  async look(): Promise<void> {
    const { pool, log, metrics, lanes } = this.#dependencies
    const runners = lanes.flatMap((lane) =>
      [...lane.possessions].map(([id, possession]) => ({ lane, id, possession })),
    )
    let locked: Promise<ReadonlyMap<string, readonly string[]>> | undefined
    const read = () =>
      (locked ??= lockedJobs(
        pool,
        runners.map(({ id }) => id),
      ))
    for (const { lane, id, possession } of runners) {
      const wasOver = possession.isOver
      const unknown = await possession.findUnknown(async () => (await read()).get(id) ?? [])
      if (unknown.length > 0) {
        await unlockUnknown(pool, id, unknown, wasOver)
        metrics.jobsGivenBack.inc(unknown.length)
        log.warn(
          { lane: lane.name, jobs: unknown.length },
          'jobs that nobody ran were given back to the queue',
        )
      } else if (wasOver && ((await read()).get(id) ?? []).length === 0) lane.forget(id)
    }
    this.#renewStill()
  }

  /** Renews lanes that stand still although the database answers. */
  #renewStill(): void {
    const { log, lanes } = this.#dependencies
    const now = performance.now()
    for (const lane of lanes) {
      const since = this.#stillSince.get(lane)
      if (!lane.isStill) this.#stillSince.delete(lane)
      else if (since === undefined) this.#stillSince.set(lane, now)
      if (!lane.isStill || since === undefined || now - since < STILL_MILLISECONDS) continue
      log.error({ lane: lane.name }, 'a lane of jobs stands still; it begins again')
      this.#stillSince.delete(lane)
      lane.renew()
    }
  }
}
