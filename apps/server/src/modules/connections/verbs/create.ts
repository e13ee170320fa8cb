import type { UI_SOURCE } from '@binnacle/contract/core'
import type { ConnectionValues } from '@binnacle/plugin-kit/core'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { refuseTaken, requireConnection, sealed, snapshot } from './connection.ts'

/** What the maker of a connection says besides its content. */
export interface NewConnection {
  id?: string | undefined
  /** null where the API makes it for a client that names none */
  source: typeof UI_SOURCE | null
}

const insert = `
  insert into core.connections
    (id, name, namespace, type, url, username, password, certificate, properties, insecure_tls, revision, shown_url,
     source, created_by)
  values (coalesce($1::uuid, core.new_id()), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  on conflict do nothing
  returning id`

/**
 * Creates a connection in the transaction of the caller.
 * @returns its id
 */
export async function createConnection(
  client: ClientBase,
  secrets: Secrets,
  values: ConnectionValues,
  actor: Actor,
  { id: wantedId, source }: NewConnection,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(insert, [
    wantedId ?? null,
    ...sealed(secrets, values),
    source,
    actor.personId,
  ])
  const id = rows[0]?.id ?? refuseTaken(values)
  await audit(client, actor, {
    action: 'create',
    resource: 'connections',
    id,
    name: values.name,
    after: snapshot(await requireConnection(client, id)),
  })
  return id
}
