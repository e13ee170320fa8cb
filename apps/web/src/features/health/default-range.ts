import { timeRanges } from '@binnacle/contract/health'
import { type RelativeRange, simpleRange } from '@binnacle/ui'
import { timeRangeKeys } from './time-ranges.ts'

/** Ranges with which a check may open, as the specification lists them: from 1h. */
const candidates = timeRangeKeys.filter((key) => key !== '15m' && key !== '2h')

/** Default range of the page. Source: specification, document 2 section 2. */
const PAGE_RANGE = '1h'

function named(name: string): RelativeRange {
  const range = simpleRange(name)
  if (range === undefined) throw new TypeError(`${name} is no range`)
  return range
}

/** The range of the page if the address names none. */
export const pageRange = named(PAGE_RANGE)

/**
 * Returns the time range with which a check opens: the shortest that covers the age of its last run.
 * @param lastRun ISO 8601; null if it has not run yet
 * @param now milliseconds since 1970
 */
export function defaultTimeRange(lastRun: string | null, now: number): RelativeRange {
  if (lastRun === null) return named('1h')
  const age = now - new Date(lastRun).getTime()
  return named(candidates.find((key) => timeRanges[key] >= age) ?? '5y')
}
