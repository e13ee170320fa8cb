import type { Pool } from 'pg'

/** Documents of one statement. */
const PAGE = 200
/** Documents of one run, which takes less than a minute. Other jobs wait in the same lane. */
const MOST = 20_000

// What is being stored again is left to the next time, so that nothing waits for the job.
const indexPage = `
  update core.config_item_bodies set indexed = true where config_id in (
    select config_id from core.config_item_bodies
    where not indexed order by changed_at desc limit ${PAGE} for no key update skip locked
  )`

/**
 * Indexes the words of documents that were stored since, the latest first, until none is left, they are too many for a run, or the signal
 * aborts.
 * @returns how many
 */
export async function indexWords(pool: Pool, signal: AbortSignal): Promise<number> {
  let total = 0
  while (!signal.aborted && total < MOST) {
    const { rowCount } = await pool.query(indexPage)
    total += rowCount ?? 0
    if ((rowCount ?? 0) < PAGE) break
  }
  return total
}
