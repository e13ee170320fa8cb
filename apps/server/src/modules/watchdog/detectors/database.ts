import { type Finding, sees } from './detector.ts'

/** How long the database took to answer. Milliseconds. */
export interface Ping {
  /** On a clock that nobody can set. */
  at: number
  duration: number
}

/** The value that 95 % of the numbers do not exceed; 0 for none. */
export function percentile95(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
}

/** The pings that still count. @param window milliseconds */
export function recentPings(pings: readonly Ping[], monotonic: number, window: number): readonly Ping[] {
  return pings.filter(({ at }) => monotonic - at <= window)
}

/**
 * The database is slow if the 95th percentile of the pings of a whole window exceeds the limit.
 * @param pings those of the window
 * @param limits milliseconds
 */
export function findSlowDatabase(
  pings: readonly Ping[],
  monotonic: number,
  limits: { slow: number; window: number },
): Finding {
  const [first] = pings
  // A few slow answers after the start say nothing.
  if (first === undefined || monotonic - first.at < limits.window * 0.8) return sees
  const slowest = percentile95(pings.map(({ duration }) => duration))
  if (slowest <= limits.slow) return sees
  return {
    isBlind: true,
    reason: `The database answers in ${Math.round(slowest)} ms (95th percentile), expected at most ${limits.slow} ms`,
  }
}
