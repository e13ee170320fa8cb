import {
  type ChangeFeed,
  feedConnectionTypes,
  type NewChangeFeed,
  storedChangeFeed,
} from '@binnacle/contract/catalog'
import { isUuid } from '@binnacle/contract/core'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../application/requests/api.ts'
import { data, tables } from '../../../application/requests/data.ts'
import { LOOKUP_FRESH } from '../../../application/requests/queries.ts'
import { fromTable } from '../../../application/resource/from-table.ts'
import { countField, createdField, updatedField } from '../../../application/resource/kind-fields.ts'

/** Live topic of feeds. */
export const FEEDS_TOPIC = 'config_change_feeds'

const columns =
  'id,name,connection_id,connection_namespace,connection_name,config_types,change_types,enabled,status,sent,sent_at,failures,error,next_at,updated_at'

/** How a feed is doing. */
const feedStatuses = ['failing', 'behind', 'waiting', 'current', 'off'] as const
export type FeedStatus = (typeof feedStatuses)[number]

const feedRow = z.extend(storedChangeFeed, {
  connection_namespace: z.string(),
  connection_name: z.string(),
  status: z.enum(feedStatuses),
  sent: z.number(),
  sent_at: z.nullable(z.string()),
  failures: z.number(),
  error: z.nullable(z.string()),
  next_at: z.string(),
  updated_at: z.string(),
})
/** A feed as the list shows it. */
export type FeedRow = z.output<typeof feedRow>

export const feedSortColumns = ['name', 'connection_name', 'status', 'sent', 'sent_at', 'updated_at'] as const
export type FeedSortColumn = (typeof feedSortColumns)[number]

/** How the rows of the list are loaded and searched. */
export const feedRows = fromTable<FeedRow, FeedSortColumn>({
  table: 'config_change_feeds',
  columns,
  row: feedRow,
  words: ['name', 'connection_name'],
  fields: [
    { kind: 'text', name: 'name', help: 'Its name', column: 'name' },
    { kind: 'text', name: 'connection', help: 'Name of its connection', column: 'connection_name' },
    { kind: 'choice', name: 'status', help: 'Its status', column: 'status', values: feedStatuses },
    { kind: 'text', name: 'error', help: 'Its error; * matches any characters', column: 'error' },
    countField('sent', 'How many changes its server took'),
    {
      kind: 'time',
      name: 'last_sent',
      help: 'Time at which its server last accepted changes',
      column: 'sent_at',
    },
    createdField,
    updatedField,
  ],
})

/** One feed; null if missing. */
export const feedQuery = (id: string) =>
  queryOptions({
    queryKey: [FEEDS_TOPIC, 'feed', id],
    meta: { shows: [id] },
    queryFn: async ({ signal }): Promise<FeedRow | null> => {
      if (!isUuid(id)) return null
      const found = await tables
        .from('config_change_feeds')
        .select<string, unknown>(columns)
        .eq('id', id)
        .abortSignal(signal)
        .throwOnError()
      return z.array(feedRow).parse(found.data)[0] ?? null
    },
  })

/** Most connections that the picker offers. */
const OFFERED = 1_000

const connections = z.array(z.object({ id: z.string(), name: z.string(), namespace: z.string() }))

/** Connections that a feed can send with, by name. */
export const feedConnectionsQuery = queryOptions({
  queryKey: ['connections', 'of feeds'],
  staleTime: LOOKUP_FRESH,
  // Someone who misses a connection adds it in another tab and comes back.
  refetchOnWindowFocus: 'always',
  placeholderData: keepPreviousData,
  queryFn: async ({ signal }) => {
    const found = await data
      .from('connections')
      .select('id,name,namespace')
      .is('deleted_at', null)
      .in('type', [...feedConnectionTypes])
      .order('name')
      .limit(OFFERED)
      .abortSignal(signal)
      .throwOnError()
    return connections.parse(found.data)
  },
})

/** How a connection is called where its namespace may matter. */
export const connectionLabel = ({ namespace, name }: { namespace: string; name: string }): string =>
  namespace === 'default' ? name : `${namespace}/${name}`

/** Adds a feed. */
export async function addFeed(body: NewChangeFeed): Promise<void> {
  await request('/api/catalog/change-feeds', storedChangeFeed, { method: 'POST', body })
}

/** Changes a feed. */
export async function saveFeed(id: string, body: ChangeFeed): Promise<void> {
  await request(`/api/catalog/change-feeds/${id}`, storedChangeFeed, { method: 'PUT', body })
}

/** Deletes a feed. */
export async function deleteFeed(id: string): Promise<void> {
  await request(`/api/catalog/change-feeds/${id}`, z.unknown(), { method: 'DELETE' })
}
