import { LONGEST_QUERY } from '@binnacle/contract/health'
import { choiceParameter, integerParameter, type Parameter, textParameter } from '@binnacle/ui'

/** Request for a page of rows. */
export interface PageRequest {
  query: string
  sortOrder: 'asc' | 'desc'
  /** counted from 0 */
  pageIndex: number
  pageSize: number
}

/** Request for a page of rows in a chosen order. */
export interface ListRequest<Column extends string> extends PageRequest {
  sortBy: Column
}

/** Columns that a list can be sorted by; the first one is the default. */
export type SortColumns<Column extends string> = readonly [Column, ...Column[]]

/** URL parameter of a search. */
export const searchText: Parameter<string> = {
  ...textParameter(),
  read: (text) => (text.length > LONGEST_QUERY ? undefined : text),
}

/** URL parameters of the search and the sort direction of a list. @param sortOrder the default direction */
export function searchParameters(sortOrder: 'asc' | 'desc' = 'asc') {
  return {
    query: searchText,
    sortOrder: choiceParameter<'asc' | 'desc'>(['asc', 'desc'], sortOrder),
  }
}

/** URL parameters of the search and the sort order of a list. @param sortOrder the default direction */
export function listParameters<Column extends string>(
  columns: SortColumns<Column>,
  sortOrder?: 'asc' | 'desc',
) {
  return { ...searchParameters(sortOrder), sortBy: choiceParameter<Column>(columns, columns[0]) }
}

/** URL parameters of the page of a list. */
export function pageParameters() {
  return {
    pageIndex: integerParameter({ fallback: 0, minimum: 0 }),
    pageSize: integerParameter({ fallback: 50, minimum: 1, maximum: 1_000 }),
  }
}
