import type { ConnectionForm } from '@binnacle/contract/connections'
import type { ConnectionValues } from '@binnacle/plugin-kit/core'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { revisionOf } from '../../../platform/revision.ts'
import {
  type ConnectionDependencies,
  lockConnection,
  readConnection,
  refuseTaken,
  requireConnection,
  requireEditable,
  sealed,
  snapshot,
} from './connection.ts'

async function isTaken(
  client: ClientBase,
  { name, namespace }: ConnectionValues,
  except: string,
): Promise<boolean> {
  const other = await tablesOn(client)
    .selectFrom('core.connections')
    .select('id')
    .where('name', '=', name)
    .where('namespace', '=', namespace)
    .where('deleted_at', 'is', null)
    .where('id', '<>', except)
    .executeTakeFirst()
  return other !== undefined
}

/** Replaces a connection in the transaction of the caller. Masks in the form keep what is stored. */
export async function replaceConnection(
  client: ClientBase,
  dependencies: ConnectionDependencies,
  id: string,
  form: ConnectionForm,
  actor: Actor,
): Promise<void> {
  const stored = await lockConnection(client, id)
  requireEditable(stored)
  const values = readConnection(dependencies, form, stored)
  if (await isTaken(client, values, id)) refuseTaken(values)
  if (revisionOf(dependencies.secrets, values) === stored.revision) return
  await tablesOn(client)
    .updateTable('core.connections')
    .set(sealed(dependencies.secrets, values))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
  await audit(client, actor, {
    action: 'update',
    resource: 'connections',
    id,
    name: values.name,
    before: snapshot(stored),
    after: snapshot(await requireConnection(client, id)),
  })
}
