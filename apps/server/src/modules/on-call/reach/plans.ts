import { type ReachPlans, urgencies } from '@binnacle/contract/on-call'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { refuse } from './method.ts'
import { loadMethods } from './stored.ts'

/** Sets the order in which the requesting person is reached. */
export async function setPlans(client: ClientBase, plans: ReachPlans, actor: Actor): Promise<void> {
  const own = await loadMethods(client, [actor.personId])
  for (const urgency of urgencies)
    for (const [place, { methodId }] of plans[urgency].entries())
      if (!own.some(({ id }) => id === methodId))
        refuse(`${urgency}[${place}].methodId`, 'Choose one of your ways')
  for (const urgency of urgencies)
    await client.query(
      `insert into core.contact_plans (person_id, urgency, steps) values ($1, $2, $3)
       on conflict (person_id, urgency) do update set steps = excluded.steps`,
      [actor.personId, urgency, JSON.stringify(plans[urgency])],
    )
  await audit(client, actor, {
    action: 'update',
    resource: 'contact_plans',
    id: actor.personId,
    name: actor.name,
    after: { ...plans },
  })
}
