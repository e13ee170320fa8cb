import sql from 'sql-template-tag'
import type { Queryable } from '../database/index.ts'

/** The channel on which the database tells every process what changed. */
export const CHANNEL = 'binnacle_live'

/** Announcements between processes that no table trigger makes. */
export type Signal = 'event_queue' | 'properties' | 'schedule' | 'sessions'

/**
 * Wakes what waits for a topic in every process, and drops what they cached of it, once the transaction is committed.
 * Unlike an event it may be missed, so it carries only data that is in the database.
 * @param ids rows that changed; null for all
 */
export async function signal(
  within: Queryable,
  topic: Signal,
  ids: readonly string[] | null = null,
): Promise<void> {
  await within.query(sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ topic, ids })})`)
}
