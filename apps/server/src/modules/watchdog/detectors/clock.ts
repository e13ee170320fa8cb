import { formatDuration } from '@binnacle/contract/text'
import { type Finding, sees } from './detector.ts'

/** A moment on the clock of the machine, and on one that nobody can set. Milliseconds. */
export interface Moment {
  clock: number
  monotonic: number
}

/** A jump of the clock. */
export interface Jump {
  /** On the clock that nobody can set. */
  at: number
  /** Milliseconds; negative if the clock was set back. */
  by: number
}

/** The jump between two moments; undefined if the clock moved as time passed. @param limit milliseconds */
export function jumpBetween(before: Moment, after: Moment, limit: number): Jump | undefined {
  const by = after.clock - before.clock - (after.monotonic - before.monotonic)
  return Math.abs(by) > limit ? { at: after.monotonic, by } : undefined
}

/** Results around a jump have wrong times, so it is told for a while. @param reportedFor milliseconds */
export function findJump(jump: Jump | undefined, monotonic: number, reportedFor: number): Finding {
  if (jump === undefined || monotonic - jump.at > reportedFor) return sees
  const length = formatDuration(Math.round(Math.abs(jump.by) / 1_000) * 1_000)
  return {
    isBlind: true,
    reason:
      jump.by < 0
        ? `The clock was set back by ${length}`
        : `The clock jumped ahead by ${length}, or the machine was suspended`,
  }
}
