/**
 * `unseen`: due times may come from any other clock. `set back`: due times may come from before the clock was set back.
 * `steady`: the clock only went forward since.
 */
export type ClockState = 'unseen' | 'set back' | 'steady'

/** A correction by fewer milliseconds than this does not count as set back. */
const TOLERANCE = 2_000
/** Results in flight bring due times of the old clock, so due times are checked again after this many milliseconds. */
const LOOK_AGAIN = 10_000

/** Detects that due times may come from a clock that was ahead of the current one. */
export class ClockWatch {
  #lastSeen: number | undefined
  #lookAgainAt: number | undefined

  get state(): ClockState {
    if (this.#lastSeen === undefined) return 'unseen'
    return this.#lookAgainAt === undefined ? 'steady' : 'set back'
  }

  /** Records the time. @returns whether due times must be checked */
  see(now: Date): boolean {
    const time = now.getTime()
    const wasSetBack = this.#lastSeen === undefined || time < this.#lastSeen - TOLERANCE
    this.#lastSeen = time
    if (!wasSetBack && (this.#lookAgainAt === undefined || time < this.#lookAgainAt)) return false
    this.#lookAgainAt = wasSetBack ? time + LOOK_AGAIN : undefined
    return true
  }
}
