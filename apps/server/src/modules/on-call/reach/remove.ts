import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { METHODS, requireMethod } from './method.ts'

/** Removes a way to reach the requesting person, from their plans too. */
export async function removeMethod(client: ClientBase, id: string, actor: Actor): Promise<void> {
  const { kind, label, address } = await requireMethod(client, id, actor)
  await tablesOn(client).deleteFrom('core.contact_methods').where('id', '=', id).execute()
  await client.query(sql`
    update core.contact_plans
    set steps = coalesce(
      (select jsonb_agg(step order by place)
       from jsonb_array_elements(steps) with ordinality as listed (step, place)
       where step ->> 'methodId' <> ${id}),
      '[]'
    )
    where person_id = ${actor.personId}`)
  await audit(client, actor, {
    action: 'delete',
    resource: METHODS,
    id,
    name: label,
    before: { kind, address },
  })
}
