import type { Pool } from 'pg'
import { tablesOn } from '../../../../platform/database/tables-on.ts'
import type { Recipient as EscalationRecipient } from '../../../on-call/index.ts'
import { type Recipient, recipientsOf } from './recipients.ts'

/** The recipients that an escalation names. Somebody who is gone is left out. */
export async function recipientsNamed(
  pool: Pool,
  recipient: EscalationRecipient,
): Promise<readonly Recipient[]> {
  if ('personId' in recipient) {
    const person = await tablesOn(pool)
      .selectFrom('core.people')
      .select(['id', 'name', 'email', 'active'])
      .where('id', '=', recipient.personId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return recipientsOf({ people: person === undefined ? [] : [person], teams: [], services: [] }).recipients
  }
  const team = await tablesOn(pool)
    .selectFrom('core.teams')
    .select(['id', 'name', 'spec'])
    .where('id', '=', recipient.teamId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return recipientsOf({ people: [], teams: team === undefined ? [] : [team], services: [] }).recipients
}
