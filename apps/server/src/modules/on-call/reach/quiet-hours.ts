import { type OwnQuietHours, type QuietHours, quietHours } from '@binnacle/contract/on-call'
import { sql as fragment } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { anyOf, type Connection, tablesOn } from '../../../platform/database/tables-on.ts'
import { askTogether } from '../../../platform/database/together.ts'

/** When messages to a person wait; undefined if they never do. */
export async function quietHoursOf(reader: Connection, personId: string): Promise<QuietHours | undefined> {
  const row = await tablesOn(reader)
    .selectFrom('core.contact_preferences')
    .select('quiet_hours')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  const stored = row?.quiet_hours ?? null
  return stored === null ? undefined : quietHours.parse(stored)
}

/** Creates what reads when messages to people wait: in a storm many ask for the same person at the same moment. */
export const createQuietReader = (pool: Pool) =>
  askTogether(async (personIds: readonly string[]) => {
    const rows = await tablesOn(pool)
      .selectFrom('core.contact_preferences')
      .select(['person_id', 'quiet_hours'])
      .where('person_id', '=', anyOf(personIds))
      .where('quiet_hours', 'is not', null)
      .execute()
    return new Map(rows.map((row) => [row.person_id, quietHours.parse(row.quiet_hours)]))
  })

/** Sets when messages to the requesting person wait. */
export async function setQuietHours(
  client: ClientBase,
  { quietHours: hours }: OwnQuietHours,
  actor: Actor,
): Promise<void> {
  const before = await quietHoursOf(client, actor.personId)
  const stored = hours === null ? null : JSON.stringify(hours)
  await tablesOn(client)
    .insertInto('core.contact_preferences')
    .values({ person_id: actor.personId, quiet_hours: stored })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet({ quiet_hours: stored, updated_at: fragment<Date>`now()` }),
    )
    .execute()
  await audit(client, actor, {
    action: 'update',
    resource: 'contact_preferences',
    id: actor.personId,
    name: actor.name,
    before: { quietHours: before ?? null },
    after: { quietHours: hours },
  })
}
