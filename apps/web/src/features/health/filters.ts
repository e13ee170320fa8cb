import {
  checkGroupings,
  checkSortColumns,
  checkStates,
  MAX_PAGE_SIZE,
  type TimeRange,
  timeRanges,
} from '@binnacle/contract'
import {
  choiceParameter,
  defineFilters,
  filterParameter,
  integerParameter,
  listParameter,
  optionalParameter,
  textParameter,
} from '@binnacle/ui'

/** Whether a text names a range of time. */
export function isTimeRange(text: string): text is TimeRange {
  return Object.hasOwn(timeRanges, text)
}

/** Every range of time, shortest first. */
export const timeRangeKeys: readonly TimeRange[] = Object.keys(timeRanges).filter(isTimeRange)

/** The parameters of the list of checks. */
export const checkFilters = defineFilters({
  query: textParameter(),
  status: filterParameter(checkStates),
  groupBy: choiceParameter(checkGroupings, 'canary_name'),
  collapsed: listParameter(),
  sortBy: choiceParameter(checkSortColumns, 'status'),
  sortOrder: choiceParameter<'asc' | 'desc'>(['asc', 'desc'], 'asc'),
  pageIndex: integerParameter({ fallback: 0, minimum: 0 }),
  pageSize: integerParameter({ fallback: 50, minimum: 1, maximum: MAX_PAGE_SIZE }),
  /** The check that is open beside the list. */
  checkId: optionalParameter(),
})

export { drawerFilters } from './drawer-filters.ts'
