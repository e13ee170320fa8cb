import { messageTest } from '@binnacle/contract/notifications'
import {
  connection,
  connectionTest,
  type ConnectionTypeInfo,
  connectionTypesOf,
  type StoredConnection,
} from '@binnacle/contract/connections'
import { queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isUuid } from '@binnacle/contract/core'
import { request } from '../../application/requests/api.ts'
import { RequestFailure } from '../../application/requests/failure.ts'

// The first part of each query key is its live topic: a change of the topic reloads the query.

/** Parses a row of the list. */
export const listedConnection = z.object({
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

/** One connection for its form; secrets are masked. Null if missing. */
export const connectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['connections', 'detail', id],
    meta: { shows: [id] },
    async queryFn({ signal }) {
      if (!isUuid(id)) return null
      try {
        return await request(`/api/connections/${id}`, connection, { signal })
      } catch (error) {
        if (error instanceof RequestFailure && error.status === 404) return null
        throw error
      }
    },
  })

const jsonObject = z.record(z.string(), z.unknown())

/** Every connection type with the schema of its form. */
export const connectionTypesQuery = queryOptions({
  queryKey: ['connection-types'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) =>
    connectionTypesOf(await request('/api/schemas/connection.schema.json', jsonObject, { signal })),
})

/** Returns the connection types by name; none while they load. */
export function useConnectionTypes(): ReadonlyMap<string, ConnectionTypeInfo> {
  const { data = [] } = useQuery(connectionTypesQuery)
  return new Map(data.map((type) => [type.type, type]))
}

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

/** Opens a connection once as a form has it. @param id of the stored one that masks stand for */
export function testConnection(sent: SentConnection, id: string | undefined) {
  return request('/api/connections/test', connectionTest, { method: 'POST', body: { ...sent, id } })
}

/**
 * Sends a test message with a connection as a form has it.
 * @param id of the stored one that masks stand for
 * @param properties settings of the message
 */
export function sendTestMessage(
  sent: SentConnection,
  id: string | undefined,
  properties: Readonly<Record<string, string>>,
) {
  const body = { connection: { ...sent, id }, properties }
  return request('/api/notification/connection/test', messageTest, { method: 'POST', body })
}
