import type { Role } from '@binnacle/contract/access'
import type { UpdatedUser, UserUpdate } from '@binnacle/contract/people'
import { normaliseEmail } from '@binnacle/identity'
import type { ClientBase, Pool } from 'pg'
import { audit } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/database/index.ts'
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
  await client.query('delete from core.people_roles where person_id = $1 and role <> all($2)', [
    personId,
    roles,
  ])
  await client.query(
    'insert into core.people_roles (person_id, role) select $1, unnest($2::text[]) on conflict do nothing',
    [personId, roles],
  )
}

const write = `
  update core.people set
    name = $2, first_name = $3, email = $4, active = $5,
    email_verified_at = case when email = $4 then email_verified_at end,
    state_changed_at = case when active <> $5 then now() else state_changed_at end
  where id = $1`

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
    await client.query(write, [
      input.id,
      `${input.firstName} ${input.lastName}`,
      input.firstName,
      normaliseEmail(input.email),
      active,
    ])
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
