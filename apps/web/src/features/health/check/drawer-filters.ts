import {
  booleanParameter,
  defineFilters,
  filterParameter,
  integerParameter,
  optionalParameter,
  textParameter,
  timeRangeParameters,
} from '@binnacle/ui'

/** What the drawer's history can be filtered by; results are healthy or unhealthy. */
export const historyStatuses = ['healthy', 'unhealthy'] as const

const own = {
  /** One of those of the drawer, or the id of a section of another area. */
  tab: textParameter('history'),
  historyStatus: filterParameter(historyStatuses),
  /** As typed, such as 500ms. */
  duration: optionalParameter(),
  historyPage: integerParameter({ fallback: 0, minimum: 0 }),
  /** Time of the result whose evidence is shown. */
  run: optionalParameter(),
  /** Whether a script is being tried on the last result. */
  playground: booleanParameter(false),
  /** Time of the newest result in the list while it stands still: behind it newer ones wait. */
  asOf: optionalParameter(),
}

/** The parameters of the open check that go when it closes. */
export const drawerFilters = defineFilters(own)

/** All parameters of the open check: its range of time is the page's. */
export const openCheckFilters = defineFilters({ ...own, ...timeRangeParameters })

/** The range of time of the page. */
export const pageTimeFilters = defineFilters(timeRangeParameters)
