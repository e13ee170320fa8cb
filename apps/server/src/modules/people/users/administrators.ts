import type { ClientBase } from 'pg'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { StoredPerson } from './person.ts'

/** Lets one change of people at a time through, so that two administrators cannot take each other's role at once. */
export async function lockAdministrators(client: ClientBase): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('binnacle administrators', 0))`)
}

/**
 * Refuses to leave nobody who could administer: to be asked before an administrator loses the role or the account.
 * @param client that holds the lock of `lockAdministrators`
 */
export async function refuseLastAdministrator(client: ClientBase, person: StoredPerson): Promise<void> {
  if (!person.active || !person.roles.includes('admin')) return
  const other = await tablesOn(client)
    .selectFrom('core.people_roles as held')
    .innerJoin('core.people as person', 'person.id', 'held.person_id')
    .select('person.id')
    .where('held.role', '=', 'admin')
    .where('person.active', '=', true)
    .where('person.deleted_at', 'is', null)
    .where('person.id', '<>', person.id)
    .limit(1)
    .executeTakeFirst()
  if (other === undefined)
    throw new RequestError(
      'ECONFLICT',
      `${person.name} is the last administrator: make someone else one first`,
    )
}
