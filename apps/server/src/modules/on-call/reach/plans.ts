import { type ReachPlans, urgencies } from '@binnacle/contract/on-call'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { refuse } from './method.ts'
import { loadMethods } from './stored.ts'

/** Sets the order in which the requesting person is reached. */
export async function setPlans(client: ClientBase, plans: ReachPlans, actor: Actor): Promise<void> {
  const own = await loadMethods(client, [actor.personId])
  for (const urgency of urgencies)
    for (const [place, { methodId }] of plans[urgency].entries())
      if (!own.some(({ id }) => id === methodId))
        refuse(`${urgency}[${place}].methodId`, 'Choose one of your ways')
  for (const urgency of urgencies) {
    const steps = JSON.stringify(plans[urgency])
    await tablesOn(client)
      .insertInto('core.contact_plans')
      .values({ person_id: actor.personId, urgency, steps })
      .onConflict((conflict) => conflict.columns(['person_id', 'urgency']).doUpdateSet({ steps }))
      .execute()
  }
  await audit(client, actor, {
    action: 'update',
    resource: 'contact_plans',
    id: actor.personId,
    name: actor.name,
    after: { ...plans },
  })
}
