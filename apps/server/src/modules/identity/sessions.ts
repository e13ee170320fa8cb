import type { Queryable } from '../../platform/database/index.ts'

/** Signs somebody out everywhere, as part of a transaction; streams that they read end with it. */
export async function endSessionsOf(within: Queryable, personId: string): Promise<void> {
  await within.query('delete from core.sessions where person_id = $1', [personId])
}
