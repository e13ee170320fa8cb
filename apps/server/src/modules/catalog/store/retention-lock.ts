import type { ClientBase, Pool } from 'pg'
import { inTransaction } from '../../../platform/database/index.ts'

// A run compares what it finds with what is stored long before it publishes. If retention deletes an item in between, the run
// cannot store the item again: it has gathered no document of what did not differ.

const name = (scraperId: string): string => `binnacle retention ${scraperId}`

/**
 * Keeps retention from what a scraper has found, until the transaction or the session of the client ends. Waits for the page
 * that retention is deleting.
 */
export async function keepRetentionAway(
  client: ClientBase,
  scraperId: string,
  until: 'session' | 'transaction',
): Promise<void> {
  const lock = until === 'session' ? 'pg_advisory_lock_shared' : 'pg_advisory_xact_lock_shared'
  await client.query(`select ${lock}(hashtextextended($1, 0))`, [name(scraperId)])
}

/**
 * Deletes what a scraper has found, in a transaction, unless a run of it is under way.
 * @returns undefined while a run is under way
 */
export function betweenRuns<Value>(
  pool: Pool,
  scraperId: string,
  work: (client: ClientBase) => Promise<Value>,
): Promise<Value | undefined> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free',
      [name(scraperId)],
    )
    return rows[0]?.free === true ? work(client) : undefined
  })
}
