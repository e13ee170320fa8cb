import { jobStatuses } from '@binnacle/contract/jobs'
import {
  ALL,
  type ChosenTimeRange,
  choiceParameter,
  defineFilters,
  filterParameter,
  integerParameter,
  optionalParameter,
  textParameter,
  timeRangeParameters,
  type TriStateFilter,
  triStateParameter,
  type ValuesOf,
} from '@binnacle/ui'

/** Columns that runs are sorted by. */
export const runSortColumns = ['created_at', 'name', 'resource_name', 'status', 'duration_millis'] as const
export type RunSortColumn = (typeof runSortColumns)[number]

/** The resource types that the filter offers, by what the job history calls them. */
export const resourceTypes = {
  canary: 'Canary',
  topology: 'Topology',
  config_scraper: 'Catalog Scraper',
} as const
export type ResourceType = keyof typeof resourceTypes

const isResourceType = (text: string): text is ResourceType => Object.hasOwn(resourceTypes, text)

/** Least durations that the filter offers, by their milliseconds. */
export const durations = {
  1000: 'Over 1s',
  10000: 'Over 10s',
  60000: 'Over 1m',
  300000: 'Over 5m',
  1800000: 'Over 30m',
} as const

/** The range of the page while its address names none, in the words of the specification. */
export const usualRange: ChosenTimeRange = { type: 'relative', range: 'now-2d', display: '2 days' }

/** Successful runs are left out on the page until someone asks for them. */
export const withoutSuccess: TriStateFilter = new Map([['SUCCESS', -1]])

const parametersFor = (status: TriStateFilter | undefined) => ({
  query: textParameter(),
  sortBy: choiceParameter<RunSortColumn>(runSortColumns, 'created_at'),
  sortOrder: choiceParameter<'asc' | 'desc'>(['asc', 'desc'], 'desc'),
  pageIndex: integerParameter({ fallback: 0, minimum: 0 }),
  pageSize: integerParameter({ fallback: 150, minimum: 1, maximum: 1_000 }),
  ...timeRangeParameters,
  name: triStateParameter(),
  resourceType: filterParameter(Object.keys(resourceTypes).filter(isResourceType)),
  status: triStateParameter(status),
  duration: filterParameter(Object.keys(durations)),
  /** Id of the run that is open. */
  run: optionalParameter(),
  /** The entry of the queue whose run is waited for. */
  queued: optionalParameter(),
  /** The part of its details that is shown. */
  details: optionalParameter(),
})

/** The parameters of the page with all runs. */
export const pageFilters = defineFilters(parametersFor(withoutSuccess))
export type RunValues = ValuesOf<typeof pageFilters>

/** The parameters of the runs of one thing, which share an address with those of its page. */
export const sectionFilters = defineFilters(parametersFor(undefined), 'jobs.')

/** Takes away everything that filters but the range of time. */
export const noFilters = {
  query: '',
  name: new Map(),
  resourceType: ALL,
  status: new Map(),
  duration: ALL,
  pageIndex: 0,
} as const satisfies Partial<RunValues>

/** The options of the filter for statuses. */
export const statusOptions = jobStatuses.map((status) => ({ value: status, label: status }))
