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
import { type RunSortColumn, runSortColumns } from './run.ts'

/** Resource types in the filter, by their name in the job history. */
export const resourceTypes = {
  canary: 'Canary',
  topology: 'Topology',
  config_scraper: 'Catalog Scraper',
} as const
export type ResourceType = keyof typeof resourceTypes

const isResourceType = (text: string): text is ResourceType => Object.hasOwn(resourceTypes, text)

/** Minimum durations in the filter, by milliseconds. */
export const durations = {
  1000: 'Over 1s',
  10000: 'Over 10s',
  60000: 'Over 1m',
  300000: 'Over 5m',
  1800000: 'Over 30m',
} as const

/** Default time range of the page, in the words of the specification. */
export const usualRange: ChosenTimeRange = { type: 'relative', range: 'now-2d', display: '2 days' }

/** Default status filter of the page: hides successful runs. */
const withoutSuccess: TriStateFilter = new Map([['SUCCESS', -1]])

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
  /** Id of the open run. */
  run: optionalParameter(),
  /** Id of the queue entry whose run should open once it starts. */
  queued: optionalParameter(),
  /** The selected tab of its details. */
  details: optionalParameter(),
})

/** URL parameters of the page with all runs. */
export const pageFilters = defineFilters(parametersFor(withoutSuccess))
export type RunValues = ValuesOf<typeof pageFilters>

/** URL parameters of the runs of one resource. The prefix keeps them apart from those of its page. */
export const sectionFilters = defineFilters(parametersFor(undefined), 'jobs.')

/** Clears every filter except the time range. */
export const noFilters = {
  query: '',
  name: new Map(),
  resourceType: ALL,
  status: new Map(),
  duration: ALL,
  pageIndex: 0,
} as const satisfies Partial<RunValues>

/** Options of the status filter. */
export const statusOptions = jobStatuses.map((status) => ({ value: status, label: status }))
