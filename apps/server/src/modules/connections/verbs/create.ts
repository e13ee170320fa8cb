import type { UI_SOURCE } from '@binnacle/contract/core'
import type { ConnectionValues } from '@binnacle/plugin-kit/core'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { refuseTaken, requireConnection, sealed, snapshot } from './connection.ts'

/** What the maker of a connection says besides its content. */
export interface NewConnection {
  id?: string | undefined
  /** null where the API makes it for a client that names none */
  source: typeof UI_SOURCE | null
}

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
  const made = await tablesOn(client)
    .insertInto('core.connections')
    .values({ id: wantedId, ...sealed(secrets, values), source, created_by: actor.personId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  const id = made?.id ?? refuseTaken(values)
  await audit(client, actor, {
    action: 'create',
    resource: 'connections',
    id,
    name: values.name,
    after: snapshot(await requireConnection(client, id)),
  })
  return id
}
