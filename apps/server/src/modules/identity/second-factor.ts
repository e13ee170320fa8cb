import { isRole, type Role } from '@binnacle/contract/access'
import { LOCAL_PROPERTY, SECOND_FACTOR_ROLES } from '@binnacle/contract/health'
import type { SecondFactorDemand } from '@binnacle/contract/people'
import { audit } from '../../platform/audit.ts'
import { queryableOf } from '../../platform/database/index.ts'
import { RequestError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/access/actor.ts'
import type { PropertyReader } from '../properties/index.ts'
import type { Tables } from './tables.ts'

/** Parses the roles in the value of the property. Unknown words are ignored. */
export function parseRoles(value: string | undefined): Role[] {
  const words = (value ?? '').split(',').map((word) => word.trim())
  return [...new Set(words.filter(isRole))]
}

/** Whether a role of the person demands a second factor that they have not set up. */
export async function lacksDemandedFactor(
  tables: Tables,
  personId: string,
  heldRoles: readonly Role[],
  demanded: readonly Role[],
): Promise<boolean> {
  if (!heldRoles.some((role) => demanded.includes(role))) return false
  return !(await hasSecondFactor(tables, personId))
}

async function hasSecondFactor(tables: Tables, personId: string): Promise<boolean> {
  const row = await tables
    .selectFrom('core.totp_secrets')
    .select('person_id')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns which roles demand a second factor, and how many people with each role have yet to set one up. */
export async function describeDemand(
  tables: Tables,
  properties: PropertyReader,
  actor: Actor,
): Promise<SecondFactorDemand> {
  const lacking = await tables
    .selectFrom('core.people_roles as held')
    .innerJoin('core.people as person', 'person.id', 'held.person_id')
    .leftJoin('core.totp_secrets as factor', 'factor.person_id', 'person.id')
    .select(({ fn }) => ['held.role', fn.countAll<number>().as('people')])
    .where('person.active', '=', true)
    .where('person.deleted_at', 'is', null)
    .where('factor.person_id', 'is', null)
    .groupBy('held.role')
    .execute()
  return {
    roles: parseRoles(properties.value(SECOND_FACTOR_ROLES)),
    local: properties.isLocal(SECOND_FACTOR_ROLES),
    own: await hasSecondFactor(tables, actor.personId),
    lacking: lacking.map(({ role, people }) => ({ role, people })),
  }
}

/**
 * Sets which roles demand a second factor. People with these roles must set one up before any other request is
 * answered.
 * @throws RequestError if the operator's file sets the roles, or if the sender has no second factor: this way
 * somebody can always take it back
 */
export async function demandSecondFactor(
  tables: Tables,
  properties: PropertyReader,
  roles: readonly Role[],
  actor: Actor,
): Promise<void> {
  if (properties.isLocal(SECOND_FACTOR_ROLES)) throw new RequestError('ECONFLICT', LOCAL_PROPERTY)
  if (roles.length > 0 && !(await hasSecondFactor(tables, actor.personId)))
    throw new RequestError('ECONFLICT', 'Set up a second factor for yourself first', [
      { path: 'roles', message: 'Set up a second factor for yourself first' },
    ])
  const before = await tables
    .selectFrom('core.properties')
    .select('value')
    .where('name', '=', SECOND_FACTOR_ROLES)
    .executeTakeFirst()
  const value = [...new Set(roles)].join(',')
  if (value === '')
    await tables.deleteFrom('core.properties').where('name', '=', SECOND_FACTOR_ROLES).execute()
  else
    await tables
      .insertInto('core.properties')
      .values({
        name: SECOND_FACTOR_ROLES,
        value,
        description: 'Roles that require a second factor. Change them on the Users page.',
        created_by: actor.personId,
      })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  await audit(queryableOf(tables), actor, {
    action: 'update',
    resource: 'properties',
    id: SECOND_FACTOR_ROLES,
    name: SECOND_FACTOR_ROLES,
    before: { value: before?.value ?? '' },
    after: { value },
  })
}
