import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import { audit } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import type { PeopleAccounts } from '../ports.ts'
import { lockAdministrators, refuseLastAdministrator } from './administrators.ts'
import { lockPerson } from './person.ts'

/**
 * Deletes a person: removes their roles, memberships, email and credentials, and ends their sessions. The row stays,
 * because histories show its name. Its email is removed, so that the same address can be used again.
 */
export function removeUser(
  { pool, accounts }: { pool: Pool; accounts: PeopleAccounts },
  id: string,
  actor: Actor,
): Promise<void> {
  return inTransaction(pool, async (client) => {
    await lockAdministrators(client)
    const before = await lockPerson(client, id)
    if (id === actor.personId) throw new RequestError('ECONFLICT', 'You cannot delete yourself')
    await refuseLastAdministrator(client, before)
    const tables = tablesOn(client)
    await tables
      .updateTable('core.people')
      .set({ deleted_at: fragment<Date>`now()`, email: null })
      .where('id', '=', id)
      .execute()
    await tables.deleteFrom('core.people_roles').where('person_id', '=', id).execute()
    await tables.deleteFrom('core.team_members').where('person_id', '=', id).execute()
    await accounts.endSessions(client, id, actor)
    await accounts.removeCredentials(client, id)
    await audit(client, actor, {
      action: 'delete',
      resource: 'people',
      id,
      name: before.name,
      before: { ...before },
    })
  })
}
