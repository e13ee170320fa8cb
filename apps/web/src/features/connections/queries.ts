import {
  connection,
  connectionTest,
  connectionTypesOf,
  type StoredConnection,
} from '@binnacle/contract/connections'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../application/requests/api.ts'
import { anyContains, data, type DataPage, pageOrEnd, rangeOf } from '../../application/requests/data.ts'
import type { ListRequest } from '../../application/address/list.ts'
import type { ConnectionSortColumn } from './filters.ts'

// The first part of each query key is its live topic: a change of the topic reloads the query.

const listedConnection = z.object({
  id: z.string(),
  name: z.string(),
  namespace: z.string(),
  type: z.string(),
  source: z.nullable(z.string()),
  created_by: z.nullable(z.object({ id: z.string(), name: z.string() })),
  created_at: z.string(),
  updated_at: z.string(),
})
/** A connection as the list shows it. */
export type ListedConnection = z.infer<typeof listedConnection>

/** What is asked of the list. */
export interface ConnectionListRequest extends ListRequest<ConnectionSortColumn> {
  /** Empty for connections of all types. */
  type: string
}

/** Loads a page of connections. */
export function loadConnections(
  wanted: ConnectionListRequest,
  signal: AbortSignal,
): Promise<DataPage<ListedConnection>> {
  return pageOrEnd(wanted.pageIndex, async (pageIndex) => {
    let query = data
      .from('connections')
      .select('id,name,namespace,type,source,created_at,updated_at,created_by(id,name)', { count: 'exact' })
      .is('deleted_at', null)
    if (wanted.query.trim() !== '') query = query.or(anyContains(['name', 'namespace', 'type'], wanted.query))
    if (wanted.type !== '') query = query.eq('type', wanted.type)
    const found = await query
      .order(wanted.sortBy, { ascending: wanted.sortOrder === 'asc' })
      .order('id')
      .range(...rangeOf(pageIndex, wanted.pageSize))
      .abortSignal(signal)
      .throwOnError()
    return { rows: z.array(listedConnection).parse(found.data), total: found.count ?? 0 }
  })
}

/** A page of connections. */
export const connectionListQuery = (wanted: ConnectionListRequest) =>
  queryOptions({
    queryKey: ['connections', 'list', wanted],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => loadConnections(wanted, signal),
  })

/** One connection for its form; secrets are masked. */
export const connectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['connections', 'detail', id],
    meta: { shows: [id] },
    queryFn: ({ signal }) => request(`/api/connections/${encodeURIComponent(id)}`, connection, { signal }),
  })

const jsonObject = z.record(z.string(), z.unknown())

/** Every connection type with the schema of its form. */
export const connectionTypesQuery = queryOptions({
  queryKey: ['connection-types'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) =>
    connectionTypesOf(await request('/api/schemas/connection.schema.json', jsonObject, { signal })),
})

/** What is sent of a connection. */
export type SentConnection = StoredConnection & { type: string }

/** Adds a connection. */
export function createConnection(sent: SentConnection) {
  return request('/api/connections', connection, { method: 'POST', body: sent })
}

/** Changes a connection; masks keep what is stored. */
export function updateConnection(id: string, sent: SentConnection) {
  return request(`/api/connections/${id}`, connection, { method: 'PUT', body: sent })
}

/** Takes a connection out of use. */
export async function deleteConnection(id: string): Promise<void> {
  await request(`/api/connections/${id}`, z.object({ id: z.string() }), { method: 'DELETE' })
}

/** Opens a connection once as it stands in a form. @param id of the stored one that masks stand for */
export function testConnection(sent: SentConnection, id: string | undefined) {
  return request('/api/connections/test', connectionTest, { method: 'POST', body: { ...sent, id } })
}
