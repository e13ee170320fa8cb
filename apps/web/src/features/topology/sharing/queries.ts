import { sharedLink, type SharedParts, topologyShares } from '@binnacle/contract/topology'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../application/requests/api.ts'

// The first part of the query key is its live topic.
const TOPIC = 'topology_shares'
/** Prefix of the keys of what is shared. */
export const sharesKey = [TOPIC] as const

const pathOf = (id: string) => `/api/topology/${encodeURIComponent(id)}/share`
const changed = z.object({ id: z.string() })

/** Components that people without an account may see. */
export const sharesQuery = queryOptions({
  queryKey: [...sharesKey, 'list'],
  queryFn: ({ signal }) => request('/api/topology/shares', topologyShares, { signal }),
})

/** Shares a component and all below it. @returns the link, which is not shown again */
export async function shareComponent(id: string, parts: SharedParts): Promise<string> {
  return (await request(pathOf(id), sharedLink, { method: 'POST', body: parts })).url
}

/** Changes what a public view shows. */
export function changeShare(id: string, parts: SharedParts) {
  return request(pathOf(id), changed, { method: 'PUT', body: parts })
}

/** Makes another link; the old one ends. @returns the link, which is not shown again */
export async function renewLink(id: string): Promise<string> {
  return (await request(`${pathOf(id)}/link`, sharedLink, { method: 'POST' })).url
}

/** Withdraws a public view. */
export function withdrawShare(id: string) {
  return request(pathOf(id), changed, { method: 'DELETE' })
}
