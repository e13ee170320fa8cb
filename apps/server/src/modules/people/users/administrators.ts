import type { ClientBase } from 'pg'
import { RequestError } from '../../../platform/errors.ts'
import type { StoredPerson } from './person.ts'

/** Lets one change of people at a time through, so that two administrators cannot take each other's role at once. */
export async function lockAdministrators(client: ClientBase): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('binnacle administrators', 0))`)
}

const others = `
  select from core.people_roles as held
  join core.people as person on person.id = held.person_id
  where held.role = 'admin' and person.active and person.deleted_at is null and person.id <> $1
  limit 1`

/**
 * Refuses to leave nobody who could administer: to be asked before an administrator loses the role or the account.
 * @param client that holds the lock of `lockAdministrators`
 */
export async function refuseLastAdministrator(client: ClientBase, person: StoredPerson): Promise<void> {
  if (!person.active || !person.roles.includes('admin')) return
  const { rowCount } = await client.query(others, [person.id])
  if (rowCount === 0)
    throw new RequestError(
      'ECONFLICT',
      `${person.name} is the last administrator: make someone else one first`,
    )
}
