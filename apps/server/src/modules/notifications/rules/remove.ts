import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
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
  await client.query('update core.notifications set deleted_at = now() where id = $1', [id])
  await audit(client, actor, {
    action: 'delete',
    resource: 'notifications',
    id,
    name: before.name,
    before: snapshot(before, secrets),
  })
}
