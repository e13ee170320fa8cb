import { type Clock, endsWithin } from '../../../platform/clock.ts'

/**
 * Where the part of a process that runs checks is in its life. `open`: runs are begun. `draining`: none is begun on the
 * schedule, and those under way may end. `aborting`: those under way are told to stop. `ended`: none is left.
 */
export type LifeState = 'open' | 'draining' | 'aborting' | 'ended'

/** The runs under way, and how they come to an end. */
export class Life {
  readonly #clock: Clock
  readonly #running = new Set<Promise<unknown>>()
  readonly #drain = new AbortController()
  readonly #abort = new AbortController()
  #state: LifeState = 'open'
  #ended: Promise<void> | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get state(): LifeState {
    return this.#state
  }

  /** Aborts when nothing more should be begun. */
  get draining(): AbortSignal {
    return this.#drain.signal
  }

  /** Aborts when runs under way must stop. */
  get aborting(): AbortSignal {
    return this.#abort.signal
  }

  /** Counts some work among what is under way until it is over, well or badly. @returns the same work */
  track<Value>(work: Promise<Value>): Promise<Value> {
    this.#running.add(work)
    return work.finally(() => this.#running.delete(work))
  }

  /** From here on nothing more should be begun. */
  drain(): void {
    if (this.#state !== 'open') return
    this.#state = 'draining'
    this.#drain.abort()
  }

  /** Lets what is under way end for so many milliseconds, then aborts it. @returns when all of it is over */
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
