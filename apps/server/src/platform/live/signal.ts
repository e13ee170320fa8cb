import type { Queryable } from '../database/index.ts'

/** Where the database tells every process what changed. */
export const CHANNEL = 'binnacle_live'

/** What processes tell each other that no trigger of a table announces. */
export type Signal = 'event_queue' | 'properties' | 'schedule' | 'sessions'

/**
 * Wakes what waits for a topic in every process and drops what they cached of it, once the transaction is committed.
 * Unlike an event it may be missed: it carries nothing that is not in the database.
 * @param ids rows that it is about; null for all
 */
export async function signal(
  within: Queryable,
  topic: Signal,
  ids: readonly string[] | null = null,
): Promise<void> {
  await within.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ topic, ids })])
}
