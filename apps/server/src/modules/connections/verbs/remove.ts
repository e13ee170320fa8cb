import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { lockConnection, requireEditable, snapshot } from './connection.ts'

/** Takes a connection out of use, in the transaction of the caller. */
export async function removeConnection(
  client: ClientBase,
  id: string,
  actor: Actor,
  now: Date,
): Promise<void> {
  const stored = await lockConnection(client, id)
  requireEditable(stored)
  await tablesOn(client)
    .updateTable('core.connections')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .execute()
  await audit(client, actor, {
    action: 'delete',
    resource: 'connections',
    id,
    name: stored.name,
    before: snapshot(stored),
  })
}
