import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'

/**
 * What the loop does. `idle`: it was not started. `claiming`: it starts what is due. `resting`: not even a call wakes it,
 * as it looks at most so often. `waiting`: until the next check is due or a call wakes it. `failed`: the database did not
 * answer, and it tries again. `ended`: it does nothing any more.
 */
export type LoopState = 'idle' | 'claiming' | 'resting' | 'waiting' | 'failed' | 'ended'

export interface LoopDependencies {
  clock: Clock
  log: Log
  /** Starts what is due. @param areLeft is told when due checks were left because there was no place for them */
  startDue: (areLeft: () => void) => Promise<void>
  /** When the next check is due after some instant; undefined for none. */
  nextDue: (now: Date) => Promise<Date | undefined>
}

/** Due checks are looked for at most this often: a claim of ten costs little more than a claim of one. */
const SHORTEST_SLEEP = 100
/** With checks that wait for a place, every end of a run counts. */
const CROWDED_SLEEP = 10
/** … and at least this often: another process may have put a check on the schedule, or be too busy for one. */
const LONGEST_SLEEP = 1_000
const PAUSE_AFTER_FAILURE = 1_000

/** Starts checks as they come due, for as long as it is not ended. */
export class ClaimLoop {
  readonly #dependencies: LoopDependencies
  readonly #ending = new AbortController()
  #state: LoopState = 'idle'
  #wake = new AbortController()
  #crowded = false
  /** What comes due before this wakes the loop. */
  #sleepsUntil = 0
  #work: Promise<void> | undefined

  constructor(dependencies: LoopDependencies) {
    this.#dependencies = dependencies
  }

  get state(): LoopState {
    return this.#state
  }

  /** Begins to look for due checks; it does so once. */
  start(): void {
    if (this.#state === 'idle') this.#work = this.#run()
  }

  /** Looks again without waiting for the next due time. */
  wake(): void {
    this.#wake.abort()
  }

  /** Says that a run gave its place back. */
  placeIsFree(): void {
    if (this.#crowded) this.wake()
  }

  /** Says that a check comes due. */
  comesDue(at: Date): void {
    if (at.getTime() < this.#sleepsUntil) this.wake()
  }

  /** Ends it for good. @returns when what it was about is over */
  async end(): Promise<void> {
    this.#ending.abort()
    this.wake()
    await this.#work
    this.#state = 'ended'
  }

  async #run(): Promise<void> {
    const { clock, log } = this.#dependencies
    while (!this.#ending.signal.aborted) {
      try {
        this.#state = 'claiming'
        this.#crowded = false
        await this.#dependencies.startDue(() => {
          this.#crowded = true
        })
        await this.#sleep()
      } catch (error) {
        this.#state = 'failed'
        log.error({ reason: String(error) }, 'due checks could not be claimed; trying again')
        await clock.wait(PAUSE_AFTER_FAILURE, this.#ending.signal)
      }
    }
  }

  async #sleep(): Promise<void> {
    const { clock, nextDue } = this.#dependencies
    const now = clock.now()
    const next = await nextDue(now)
    const untilNext =
      next === undefined ? LONGEST_SLEEP : Math.min(next.getTime() - now.getTime(), LONGEST_SLEEP)
    this.#sleepsUntil = now.getTime() + untilNext
    const least = this.#crowded ? CROWDED_SLEEP : SHORTEST_SLEEP
    this.#state = 'resting'
    await clock.wait(least, this.#ending.signal)
    this.#state = 'waiting'
    await clock.wait(untilNext - least, this.#wake.signal)
    this.#wake = new AbortController()
  }
}
