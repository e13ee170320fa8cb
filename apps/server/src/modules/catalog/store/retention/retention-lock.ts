import { type ClientBase, DatabaseError, type Pool } from 'pg'
import sql, { raw } from 'sql-template-tag'
import { inTransaction } from '../../../../platform/database/index.ts'

// A run compares what it finds with what is stored long before it publishes. If retention deletes an item in between, the run
// cannot store the item again: it has gathered no document of what did not differ.

/** Milliseconds that retention waits: longer than a followed batch takes, so that a source that always changes does not keep it away. */
const PATIENCE = 3_000
const LOCK_NOT_AVAILABLE = '55P03'

const name = (scraperId: string): string => `binnacle retention ${scraperId}`

/**
 * Keeps retention from what a scraper has found, until the transaction or the session of the client ends. Waits for the page
 * that retention is deleting.
 */
export async function lockAgainstRetention(
  client: ClientBase,
  scraperId: string,
  until: 'session' | 'transaction',
): Promise<void> {
  const lock = until === 'session' ? 'pg_advisory_lock_shared' : 'pg_advisory_xact_lock_shared'
  await client.query(sql`select ${raw(lock)}(hashtextextended(${name(scraperId)}, 0))`)
}

/**
 * Deletes what a scraper has found, in a transaction, unless a run of it is under way. Waits for a followed batch.
 * @returns undefined while a run is under way
 */
export async function betweenRuns<Value>(
  pool: Pool,
  scraperId: string,
  work: (client: ClientBase) => Promise<Value>,
): Promise<Value | undefined> {
  let isFree = false
  try {
    return await inTransaction(pool, async (client) => {
      await client.query(`set local lock_timeout = ${PATIENCE}`)
      await client.query(sql`select pg_advisory_xact_lock(hashtextextended(${name(scraperId)}, 0))`)
      await client.query('set local lock_timeout to default')
      isFree = true
      return work(client)
    })
  } catch (error) {
    if (!isFree && error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) return undefined
    throw error
  }
}
