import { sql as fragment } from 'kysely'
import type { ClientBase } from 'pg'
import { audit } from '../../../platform/audit.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { lockTeam, refuseForeign } from './team.ts'

/** Takes a team out of use in the transaction of the caller. Its members stay, for when it comes back. */
export async function removeTeam(client: ClientBase, id: string, actor: Actor): Promise<void> {
  const before = await lockTeam(client, id)
  refuseForeign(before)
  if (before.deleted_at !== null) return
  await tablesOn(client)
    .updateTable('core.teams')
    .set({ deleted_at: fragment<Date>`now()` })
    .where('id', '=', id)
    .execute()
  await audit(client, actor, { action: 'delete', resource: 'teams', id, name: before.name, before })
}
