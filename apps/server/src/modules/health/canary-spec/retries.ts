import type { RetrySpec } from '@binnacle/plugin-kit/checks'
import { milliseconds } from '@binnacle/plugin-kit/core'

/** The retries of a run; durations in milliseconds. */
export interface RetryPlan {
  maxRetries: number
  /** Before the first retry. */
  delay: number
  /** Between retries. */
  interval: number
  /** No retry starts later than this after the start of the run. */
  timeout: number
}

const DEFAULT_INTERVAL = 1_000
const LONGEST = 3_600_000

/**
 * The retries of a check. Its own fields take precedence over those of its canary.
 * @returns undefined if there are no retries
 */
export function retryPlan(
  canary: RetrySpec | undefined,
  check: RetrySpec | undefined,
): RetryPlan | undefined {
  const own = Object.entries(check ?? {}).filter(([, value]) => value !== undefined)
  const merged: RetrySpec = { ...canary, ...Object.fromEntries(own) }
  if (merged.disabled === true || (merged.maxRetries ?? 0) === 0) return undefined
  const interval = merged.interval === undefined ? DEFAULT_INTERVAL : milliseconds(merged.interval)
  return {
    maxRetries: merged.maxRetries ?? 0,
    delay: merged.delay === undefined ? interval : milliseconds(merged.delay),
    interval,
    timeout: merged.timeout === undefined ? LONGEST : Math.min(LONGEST, milliseconds(merged.timeout)),
  }
}

/** Longest duration of a run with all retries, in milliseconds. */
export function longestRun(timeoutMilliseconds: number, plan: RetryPlan | undefined): number {
  if (plan === undefined) return timeoutMilliseconds
  const { maxRetries, delay, interval, timeout } = plan
  const attempts = (maxRetries + 1) * timeoutMilliseconds + delay + (maxRetries - 1) * interval
  return Math.min(attempts, timeout + timeoutMilliseconds)
}
