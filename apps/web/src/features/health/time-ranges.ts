import { type TimeRange, timeRanges } from '@binnacle/contract/health'

/** Whether a text names a range of time. */
function isTimeRange(text: string): text is TimeRange {
  return Object.hasOwn(timeRanges, text)
}

/** Every range of time, shortest first. */
export const timeRangeKeys: readonly TimeRange[] = Object.keys(timeRanges).filter(isTimeRange)
