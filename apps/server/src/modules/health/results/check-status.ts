import type { CheckState } from '@binnacle/contract/health'

/** How many runs in a row change the status of a check. */
export interface Thresholds {
  failure: number
  recovery: number
}

/** Status after thresholds, as opposed to the latest result. */
export interface CheckStatus {
  /** The last known status; null if missing. */
  verdict: 'healthy' | 'unhealthy' | null
  /** Number of runs in a row that contradict the verdict. Unknown runs neither count nor interrupt. */
  streak: number
}

export interface NextStatus extends CheckStatus {
  state: CheckState
  /** The verdict before this run. */
  previous: CheckStatus['verdict']
  /** Progress of a change below its threshold, such as "failing 2 of 3". */
  note: string | undefined
}

/** The thresholds of a spec. Default: 1. */
export function thresholdsOf(spec: {
  failureThreshold?: number | undefined
  recoveryThreshold?: number | undefined
}): Thresholds {
  return { failure: spec.failureThreshold ?? 1, recovery: spec.recoveryThreshold ?? 1 }
}

/**
 * Computes the status after one more run. A healthy or new check becomes unhealthy after `failure` failed runs, an unhealthy
 * one becomes healthy after `recovery` passed runs. An unknown run shows as unknown and leaves the counts unchanged.
 */
export function nextStatus(
  { verdict, streak }: CheckStatus,
  run: CheckState,
  thresholds: Thresholds,
): NextStatus {
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
