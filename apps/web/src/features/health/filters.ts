import { type TimeRange, timeRanges } from '@binnacle/contract'
import {
  choiceParameter,
  defineFilters,
  filterParameter,
  integerParameter,
  optionalParameter,
  type Parameter,
} from '@binnacle/ui'

/** Whether a text names a range of time. */
export function isTimeRange(text: string): text is TimeRange {
  return Object.hasOwn(timeRanges, text)
}

/** Every range of time, shortest first. */
export const timeRangeKeys: readonly TimeRange[] = Object.keys(timeRanges).filter(isTimeRange)

/** What the drawer's history can be filtered by; results are healthy or unhealthy. */
export const historyStatuses = ['healthy', 'unhealthy'] as const

function timeRangeParameter(): Parameter<TimeRange | undefined> {
  return {
    default: undefined,
    read: (text) => (isTimeRange(text) ? text : undefined),
    write: (value) => value ?? '',
  }
}

/** The parameters of the open check. They go when it closes. */
export const drawerFilters = defineFilters({
  tab: choiceParameter(['history', 'graph', 'spec'], 'history'),
  /** Without it, the shortest range that holds the last run. */
  timeRange: timeRangeParameter(),
  from: optionalParameter(),
  to: optionalParameter(),
  historyStatus: filterParameter(historyStatuses),
  /** As typed, such as 500ms. */
  duration: optionalParameter(),
  historyPage: integerParameter({ fallback: 0, minimum: 0 }),
  /** Time of the result whose evidence is shown. */
  run: optionalParameter(),
})
