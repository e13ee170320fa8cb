import type { CheckState } from '@binnacle/contract/health'
import type { Json } from './json.ts'

/** What scripts see of a run besides its details. */
export interface CheckData {
  values?: { readonly [key: string]: Json }
  /** Durations in milliseconds. */
  durations?: { readonly [key: string]: number }
}

/** A file that a run left, with its path as the script named it. */
export interface ArtifactFile {
  path: string
  content: Uint8Array
}

/** The outcome of one run. A failing target is a value, never an exception. */
export interface CheckOutcome {
  state: CheckState
  /** Message of a healthy result. */
  message?: string
  /** What was expected, what was found and where, if the state is not healthy. */
  error?: string
  /** Latency in milliseconds. Default: the duration of the run. */
  durationMilliseconds?: number
  /** Evidence that is stored with the result. */
  details?: { readonly [key: string]: Json }
  /**
   * Values for scripts besides the details. Called only if there is a script, because they may be large. Without `results`
   * scripts see the details under that name too.
   */
  data?: () => CheckData
  /** Files that are stored with the result. Scripts do not see them. */
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

/** The run says nothing about the target: a tool is missing, a setting makes no sense, or policy denies the connection. */
export function unknown(error: string, evidence: Evidence = {}): CheckOutcome {
  return { state: 'unknown', error, ...evidence }
}
