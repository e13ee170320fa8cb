import type { ClientBase } from 'pg'

/** Ends every session of someone, in the transaction of the caller. */
export async function endSessions(client: ClientBase, personId: string): Promise<void> {
  await client.query('delete from core.sessions where person_id = $1', [personId])
}

/** Takes away everything that someone could sign in with, in the transaction of the caller. */
export async function removeCredentials(client: ClientBase, personId: string): Promise<void> {
  await client.query('delete from core.passwords where person_id = $1', [personId])
}
