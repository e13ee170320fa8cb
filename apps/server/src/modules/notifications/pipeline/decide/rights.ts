import { type Action, allow, isRole, type Resource } from '@binnacle/contract/access'
import type { Pool } from 'pg'
import { tablesOn } from '../../../../platform/database/tables-on.ts'
import type { Recipient } from './recipients.ts'

/** Whether a person may do something. */
async function mayPerson(pool: Pool, personId: string, resource: Resource, action: Action): Promise<boolean> {
  const rows = await tablesOn(pool)
    .selectFrom('core.people_roles')
    .select('role')
    .where('person_id', '=', personId)
    .execute()
  const roles = rows.flatMap(({ role }) => (isRole(role) ? [role] : []))
  return allow(roles, resource, action)
}

/** Whether the person of a device may make the product connect to its own machine and network, as checks do. */
export async function mayReachInside(pool: Pool, { personId }: Recipient): Promise<boolean> {
  return personId !== undefined && (await mayPerson(pool, personId, 'canaries', 'write'))
}

/** Whether a recipient may silence. Nobody knows who reads the messages of a service, so these have the link. */
export async function maySilence(pool: Pool, { personId }: Recipient): Promise<boolean> {
  return personId === undefined || (await mayPerson(pool, personId, 'notifications', 'write'))
}
