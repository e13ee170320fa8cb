import {
  checkDimension,
  checkGrouping,
  checkSortColumns,
  checkStatusFilters,
  labelChoice,
  MAX_PAGE_SIZE,
  type StateCounts,
} from '@binnacle/contract/health'
import { joinList } from '@binnacle/contract/text'
import {
  ALL,
  booleanParameter,
  choiceParameter,
  defineFilters,
  type FilterCodec,
  filterParameter,
  integerParameter,
  listParameter,
  optionalParameter,
  type Parameter,
  textParameter,
  toRequestItems,
  triStateParameter,
  type ValuesOf,
} from '@binnacle/ui'

/** URL parameter whose values a schema of the API lists. */
function wayParameter<Way extends string>(
  schema: { safeParse: (text: string) => { data?: Way | undefined } },
  fallback: Way,
): Parameter<Way> {
  return { default: fallback, read: (text) => schema.safeParse(text).data, write: (value) => value }
}

/** Figures for the cells of a pivot table. */
export const pivotCellTypes = ['count', 'latency', 'uptime'] as const

const plain = defineFilters({
  layout: choiceParameter(['table', 'cards'], 'table'),
  query: textParameter(),
  status: filterParameter(checkStatusFilters),
  hidePassing: booleanParameter(true),
  labels: triStateParameter(),
  tabBy: wayParameter(checkDimension, 'namespace'),
  /** The selected tab; undefined for all checks. */
  tab: optionalParameter(),
  groupBy: wayParameter(checkGrouping, 'canary_name'),
  /** Key of the only visible group; undefined for all groups. */
  group: optionalParameter(),
  collapsed: listParameter(),
  pivotBy: choiceParameter(['none', 'namespace', 'agent', 'label'], 'none'),
  /** Label whose values are the columns if pivotBy=label. */
  pivotLabel: optionalParameter(),
  pivotCellType: choiceParameter(pivotCellTypes, 'count'),
  sortBy: choiceParameter(checkSortColumns, 'status'),
  sortOrder: choiceParameter<'asc' | 'desc'>(['asc', 'desc'], 'asc'),
  pageIndex: integerParameter({ fallback: 0, minimum: 0 }),
  pageSize: integerParameter({ fallback: 50, minimum: 1, maximum: MAX_PAGE_SIZE }),
  /** Id of the check that is open beside the list. */
  checkId: optionalParameter(),
})

export type DashboardValues = ValuesOf<typeof plain>

/** Alternative parameter for the sort order: read, but never written. */
const SORT_DESC = 'sortDesc'

/** Returns the parameters without read-only names and without the tab `all`. */
function normalised(search: URLSearchParams): URLSearchParams {
  const descending = search.get(SORT_DESC)
  const all = search.get('tab') === ALL
  if (descending === null && !all) return search
  const result = new URLSearchParams(search)
  if (all) result.delete('tab')
  result.delete(SORT_DESC)
  if (descending === 'true' && !result.has('sortOrder')) result.set('sortOrder', 'desc')
  return result
}

/** URL parameters of the dashboard of checks. */
export const dashboardFilters: FilterCodec<DashboardValues> = {
  ...plain,
  parse: (search) => plain.parse(normalised(search)),
  serialize: (values, search) =>
    search === undefined ? plain.serialize(values) : plain.serialize(values, normalised(search)),
}

/** Returns the request parameters that select checks. Every request of the page sends them. */
export function scopeOf(values: DashboardValues) {
  const { query, labels, tabBy, tab, status, hidePassing, groupBy, group } = values
  return {
    query,
    labels: joinList(toRequestItems(labels)),
    tabBy,
    tab,
    hidePassing,
    ...(status === ALL ? {} : { status }),
    ...(group === undefined ? {} : { groupBy, group }),
  }
}

/** Returns the request parameters that every page of the list sends. */
export function pageOf({ groupBy, sortBy, sortOrder, pageIndex, pageSize }: DashboardValues) {
  return { groupBy, sortBy, sortOrder, pageIndex, pageSize }
}

/** Returns the dimension of the pivot columns; undefined without a pivot table. */
export function pivotOf({ pivotBy, pivotLabel }: DashboardValues) {
  if (pivotBy !== 'label') return pivotBy === 'none' ? undefined : pivotBy
  return pivotLabel === undefined ? undefined : labelChoice(pivotLabel)
}

/** Whether a filter other than "hide passing" is active. */
export function isNarrowed({ query, status, labels, tab, group }: DashboardValues): boolean {
  return query !== '' || status !== ALL || labels.size > 0 || tab !== undefined || group !== undefined
}

/** Whether passing checks are hidden although none of the selected checks fails. */
export function allPass({ hidePassing, status }: DashboardValues, counts: StateCounts | undefined): boolean {
  return (
    hidePassing &&
    status === ALL &&
    counts !== undefined &&
    counts.healthy > 0 &&
    counts.unhealthy + counts.unknown === 0
  )
}

/** Clears every filter that selects checks. */
export const cleared = {
  query: '',
  status: ALL,
  labels: plain.defaults.labels,
  tab: undefined,
  group: undefined,
  pageIndex: 0,
} as const satisfies Partial<DashboardValues>
