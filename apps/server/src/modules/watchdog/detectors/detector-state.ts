import type { Finding } from './detector.ts'

/** What a detector says after hysteresis. */
export interface DetectorState {
  isBlind: boolean
  since: Date
  /** Empty while it is not blind. */
  reason: string
  /** Since when the findings say the opposite; undefined while they agree. */
  turningSince: Date | undefined
  /** The last time that it was blind, which is over. */
  last: { from: Date; to: Date } | undefined
}

/** How long findings have to say the opposite before a detector changes. Milliseconds. */
export interface Delays {
  raise: number
  clear: number
}

/** The state of a detector that sees for the first time. */
export function initialState(now: Date): DetectorState {
  return { isBlind: false, since: now, reason: '', turningSince: undefined, last: undefined }
}

/** Takes a finding into account. A detector changes only after its findings said the same for a while. */
export function nextState(state: DetectorState, finding: Finding, now: Date, delays: Delays): DetectorState {
  if (finding.isBlind === state.isBlind)
    return state.turningSince === undefined ? state : { ...state, turningSince: undefined }
  const begun = state.turningSince
  // The clock may have been set back.
  const turningSince = begun === undefined || begun > now ? now : begun
  const delay = finding.isBlind ? delays.raise : delays.clear
  if (now.getTime() - turningSince.getTime() < delay) return { ...state, turningSince }
  if (finding.isBlind)
    return {
      isBlind: true,
      since: finding.since !== undefined && finding.since < turningSince ? finding.since : turningSince,
      reason: finding.reason,
      turningSince: undefined,
      last: state.last,
    }
  return {
    isBlind: false,
    since: turningSince,
    reason: '',
    turningSince: undefined,
    last: { from: state.since, to: turningSince },
  }
}
