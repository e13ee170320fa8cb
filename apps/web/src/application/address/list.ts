import { choiceParameter, integerParameter, textParameter } from '@binnacle/ui'

/** Which rows of a list are asked for. */
export interface PageRequest {
  query: string
  sortOrder: 'asc' | 'desc'
  /** counted from 0 */
  pageIndex: number
  pageSize: number
}

/** Which rows of a list with several columns to sort by are asked for. */
export interface ListRequest<Column extends string> extends PageRequest {
  sortBy: Column
}

/** Columns that a list can be sorted by; by the first one while nothing else is chosen. */
export type SortColumns<Column extends string> = readonly [Column, ...Column[]]

/** What is searched for in a list, and in which direction it is sorted. */
export function searchParameters() {
  return {
    query: textParameter(),
    sortOrder: choiceParameter<'asc' | 'desc'>(['asc', 'desc'], 'asc'),
  }
}

/** What is searched for in a list, and what it is sorted by. */
export function listParameters<Column extends string>(columns: SortColumns<Column>) {
  return { ...searchParameters(), sortBy: choiceParameter<Column>(columns, columns[0]) }
}

/** Which page of a list is shown. */
export function pageParameters() {
  return {
    pageIndex: integerParameter({ fallback: 0, minimum: 0 }),
    pageSize: integerParameter({ fallback: 50, minimum: 1, maximum: 1_000 }),
  }
}
