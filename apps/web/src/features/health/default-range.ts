import { type TimeRange, timeRanges } from '@binnacle/contract'
import { timeRangeKeys } from './filters.ts'

/** Ranges that a check may open with, as the specification lists them: from 1h. */
const candidates = timeRangeKeys.filter((key) => key !== '15m' && key !== '2h')

/**
 * The range of time that a check opens with: the shortest that covers the age of its last run.
 * @param lastRun ISO 8601; null when it has not run yet
 * @param now milliseconds since 1970
 */
export function defaultTimeRange(lastRun: string | null, now: number): TimeRange {
  if (lastRun === null) return '1h'
  const age = now - new Date(lastRun).getTime()
  return candidates.find((key) => timeRanges[key] >= age) ?? '5y'
}
