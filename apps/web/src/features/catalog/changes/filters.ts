import { type ChangeSortColumn, changeSortColumns } from '@binnacle/contract/catalog'
import { severityOptions } from '@binnacle/contract/health'
import {
  booleanParameter,
  type ChosenTimeRange,
  choiceParameter,
  defineFilters,
  filterParameter,
  integerParameter,
  optionalParameter,
  timeRangeParameters,
  toRequestItems,
  triStateParameter,
  type ValuesOf,
} from '@binnacle/ui'
import { searchText } from '../../../application/address/list.ts'
import { tagSelector } from '../filter-text.ts'
import { changeQuery } from './search.ts'

/** How far back changes are listed at first. Source: CHG-003. */
export const usualRange: ChosenTimeRange = { type: 'relative', range: 'now-2d', display: '2 days' }

/** Filters without a control, which cells set. */
const cellFilters = ['summary', 'source', 'created_by', 'external_created_by'] as const
export type CellFilter = (typeof cellFilters)[number]

const changeParameters = {
  query: searchText,
  /** Id of the only item whose changes are listed on the page of all items. */
  id: optionalParameter(),
  configTypes: triStateParameter(),
  configType: optionalParameter(),
  changeType: triStateParameter(),
  severity: filterParameter(severityOptions),
  tags: triStateParameter(),
  summary: triStateParameter(),
  source: triStateParameter(),
  created_by: triStateParameter(),
  external_created_by: triStateParameter(),
  ...timeRangeParameters,
  /** The newest come first. Source: CHG-006. */
  sortBy: choiceParameter<ChangeSortColumn>(changeSortColumns, 'created_at'),
  sortOrder: choiceParameter<'asc' | 'desc'>(['desc', 'asc'], 'desc'),
  pageIndex: integerParameter({ fallback: 0, minimum: 0 }),
  /** Source: CHG-007. */
  pageSize: integerParameter({ fallback: 200, minimum: 1, maximum: 1_000 }),
  downstream: booleanParameter(true),
  upstream: booleanParameter(false),
  /** Undefined leaves the choice to what this browser stores. */
  hideDeleted: optionalParameter(),
  /** Whether changes of archived items are shown. Undefined leaves the choice to what this browser stores. */
  archived: optionalParameter(),
  /** Id of the open change. */
  change: optionalParameter(),
}

/** The parameters of lists of changes. Source: CHG-005. */
export const changeFilters = defineFilters(changeParameters)
export type ChangeValues = ValuesOf<typeof changeFilters>

/** Values that filter nothing. */
export const noChangeFilters = {
  query: '',
  id: undefined,
  configTypes: new Map(),
  configType: undefined,
  changeType: new Map(),
  severity: 'all',
  tags: new Map(),
  summary: new Map(),
  source: new Map(),
  created_by: new Map(),
  external_created_by: new Map(),
  pageIndex: 0,
} as const satisfies Partial<ChangeValues>

/** Which related items' changes are listed with those of an item. Source: CHG-025, decision 18. */
export function directionOf({
  downstream,
  upstream,
}: Pick<ChangeValues, 'downstream' | 'upstream'>): 'all' | 'downstream' | 'upstream' | 'none' {
  if (downstream && upstream) return 'all'
  if (downstream) return 'downstream'
  return upstream ? 'upstream' : 'none'
}

/** How far related items may be. Source: CHG-022. */
const DEPTH = 5

/** A text of a list: commas and signs of the filter itself are encoded. */
const item = (text: string): string =>
  text.startsWith('!') ? `!${encodeURIComponent(text.slice(1))}` : encodeURIComponent(text)

/**
 * The body of the request for changes. Source: CHG-020, CHG-021.
 * @param setup.from start of the range, and `to` its end, as the server reads them
 * @param setup.configId the item whose page asks; undefined for the page of all items
 */
export function changesBody(
  values: ChangeValues,
  setup: {
    from: string
    to: string
    configId: string | undefined
    hideDeleted: boolean
    showArchived: boolean
  },
): Readonly<Record<string, unknown>> {
  const { query, severity, tags, pageIndex, pageSize, sortBy, sortOrder } = values
  const id = setup.configId ?? values.id
  const list = (name: 'configTypes' | 'changeType' | CellFilter) => toRequestItems(values[name])
  const types = values.configType === undefined ? list('configTypes') : [values.configType]
  const authors = [...list('created_by'), ...list('external_created_by')]
  return {
    ...(query.trim() !== '' && { query: changeQuery(query) }),
    ...(id !== undefined && { id }),
    ...(types.length > 0 && { config_type: types.join(',') }),
    ...(values.changeType.size > 0 && { type: list('changeType').join(',') }),
    ...(severity !== 'all' && { severity }),
    ...(values.summary.size > 0 && { summary: list('summary').map(item).join(',') }),
    ...(values.source.size > 0 && { source: list('source').map(item).join(',') }),
    ...(authors.length > 0 && { created_by: authors.join(',') }),
    ...(tags.size > 0 && { tags: tagSelector(tags) }),
    from: setup.from,
    to: setup.to,
    page: pageIndex + 1,
    page_size: pageSize,
    sort_by: `${sortOrder === 'desc' ? '-' : ''}${sortBy}`,
    recursive: setup.configId === undefined ? 'none' : directionOf(values),
    ...(setup.configId !== undefined && { depth: DEPTH }),
    include_deleted_configs: !setup.hideDeleted,
    ...(setup.showArchived && { include_archived_configs: true }),
  }
}
