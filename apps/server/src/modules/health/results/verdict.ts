import type { CheckState } from '@binnacle/contract'

/** How many runs in a row must say the same before a check changes its mind. */
export interface Thresholds {
  failure: number
  recovery: number
}

/** What a check is held to be, beside what its newest run said. */
export interface Standing {
  /** What it was when last something was known; null until then. */
  verdict: 'healthy' | 'unhealthy' | null
  /** Runs in a row that contradict the verdict; those that know nothing do not count and do not interrupt. */
  streak: number
}

export interface Judged extends Standing {
  state: CheckState
  /** The verdict before this run. */
  previous: Standing['verdict']
  /** How far a change is that has not come yet, such as "failing 2 of 3". */
  note: string | undefined
}

/** The thresholds of a spec; one run decides where it says nothing. */
export function thresholdsOf(spec: {
  failureThreshold?: number | undefined
  recoveryThreshold?: number | undefined
}): Thresholds {
  return { failure: spec.failureThreshold ?? 1, recovery: spec.recoveryThreshold ?? 1 }
}

/**
 * What a check is after one more run. From healthy, and from nothing, it takes `failure` failing runs to be unhealthy;
 * from unhealthy `recovery` passing ones to be healthy. While nothing can be said the state is unknown, and what was
 * counted stays.
 */
export function judge({ verdict, streak }: Standing, run: CheckState, thresholds: Thresholds): Judged {
  if (run === 'unknown') return { verdict, previous: verdict, streak, state: 'unknown', note: undefined }
  const needed = run === 'unhealthy' ? thresholds.failure : verdict === 'unhealthy' ? thresholds.recovery : 1
  if (run === verdict || streak + 1 >= needed)
    return { verdict: run, previous: verdict, streak: 0, state: run, note: undefined }
  const word = run === 'unhealthy' ? 'failing' : 'passing'
  return {
    verdict,
    previous: verdict,
    streak: streak + 1,
    state: verdict ?? 'unknown',
    note: `${word} ${streak + 1} of ${needed}`,
  }
}
