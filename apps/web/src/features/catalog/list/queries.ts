import {
  catalogFacets,
  type CatalogFacets,
  catalogItems,
  catalogSummary,
  type CatalogSummaryRow,
  type itemFilters,
  type ItemSortColumn,
} from '@binnacle/contract/catalog'
import { queryOffers } from '@binnacle/contract/health'
import { toRequestItems, type TriStateFilter } from '@binnacle/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { requestParameters } from '../../../application/columns/request-parameters.ts'
import { request } from '../../../application/requests/api.ts'
import { queryText } from '../../../application/query/list-search.ts'
import { anyContains, data } from '../../../application/requests/data.ts'
import { LOOKUP_FRESH } from '../../../application/requests/queries.ts'
import { tagPair } from '../filter-text.ts'
import type { ConfigRow } from '../rows.ts'
import { itemProblem } from './query-problem.ts'

// The first part of each query key is its live topic: a change of the topic reloads the query.
const TOPIC = 'configs'

/** Which items are asked for. */
export interface ConfigListRequest extends Readonly<
  Record<(typeof itemFilters)[number], TriStateFilter | string | undefined>
> {
  search: string
  /** Words that documents contain. */
  words: string
  labels: TriStateFilter
  owner: TriStateFilter
  fields: TriStateFilter
  deleted: boolean
  archived: boolean
  sortBy: ItemSortColumn
  sortOrder: 'asc' | 'desc'
  pageIndex: number
  pageSize: number
}

const parametersOf = ({ search, ...wanted }: ConfigListRequest): URLSearchParams =>
  requestParameters({ ...wanted, query: queryText(search.trim(), itemProblem) })

/** Live topics of what rows count. */
const counted = ['config_analysis', 'config_changes']

/** A page of items. Source: CAT-043, CAT-046 to CAT-048. */
export const configListQuery = (wanted: ConfigListRequest) =>
  queryOptions({
    queryKey: [TOPIC, 'list', parametersOf(wanted).toString()],
    meta: { follows: counted },
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => request(`/api/catalog/items?${parametersOf(wanted)}`, catalogItems, { signal }),
  })

/** Rows that one request of an export loads. */
const EXPORT_PAGE = 1_000

/** Loads all items that the filters choose, page by page. */
export async function loadAllConfigs(wanted: ConfigListRequest): Promise<ConfigRow[]> {
  const all: ConfigRow[] = []
  for (let pageIndex = 0; ; pageIndex += 1) {
    const search = parametersOf({ ...wanted, pageIndex, pageSize: EXPORT_PAGE })
    const { rows } = await request(`/api/catalog/items?${search}`, catalogItems)
    all.push(...rows)
    if (rows.length < EXPORT_PAGE) return all
  }
}

/** Items of one group, counted. Source: CAT-041. */
export type SummaryRow = CatalogSummaryRow

/** Which items are counted. */
export interface SummaryRequest extends Pick<
  ConfigListRequest,
  'labels' | 'owner' | 'fields' | 'deleted' | 'archived'
> {
  status: TriStateFilter
  health: TriStateFilter
  groups: readonly string[]
}

/** Items counted by group. Source: CAT-049. */
export const summaryQuery = (wanted: SummaryRequest) => {
  const { groups, labels, owner, fields, status, health, deleted, archived } = wanted
  const filter = Object.fromEntries(
    Array.from(
      Map.groupBy(labels, ([pair]) => tagPair(pair)[0]),
      ([key, own]) => [
        key,
        own.map(([pair, state]) => `${state === 1 ? '' : '!'}${tagPair(pair)[1]}`).join(','),
      ],
    ),
  )
  const body = {
    groupBy: groups,
    deleted,
    archived,
    ...(labels.size > 0 && { filter }),
    ...(owner.size > 0 && { owner: toRequestItems(owner).join(',') }),
    ...(fields.size > 0 && { fields: toRequestItems(fields).join(',') }),
    ...(status.size > 0 && { status: toRequestItems(status).join(',') }),
    ...(health.size > 0 && { health: toRequestItems(health).join(',') }),
    changes: { since: '30d' },
    analysis: { since: '30d' },
    cost: '30d',
  }
  return queryOptions({
    queryKey: [TOPIC, 'summary', body],
    meta: { follows: counted },
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly SummaryRow[]> =>
      (await request('/api/catalog/summary', z.nullable(catalogSummary), {
        method: 'POST',
        body,
        signal,
      })) ?? [],
  })
}

/** All values that filters offer, in their order. They are loaded together, as a page needs most of them. */
const facetsQuery = queryOptions({
  queryKey: [TOPIC, 'facets'],
  staleTime: LOOKUP_FRESH,
  queryFn: ({ signal }) => request('/api/catalog/facets', catalogFacets, { signal }),
})

/** Values that a filter offers, in their order. Source: CAT-051, CHG-027, INS-010. */
export const lookupQuery = (kind: 'types' | 'statuses' | 'changeTypes' | 'analyzers') =>
  queryOptions({ ...facetsQuery, select: (facets: CatalogFacets): readonly string[] => facets[kind] })

/** What people say of items, as filters offer it: their owners and the fields that they added. */
export const peopleFacetsQuery = queryOptions({
  ...facetsQuery,
  select: ({ owners, fields }: CatalogFacets) => ({ owners, fields }),
})

/** Tags or labels that filters offer. Source: CAT-051. */
export const pairsQuery = (kind: 'tags' | 'labels') =>
  queryOptions({ ...facetsQuery, select: (facets: CatalogFacets) => facets[kind] })

/** What can be written at a place of the text of the search box. */
export function loadItemOffers(text: string, at: number, signal: AbortSignal) {
  const search = new URLSearchParams({ text, at: String(at) })
  return request(`/api/catalog/query-offers?${search}`, queryOffers, { signal })
}

const found = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    health: z.nullable(z.string()),
    namespace: z.nullish(z.string()),
    deleted_at: z.nullable(z.string()),
  }),
)

/** Items whose name contains a text. */
export async function loadConfigsNamed(
  text: string,
  limit: number,
  signal: AbortSignal,
  { withDeleted = false }: { withDeleted?: boolean } = {},
) {
  const all = data.from('configs').select('id,name,type,health,namespace,deleted_at').is('archived_at', null)
  const answer = await (withDeleted ? all : all.is('deleted_at', null))
    .or(anyContains(['name'], text))
    .order('name')
    .limit(limit)
    .abortSignal(signal)
    .throwOnError()
  return found.parse(answer.data)
}
