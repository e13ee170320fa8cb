import type { ClientBase } from 'pg'
import { audit } from '../../platform/audit.ts'
import type { Actor } from '../../platform/access/actor.ts'

/** Ends every session of a person in the caller's transaction. */
export async function endSessions(client: ClientBase, personId: string, by: Actor): Promise<void> {
  const { rows } = await client.query<{ id: string; name: string }>(
    `delete from core.sessions as session using core.people as person
     where session.person_id = $1 and person.id = session.person_id
     returning session.id, person.name`,
    [personId],
  )
  for (const { id, name } of rows)
    await audit(client, by, { action: 'end session', resource: 'sessions', id, name })
}

/** Removes everything that a person could sign in with, in the caller's transaction. */
export async function removeCredentials(client: ClientBase, personId: string): Promise<void> {
  for (const table of ['passwords', 'totp_secrets', 'known_devices', 'access_tokens', 'mailed_codes'])
    await client.query(`delete from core.${table} where person_id = $1`, [personId])
}
