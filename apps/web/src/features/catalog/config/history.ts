import { documentBlame, documentDifference, documentThen, documentVersions } from '@binnacle/contract/catalog'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../../application/requests/api.ts'

const pathOf = (id: string) => `/api/catalog/${encodeURIComponent(id)}`

// The first part of each query key is its live topic: a change of the topic reloads the query.

/** The versions of the document of an item, the newest first. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['configs', 'versions', id],
    meta: { shows: [id] },
    queryFn: async ({ signal }) =>
      (await request(`${pathOf(id)}/versions`, documentVersions, { signal })).versions,
  })

/** The document of an item as it was. It never changes again. @param at time in ISO 8601 */
export const documentAtQuery = (id: string, at: string | undefined) =>
  queryOptions({
    queryKey: ['configs', 'document', id, at],
    enabled: at !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      request(`${pathOf(id)}/document?${new URLSearchParams({ at: at ?? '' })}`, documentThen, { signal }),
  })

/** Which version last touched each value of the present document. */
export const blameQuery = (id: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['configs', 'blame', id],
    meta: { shows: [id] },
    enabled,
    queryFn: async ({ signal }) => (await request(`${pathOf(id)}/blame`, documentBlame, { signal })).values,
  })

/** One side of a comparison: an item, and the time of its document; undefined for now. */
export interface Side {
  id: string
  at: string | undefined
}

/** What two documents differ in. */
export const differenceQuery = (from: Side, to: Side) => {
  const search = new URLSearchParams({
    from: from.id,
    to: to.id,
    ...(from.at !== undefined && { fromAt: from.at }),
    ...(to.at !== undefined && { toAt: to.at }),
  })
  return queryOptions({
    queryKey: ['configs', 'difference', from, to],
    meta: { shows: [from.id, to.id] },
    queryFn: ({ signal }) => request(`/api/catalog/difference?${search}`, documentDifference, { signal }),
  })
}
