import type { Pool } from 'pg'
import type { Log } from './log.ts'
import type { Secrets } from './secrets.ts'

/**
 * Remembers which secret key the stored secrets were made with, and says so when it is another one: they cannot be
 * read any more, everything else is untouched.
 */
export async function noteSecretKey(pool: Pool, secrets: Secrets, log: Log): Promise<void> {
  const { rows } = await pool.query<{ before: string | null }>(
    `with before as (select value #>> '{}' as value from core.settings where name = 'secret_key'),
     noted as (
       insert into core.settings (name, value) values ('secret_key', to_jsonb($1::text))
       on conflict (name) do update set value = excluded.value, updated_at = now()
     )
     select (select value from before) as before`,
    [secrets.fingerprint],
  )
  const before = rows[0]?.before ?? null
  if (before !== null && before !== secrets.fingerprint)
    log.warn(
      'SECRET_KEY is another one than at the last start: stored secrets cannot be read and have to be entered again',
    )
}
