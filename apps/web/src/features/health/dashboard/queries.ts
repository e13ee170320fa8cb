import {
  checkCards,
  checkCell,
  checkFacets,
  checkList,
  checkPivot,
  MORE_CELLS,
  queryOffers,
  type StateCounts,
} from '@binnacle/contract/health'
import { joinList } from '@binnacle/contract/text'
import type { ChosenTimeRange } from '@binnacle/ui'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../application/requests/api.ts'
import { type DashboardValues, pageOf, scopeOf } from './filters.ts'
import { parametersOf } from '../parameters.ts'
import { periodOf } from '../period.ts'

// The first part of each query key is its live topic: a change of the topic reloads the query.

type QueryParameters = Readonly<Record<string, string | number | boolean | undefined>>

/** What every way to show the checks asks with: which checks, in which order, and the time that their figures are of. */
interface DashboardRequest {
  values: DashboardValues
  range: ChosenTimeRange
}

/** Loads a page of checks; what is left out has the server's default. */
export function loadChecks(wanted: QueryParameters, signal: AbortSignal) {
  return request(`/api/health/checks?${parametersOf(wanted)}`, checkList, { signal })
}

/** What can be written at a place of the text of the search box. */
export function loadQueryOffers(text: string, at: number, signal: AbortSignal) {
  return request(`/api/health/query-offers?${parametersOf({ text, at })}`, queryOffers, { signal })
}

/** Of what says which checks are silenced. */
const followsSilences = { follows: ['notification_silences'] }

/** A page of checks for the table. */
export const checkListQuery = ({ values, range }: DashboardRequest) => {
  const wanted = { ...scopeOf(values), ...pageOf(values), collapsed: joinList(values.collapsed) }
  return queryOptions({
    queryKey: ['checks', 'list', wanted, range],
    meta: followsSilences,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => loadChecks({ ...wanted, ...(await periodOf(range)) }, signal),
  })
}

/** A page of groups as cards. */
export const checkCardsQuery = ({ values, range }: DashboardRequest) => {
  const wanted = { ...scopeOf(values), ...pageOf(values) }
  return queryOptions({
    queryKey: ['checks', 'cards', wanted, range],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      request(`/api/health/cards?${parametersOf({ ...wanted, ...(await periodOf(range)) })}`, checkCards, {
        signal,
      }),
  })
}

/** The checks of a card that stand behind the first ones, some at a time. */
export const moreCellsQuery = (values: DashboardValues, group: string, known: number) => {
  const wanted = { ...scopeOf(values), groupBy: values.groupBy, group }
  return infiniteQueryOptions({
    queryKey: ['checks', 'cells', wanted, known],
    initialPageParam: known,
    queryFn: ({ signal, pageParam }) =>
      request(`/api/health/cells?${parametersOf({ ...wanted, offset: pageParam })}`, z.array(checkCell), {
        signal,
      }),
    getNextPageParam: (last, _pages, offset) => (last.length < MORE_CELLS ? undefined : offset + last.length),
  })
}

/** Groups against the values of what the columns stand for. */
export const checkPivotQuery = ({ values, range }: DashboardRequest, pivotBy: string) => {
  const wanted = { ...scopeOf(values), ...pageOf(values), pivotBy }
  return queryOptions({
    queryKey: ['checks', 'pivot', wanted, range],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      request(`/api/health/pivot?${parametersOf({ ...wanted, ...(await periodOf(range)) })}`, checkPivot, {
        signal,
      }),
  })
}

/**
 * Tabs and labels with how many checks they stand for, and files with problems. Asked for again when canaries change and when the counts of the
 * list do, not with every result.
 * @param counts those of the list
 */
export const checkFacetsQuery = (values: DashboardValues, counts: StateCounts | undefined) => {
  const wanted = scopeOf(values)
  return queryOptions({
    queryKey: ['canaries', 'facets', wanted, counts],
    meta: { follows: ['notification_silences', 'canary_files'] },
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => request(`/api/health/facets?${parametersOf(wanted)}`, checkFacets, { signal }),
  })
}
