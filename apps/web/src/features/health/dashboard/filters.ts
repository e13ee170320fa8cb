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

/** One of the ways to see checks that a schema of the API describes. */
function wayParameter<Way extends string>(
  schema: { safeParse: (text: string) => { data?: Way | undefined } },
  fallback: Way,
): Parameter<Way> {
  return { default: fallback, read: (text) => schema.safeParse(text).data, write: (value) => value }
}

/** Figures that the cells of a pivot table can show. */
export const pivotCellTypes = ['count', 'latency', 'uptime'] as const

const plain = defineFilters({
  layout: choiceParameter(['table', 'cards'], 'table'),
  query: textParameter(),
  status: filterParameter(checkStatusFilters),
  hidePassing: booleanParameter(true),
  labels: triStateParameter(),
  tabBy: wayParameter(checkDimension, 'namespace'),
  /** The chosen tab; without it all of them. */
  tab: optionalParameter(),
  groupBy: wayParameter(checkGrouping, 'canary_name'),
  /** Key of the one group that is shown. */
  group: optionalParameter(),
  collapsed: listParameter(),
  pivotBy: choiceParameter(['none', 'namespace', 'agent', 'label'], 'none'),
  /** The label whose values are the columns, with pivotBy=label. */
  pivotLabel: optionalParameter(),
  pivotCellType: choiceParameter(pivotCellTypes, 'count'),
  sortBy: choiceParameter(checkSortColumns, 'status'),
  sortOrder: choiceParameter<'asc' | 'desc'>(['asc', 'desc'], 'asc'),
  pageIndex: integerParameter({ fallback: 0, minimum: 0 }),
  pageSize: integerParameter({ fallback: 50, minimum: 1, maximum: MAX_PAGE_SIZE }),
  /** The check that is open beside the list. */
  checkId: optionalParameter(),
})

export type DashboardValues = ValuesOf<typeof plain>

/** Another name of the sort order, which is read and never written. */
const SORT_DESC = 'sortDesc'

/** The address without names that are only read, and with `all` as a tab removed. */
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

/** The parameters of the dashboard of checks. */
export const dashboardFilters: FilterCodec<DashboardValues> = {
  ...plain,
  parse: (search) => plain.parse(normalised(search)),
  serialize: (values, search) =>
    search === undefined ? plain.serialize(values) : plain.serialize(values, normalised(search)),
}

/** What everything that the page asks of the server has in common: which checks are meant. */
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

/** What the pages of the list have in common. */
export function pageOf({ groupBy, sortBy, sortOrder, pageIndex, pageSize }: DashboardValues) {
  return { groupBy, sortBy, sortOrder, pageIndex, pageSize }
}

/** The dimension of the columns of the pivot table; undefined without one. */
export function pivotOf({ pivotBy, pivotLabel }: DashboardValues) {
  if (pivotBy !== 'label') return pivotBy === 'none' ? undefined : pivotBy
  return pivotLabel === undefined ? undefined : labelChoice(pivotLabel)
}

/** Whether anything narrows down which checks are meant, but hiding those that pass. */
export function isNarrowed({ query, status, labels, tab, group }: DashboardValues): boolean {
  return query !== '' || status !== ALL || labels.size > 0 || tab !== undefined || group !== undefined
}

/** Whether checks that pass are hidden while none of those that are meant fails. */
export function allPass({ hidePassing, status }: DashboardValues, counts: StateCounts | undefined): boolean {
  return (
    hidePassing &&
    status === ALL &&
    counts !== undefined &&
    counts.healthy > 0 &&
    counts.unhealthy + counts.unknown === 0
  )
}

/** Takes away everything that narrows down which checks are meant. */
export const cleared = {
  query: '',
  status: ALL,
  labels: plain.defaults.labels,
  tab: undefined,
  group: undefined,
  pageIndex: 0,
} as const satisfies Partial<DashboardValues>
