import type { Connection, ConnectionForm } from '@binnacle/contract/connections'
import type { ConnectionValues } from '@binnacle/plugin-kit/core'
import type { Pool } from 'pg'
import { RequestError } from '../../platform/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type ConnectionRow, openRow, selectConnections, showRow } from './stored.ts'
import { openPlacesOf } from './types.ts'
import { type ConnectionDependencies, readConnection, requireConnection } from './verbs/connection.ts'

/** A connection as people see it: what may be a secret is masked. */
export const showConnection = ({ secrets, types }: ConnectionDependencies, row: ConnectionRow): Connection =>
  showRow(secrets, row, openPlacesOf(types, row.type))

/** A connection as people see it. @throws RequestError without one */
export async function getConnection(
  pool: Pool,
  dependencies: ConnectionDependencies,
  id: string,
): Promise<Connection> {
  return showConnection(dependencies, await requireConnection(pool, id))
}

/** The connections in use, at most 1,000, as people see them. */
export async function listConnections(
  pool: Pool,
  dependencies: ConnectionDependencies,
): Promise<Connection[]> {
  const rows = await selectConnections(pool)
    .where('deleted_at', 'is', null)
    .orderBy('namespace')
    .orderBy('name')
    .orderBy('id')
    .limit(1_000)
    .execute()
  return rows.map((row) => showConnection(dependencies, row))
}

/** A stored connection with its secrets in the clear, for a test of it. @throws RequestError if they cannot be read */
export async function openConnection(pool: Pool, secrets: Secrets, id: string): Promise<ConnectionValues> {
  const opened = openRow(secrets, await requireConnection(pool, id))
  if (opened.ok) return opened.value
  throw new RequestError('EINVALID', opened.failure)
}

/** What a form means, without storing it. @param id of the stored connection whose values masks stand for */
export async function draftConnection(
  pool: Pool,
  dependencies: ConnectionDependencies,
  form: ConnectionForm,
  id?: string,
): Promise<ConnectionValues> {
  return readConnection(dependencies, form, id === undefined ? undefined : await requireConnection(pool, id))
}
