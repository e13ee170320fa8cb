/**
 * What is known of the clock. `unseen`: nothing, so due times may stem from any other. `set back`: they may stem from before
 * it was set back. `steady`: it went forward since.
 */
export type ClockState = 'unseen' | 'set back' | 'steady'

/** A clock that is corrected by less than this many milliseconds was not set back. */
const TOLERANCE = 2_000
/** Results that were on their way when it happened bring due times of the old clock: one more look after them. */
const LOOK_AGAIN = 10_000

/** Tells when due times may stem from a clock that was ahead of the present one. */
export class ClockWatch {
  #lastSeen: number | undefined
  #lookAgainAt: number | undefined

  get state(): ClockState {
    if (this.#lastSeen === undefined) return 'unseen'
    return this.#lookAgainAt === undefined ? 'steady' : 'set back'
  }

  /** Takes note of the time. @returns whether due times must be looked at */
  see(now: Date): boolean {
    const time = now.getTime()
    const wasSetBack = this.#lastSeen === undefined || time < this.#lastSeen - TOLERANCE
    this.#lastSeen = time
    if (!wasSetBack && (this.#lookAgainAt === undefined || time < this.#lookAgainAt)) return false
    this.#lookAgainAt = wasSetBack ? time + LOOK_AGAIN : undefined
    return true
  }
}
