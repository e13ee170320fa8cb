import type { Pool } from 'pg'
import { tablesOn } from '../../../../platform/database/tables-on.ts'

/** Documents of one statement. */
const PAGE = 200
/** Documents of one run, which takes less than a minute. Other jobs wait in the same lane. */
const MOST = 20_000

async function indexPage(pool: Pool): Promise<number> {
  const tables = tablesOn(pool)
  const latest = tables
    .selectFrom('core.config_item_bodies')
    .select('config_id')
    .where((expressions) => expressions.not('indexed'))
    .orderBy('changed_at', 'desc')
    .limit(PAGE)
    // What is being stored again is left to the next time, so that nothing waits for the job.
    .forNoKeyUpdate()
    .skipLocked()
  const { numUpdatedRows } = await tables
    .updateTable('core.config_item_bodies')
    .set({ indexed: true })
    .where('config_id', 'in', latest)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Indexes the words of documents that were stored since, the latest first, until none is left, they are too many for a run, or the signal
 * aborts.
 * @returns how many
 */
export async function indexWords(pool: Pool, signal: AbortSignal): Promise<number> {
  let total = 0
  while (!signal.aborted && total < MOST) {
    const count = await indexPage(pool)
    total += count
    if (count < PAGE) break
  }
  return total
}
