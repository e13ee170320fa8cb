import type { Clock } from '../../../../platform/clock.ts'
import type { Log } from '../../../../platform/log.ts'

/**
 * `idle`: not started yet. `claiming`: starts due checks. `resting`: waits the shortest pause, and nothing wakes it.
 * `waiting`: until the next check is due or a call wakes it. `failed`: the database did not answer, and the loop tries
 * again. `ended`: stopped for good.
 */
export type LoopState = 'idle' | 'claiming' | 'resting' | 'waiting' | 'failed' | 'ended'

export interface LoopDependencies {
  clock: Clock
  log: Log
  /** Starts due checks. @param onDueLeft called when due checks remain because no slot is free */
  startDue: (onDueLeft: () => void) => Promise<void>
  /** Finds when the next check is due after this time; undefined if there is none. */
  nextDue: (now: Date) => Promise<Date | undefined>
}

/** The pause between two claims: a claim of ten checks costs little more than a claim of one. */
const SHORTEST_SLEEP = 100
/** The pause while checks wait for a slot, so that a freed slot is used soon. */
const CROWDED_SLEEP = 10
/** The longest pause: another process may have scheduled a check, or be too busy to run one. */
const LONGEST_SLEEP = 1_000
const PAUSE_AFTER_FAILURE = 1_000

/** Starts checks when they are due, until it ends. */
export class ClaimLoop {
  readonly #dependencies: LoopDependencies
  readonly #ending = new AbortController()
  #state: LoopState = 'idle'
  #wake = new AbortController()
  #crowded = false
  /** A check that becomes due before this time wakes the loop. */
  #sleepsUntil = 0
  #work: Promise<void> | undefined

  constructor(dependencies: LoopDependencies) {
    this.#dependencies = dependencies
  }

  get state(): LoopState {
    return this.#state
  }

  /** Starts the loop. Later calls do nothing. */
  start(): void {
    if (this.#state === 'idle') this.#work = this.#run()
  }

  /** Claims again without waiting for the next due time. */
  wake(): void {
    this.#wake.abort()
  }

  /** Wakes the loop if checks wait for a slot. */
  onSlotFreed(): void {
    if (this.#crowded) this.wake()
  }

  /** Wakes the loop if a check is due before the loop would claim again. */
  onDueTime(at: Date): void {
    if (at.getTime() < this.#sleepsUntil) this.wake()
  }

  /** Ends the loop for good. @returns when its current step has ended */
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
