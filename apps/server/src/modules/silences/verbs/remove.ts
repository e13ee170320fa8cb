import { allow } from '@binnacle/contract/access'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import { lockSilence, requireEditable, snapshot } from './silence.ts'

/**
 * Takes a silence out of use, in the transaction of the caller. It needs write on identities. Source: RBAC-036, decision 34.
 */
export async function removeSilence(client: ClientBase, id: string, actor: Actor, now: Date): Promise<void> {
  if (!allow(actor.roles, 'identities', 'write'))
    throw new RequestError('EFORBIDDEN', 'You do not have permission to delete silences. End it instead')
  const before = await lockSilence(client, id)
  requireEditable(before)
  await tablesOn(client)
    .updateTable('core.notification_silences')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .execute()
  await audit(client, actor, {
    action: 'delete',
    resource: 'notification_silences',
    id,
    name: before.name ?? before.description,
    before: snapshot(before),
  })
}
