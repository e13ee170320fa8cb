import type { ClientBase } from 'pg'
import { audit } from '../../platform/audit.ts'
import type { Actor } from '../../platform/access/actor.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import type { IdentityTables } from './tables.ts'

/** Ends every session of a person in the caller's transaction. */
export async function endSessions(client: ClientBase, personId: string, by: Actor): Promise<void> {
  const rows = await tablesOn<IdentityTables>(client)
    .deleteFrom('core.sessions as session')
    .using('core.people as person')
    .where('session.person_id', '=', personId)
    .whereRef('person.id', '=', 'session.person_id')
    .returning(['session.id', 'person.name'])
    .execute()
  for (const { id, name } of rows)
    await audit(client, by, { action: 'end session', resource: 'sessions', id, name })
}

/** Tables of what a person signs in with. */
const credentials = [
  'core.passwords',
  'core.totp_secrets',
  'core.known_devices',
  'core.access_tokens',
  'core.mailed_codes',
] as const

/** Removes everything that a person could sign in with, in the caller's transaction. */
export async function removeCredentials(client: ClientBase, personId: string): Promise<void> {
  for (const table of credentials)
    await tablesOn<IdentityTables>(client).deleteFrom(table).where('person_id', '=', personId).execute()
}
