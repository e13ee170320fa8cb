import type { Role } from '@binnacle/contract/access'
import type { UpdatedUser, UserUpdate } from '@binnacle/contract/people'
import { normaliseEmail } from '@binnacle/identity'
import { sql as fragment } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import sql from 'sql-template-tag'
import { audit } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import type { PeopleAccounts } from '../ports.ts'
import { lockAdministrators, refuseLastAdministrator } from './administrators.ts'
import { lockPerson, refuseTakenEmail, showPerson, type StoredPerson } from './person.ts'

/** @throws if the update is not allowed: of oneself, of the last administrator, or to an address that is taken */
async function refuseUpdate(
  client: ClientBase,
  person: StoredPerson,
  { email, role, active }: UserUpdate,
  actor: Actor,
): Promise<void> {
  if (active === false && person.id === actor.personId)
    throw new RequestError('ECONFLICT', 'You cannot deactivate yourself')
  if (active === false || (role !== undefined && role !== 'admin'))
    await refuseLastAdministrator(client, person)
  await refuseTakenEmail(client, email, person.id)
}

/** Gives someone these roles in the place of all that they hold. */
async function setRoles(client: ClientBase, personId: string, roles: readonly Role[]): Promise<void> {
  await tablesOn(client)
    .deleteFrom('core.people_roles')
    .where('person_id', '=', personId)
    .where(fragment<boolean>`role <> all(${roles})`)
    .execute()
  await client.query(sql`
    insert into core.people_roles (person_id, role) select ${personId}::uuid, unnest(${roles}::text[])
    on conflict do nothing`)
}

/** Writes what an update says of the person. An address that is another one is not verified. */
async function writePerson(
  client: ClientBase,
  { id, firstName, lastName, email: written }: UserUpdate,
  active: boolean,
): Promise<void> {
  const email = normaliseEmail(written)
  await tablesOn(client)
    .updateTable('core.people')
    .set({
      name: `${firstName} ${lastName}`,
      first_name: firstName,
      email,
      active,
      email_verified_at: fragment<Date | null>`case when email = ${email} then email_verified_at end`,
      state_changed_at: fragment<Date | null>`case when active <> ${active} then now() else state_changed_at end`,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Changes someone: names, address, whether they may sign in, and their roles, all of which the one given replaces.
 * Sessions of people who may no longer sign in end at once.
 */
export function updateUser(
  { pool, accounts }: { pool: Pool; accounts: PeopleAccounts },
  input: UserUpdate,
  actor: Actor,
): Promise<UpdatedUser> {
  return inTransaction(pool, async (client) => {
    await lockAdministrators(client)
    const before = await lockPerson(client, input.id)
    await refuseUpdate(client, before, input, actor)
    const active = input.active ?? before.active
    await writePerson(client, input, active)
    if (input.role !== undefined) await setRoles(client, input.id, [input.role])
    if (!active) await accounts.endSessions(client, input.id, actor)
    const after = await lockPerson(client, input.id)
    await audit(client, actor, {
      action: 'update',
      resource: 'people',
      id: input.id,
      name: after.name,
      before: { ...before },
      after: { ...after },
    })
    return showPerson(client, input.id)
  })
}

/**
 * Changes which roles someone holds, and nothing else of them.
 * @param roles all that they hold afterwards
 * @throws RequestError where there is no such person, or nobody would be left who could administer
 */
export function updateRoles(
  { pool }: { pool: Pool },
  { id, roles }: { id: string; roles: readonly Role[] },
  actor: Actor,
): Promise<UpdatedUser> {
  return inTransaction(pool, async (client) => {
    await lockAdministrators(client)
    const before = await lockPerson(client, id)
    if (!roles.includes('admin')) await refuseLastAdministrator(client, before)
    await setRoles(client, id, roles)
    const after = await lockPerson(client, id)
    await audit(client, actor, {
      action: 'update',
      resource: 'people',
      id,
      name: after.name,
      before: { ...before },
      after: { ...after },
    })
    return showPerson(client, id)
  })
}
