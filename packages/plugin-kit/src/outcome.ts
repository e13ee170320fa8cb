import type { CheckState } from '@binnacle/contract'
import type { Json } from './json.ts'

/** What scripts see of a run beside its details. */
export interface CheckData {
  values?: { readonly [key: string]: Json }
  /** Lengths of time in milliseconds. */
  durations?: { readonly [key: string]: number }
}

/** A file that a run left, with its path as people know it. */
export interface ArtifactFile {
  path: string
  content: Uint8Array
}

/** What one run of a check found. A failing target is a value, never an exception. */
export interface CheckOutcome {
  state: CheckState
  /** What a person reads of a good result. */
  message?: string
  /** What was expected, what was found and where, when the state is not healthy. */
  error?: string
  /** Milliseconds that count as the latency, where the wall time of the run is not it. */
  durationMilliseconds?: number
  /** Evidence that is kept with the result. */
  details?: { readonly [key: string]: Json }
  /**
   * What scripts see beside the details, which they see as well; called only where there is a script, as it may be large.
   * Details without `results` stand under that name too.
   */
  data?: () => CheckData
  /** Files that are kept with the result; no script sees them. */
  artifacts?: readonly ArtifactFile[]
}

type Evidence = Omit<CheckOutcome, 'state' | 'error'>

/** The target is as the check wants it. */
export function healthy(evidence: Evidence = {}): CheckOutcome {
  return { state: 'healthy', ...evidence }
}

/** The target is not as the check wants it. `error` says expected, actual, where. */
export function unhealthy(error: string, evidence: Evidence = {}): CheckOutcome {
  return { state: 'unhealthy', error, ...evidence }
}

/** Nothing can be said about the target: a tool is missing, a setting makes no sense, policy forbids the way. */
export function unknown(error: string, evidence: Evidence = {}): CheckOutcome {
  return { state: 'unknown', error, ...evidence }
}
