import { isRole, type Role } from '@binnacle/contract/access'
import type { UpdatedUser } from '@binnacle/contract/people'
import { normaliseEmail, parseEmail } from '@binnacle/identity'
import { sql as fragment, type NotNull } from 'kysely'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'

/** Someone with an account, with the roles they hold. */
export interface StoredPerson {
  id: string
  name: string
  email: string
  active: boolean
  roles: Role[]
}

/** Why someone cannot be changed: those who are invited are listed as users, but have no account yet. */
async function refuseMissing(client: ClientBase, id: string): Promise<never> {
  const { rows } = await client.query(sql`select from api.identities where id = ${id}`)
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
  const row = await tablesOn(client)
    .selectFrom('core.people as person')
    .select((expressions) => {
      const roles = expressions
        .selectFrom('core.people_roles as held')
        .select('held.role')
        .whereRef('held.person_id', '=', 'person.id')
        .orderBy('held.role')
      return ['id', 'name', 'email', 'active', fragment<string[]>`array(${roles})`.as('roles')]
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    // Only removed people have no address (people_email_in_use).
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst()
  if (row === undefined) return refuseMissing(client, id)
  return { ...row, roles: row.roles.filter(isRole) }
}

/** Refuses an address that someone else has, however it is spelled, or that can be mistaken for another one. */
export async function refuseTakenEmail(client: ClientBase, email: string, except?: string): Promise<void> {
  if (!parseEmail(email).ok)
    throw new RequestError('EINVALID', 'This is not an email address that can be used', [
      { path: 'email', message: 'This is not an email address that can be used' },
    ])
  const other = await tablesOn(client)
    .selectFrom('core.people')
    .select('id')
    .where('email', '=', normaliseEmail(email))
    .where('deleted_at', 'is', null)
    .where('id', 'is distinct from', except ?? null)
    .executeTakeFirst()
  if (other !== undefined)
    throw new RequestError('ECONFLICT', 'User already exists', [
      { path: 'email', message: 'User already exists' },
    ])
}

/** Someone as a change of them answers. */
export async function showPerson(client: ClientBase, id: string): Promise<UpdatedUser> {
  const { rows } = await client.query<UpdatedUser>(sql`
    select
      identity.id, identity.traits ->> 'email' as email, identity.traits -> 'name' as name, identity.state,
      array(
        select held.role from core.people_roles as held where held.person_id = identity.id order by held.role
      ) as roles
    from api.identities as identity where identity.id = ${id}`)
  const [row] = rows
  if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no user with this id')
  return row
}
