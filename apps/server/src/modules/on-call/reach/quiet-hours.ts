// Hours in which a person rests.
import { quietHours, type QuietHours } from '@binnacle/contract/on-call'
import type { ClientBase, Pool } from 'pg'
import { anyOf, tablesOn } from '../../../platform/database/tables-on.ts'
import { askTogether } from '../../../platform/database/together.ts'

/** Creates what reads the hours of people: in a storm many ask for the same person at the same moment. */
export const createQuietReader = (pool: Pool) =>
  askTogether(async (personIds: readonly string[]) => {
    const rows = await tablesOn(pool)
      .selectFrom('core.quiet_hours')
      .select(['person_id', 'hours'])
      .where('person_id', '=', anyOf(personIds))
      .execute()
    return new Map(
      rows.flatMap(({ person_id: id, hours }) => {
        const read = quietHours.safeParse(hours).data
        return read === undefined ? [] : [[id, read] as const]
      }),
    )
  })

/** Stores the hours of a person, or removes them. */
export async function storeQuietHours(
  client: ClientBase,
  personId: string,
  hours: QuietHours | null,
): Promise<void> {
  const tables = tablesOn(client)
  if (hours === null) await tables.deleteFrom('core.quiet_hours').where('person_id', '=', personId).execute()
  else {
    const text = JSON.stringify(hours)
    await tables
      .insertInto('core.quiet_hours')
      .values({ person_id: personId, hours: text })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ hours: text }))
      .execute()
  }
}
