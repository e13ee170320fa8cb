import { sql as fragment } from 'kysely'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { type RuleDependencies, snapshot } from './parse.ts'
import { lockRule, refuseForeign } from './rule.ts'

/** Takes a rule out of use in the transaction of the caller. Its history stays. */
export async function removeRule(
  client: ClientBase,
  id: string,
  actor: Actor,
  { secrets }: RuleDependencies,
): Promise<void> {
  const before = await lockRule(client, id)
  refuseForeign(before)
  if (before.deleted_at !== null) return
  await tablesOn(client)
    .updateTable('core.notifications')
    .set({ deleted_at: fragment<Date>`now()` })
    .where('id', '=', id)
    .execute()
  await audit(client, actor, {
    action: 'delete',
    resource: 'notifications',
    id,
    name: before.name,
    before: snapshot(before, secrets),
  })
}
