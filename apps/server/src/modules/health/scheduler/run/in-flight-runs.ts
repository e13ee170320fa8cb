import { type Clock, endsWithin } from '../../../../platform/clock.ts'

/**
 * `open`: runs start. `draining`: no scheduled run starts, and those in flight may end. `aborting`: those in flight are
 * told to stop. `ended`: no run is left.
 */
export type InFlightState = 'open' | 'draining' | 'aborting' | 'ended'

/** Tracks the runs that this process executes, and ends them when it stops. */
export class InFlightRuns {
  readonly #clock: Clock
  readonly #running = new Set<Promise<unknown>>()
  readonly #drain = new AbortController()
  readonly #abort = new AbortController()
  #state: InFlightState = 'open'
  #ended: Promise<void> | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get state(): InFlightState {
    return this.#state
  }

  /** Aborts when no more runs should start. */
  get draining(): AbortSignal {
    return this.#drain.signal
  }

  /** Aborts when runs in flight must stop. */
  get aborting(): AbortSignal {
    return this.#abort.signal
  }

  /** Counts work as in flight until it succeeds or fails. @returns the same work */
  track<Value>(work: Promise<Value>): Promise<Value> {
    this.#running.add(work)
    return work.finally(() => this.#running.delete(work))
  }

  /** Says that no more runs should start. */
  drain(): void {
    if (this.#state !== 'open') return
    this.#state = 'draining'
    this.#drain.abort()
  }

  /** Waits this many milliseconds for runs to end, then aborts the rest. @returns when all have ended */
  end(graceMilliseconds: number): Promise<void> {
    this.#ended ??= this.#end(graceMilliseconds)
    return this.#ended
  }

  async #end(graceMilliseconds: number): Promise<void> {
    this.drain()
    await endsWithin(this.#clock, graceMilliseconds, Promise.allSettled(this.#running))
    this.#state = 'aborting'
    this.#abort.abort(new Error('the product stops'))
    await Promise.allSettled(this.#running)
    this.#state = 'ended'
  }
}
