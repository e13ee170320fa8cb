import type { Finding } from './detector.ts'

/** What a detector says after hysteresis. */
export interface Standing {
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

/** The standing of a detector that sees for the first time. */
export function firstStanding(now: Date): Standing {
  return { isBlind: false, since: now, reason: '', turningSince: undefined, last: undefined }
}

/** Takes a finding into account. A detector changes only after its findings said the same for a while. */
export function nextStanding(standing: Standing, finding: Finding, now: Date, delays: Delays): Standing {
  if (finding.isBlind === standing.isBlind)
    return standing.turningSince === undefined ? standing : { ...standing, turningSince: undefined }
  const begun = standing.turningSince
  // The clock may have been set back.
  const turningSince = begun === undefined || begun > now ? now : begun
  const delay = finding.isBlind ? delays.raise : delays.clear
  if (now.getTime() - turningSince.getTime() < delay) return { ...standing, turningSince }
  if (finding.isBlind)
    return {
      isBlind: true,
      since: finding.since !== undefined && finding.since < turningSince ? finding.since : turningSince,
      reason: finding.reason,
      turningSince: undefined,
      last: standing.last,
    }
  return {
    isBlind: false,
    since: turningSince,
    reason: '',
    turningSince: undefined,
    last: { from: standing.since, to: turningSince },
  }
}
