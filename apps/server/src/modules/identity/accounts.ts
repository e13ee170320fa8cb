import type { ClientBase } from 'pg'

/** Ends every session of someone, in the transaction of the caller. */
export async function endSessions(client: ClientBase, personId: string): Promise<void> {
  await client.query('delete from core.sessions where person_id = $1', [personId])
}

/** Takes away everything that someone could sign in with, in the transaction of the caller. */
export async function removeCredentials(client: ClientBase, personId: string): Promise<void> {
  for (const table of ['passwords', 'totp_secrets', 'known_devices', 'access_tokens', 'mailed_codes'])
    await client.query(`delete from core.${table} where person_id = $1`, [personId])
}
