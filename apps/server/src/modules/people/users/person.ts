import { isRole, type Role } from '@binnacle/contract/access'
import type { UpdatedUser } from '@binnacle/contract/people'
import { normaliseEmail, parseEmail } from '@binnacle/identity'
import type { ClientBase } from 'pg'
import { RequestError } from '../../../platform/errors.ts'

/** Someone with an account, with the roles they hold. */
export interface StoredPerson {
  id: string
  name: string
  email: string
  active: boolean
  roles: Role[]
}

const find = `
  select
    person.id, person.name, person.email, person.active,
    array(
      select held.role from core.people_roles as held where held.person_id = person.id order by held.role
    ) as roles
  from core.people as person
  where person.id = $1 and person.deleted_at is null
  for update`

/** Why someone cannot be changed: those who are invited are listed as users, but have no account yet. */
async function refuseMissing(client: ClientBase, id: string): Promise<never> {
  const { rows } = await client.query('select from api.identities where id = $1', [id])
  if (rows.length === 0) throw new RequestError('ENOTFOUND', 'There is no user with this id')
  throw new RequestError(
    'ECONFLICT',
    'This person has not accepted the invitation yet. To change it, withdraw it and invite them again',
  )
}

/**
 * Reads someone and keeps others from changing them until the transaction ends.
 * @throws RequestError where there is nobody with this id, or they are only invited
 */
export async function lockPerson(client: ClientBase, id: string): Promise<StoredPerson> {
  const { rows } = await client.query<Omit<StoredPerson, 'roles'> & { roles: string[] }>(find, [id])
  const [row] = rows
  if (row === undefined) return refuseMissing(client, id)
  return { ...row, roles: row.roles.filter(isRole) }
}

/** Refuses an address that someone else has, however it is spelled, or that can be mistaken for another one. */
export async function refuseTakenEmail(client: ClientBase, email: string, except?: string): Promise<void> {
  if (!parseEmail(email).ok)
    throw new RequestError('EINVALID', 'This is not an email address that can be used', [
      { path: 'email', message: 'This is not an email address that can be used' },
    ])
  const { rows } = await client.query(
    'select from core.people where email = $1 and deleted_at is null and id is distinct from $2',
    [normaliseEmail(email), except ?? null],
  )
  if (rows.length > 0)
    throw new RequestError('ECONFLICT', 'User already exists', [
      { path: 'email', message: 'User already exists' },
    ])
}

/** Someone as a change of them answers. */
export async function showPerson(client: ClientBase, id: string): Promise<UpdatedUser> {
  const { rows } = await client.query<UpdatedUser>(
    `select
       identity.id, identity.traits ->> 'email' as email, identity.traits -> 'name' as name, identity.state,
       array(
         select held.role from core.people_roles as held where held.person_id = identity.id order by held.role
       ) as roles
     from api.identities as identity where identity.id = $1`,
    [id],
  )
  const [row] = rows
  if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no user with this id')
  return row
}
