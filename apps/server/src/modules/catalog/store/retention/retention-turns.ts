import type { ClientBase, Pool } from 'pg'
import type { Sql } from 'sql-template-tag'
import type { Columns } from '../../../../platform/database/columns.ts'
import { inTransaction } from '../../../../platform/database/index.ts'
import { betweenRuns } from './retention-lock.ts'
import { countInsights } from '../write/write-insights.ts'

/** Rows of one statement. */
export const PAGE = 2_000

/** Repeats a statement that takes at most `PAGE` rows, until no row is left. */
export async function inTurns(pool: Pool, statement: Sql): Promise<number> {
  let total = 0
  for (;;) {
    const { rowCount } = await pool.query(statement)
    total += rowCount ?? 0
    if ((rowCount ?? 0) < PAGE) return total
  }
}

/**
 * Repeats work that takes a page of what a scraper has found, until nothing is left or a run begins.
 * @param page takes at most `PAGE` rows, and answers how many it took
 * @returns how many rows were taken, and whether a run kept the others
 */
export async function inTurnsBetweenRuns(
  pool: Pool,
  scraperId: string,
  page: (client: ClientBase) => Promise<number | null>,
): Promise<{ count: number; busy: boolean }> {
  let count = 0
  for (;;) {
    const taken = await betweenRuns(pool, scraperId, async (client) => (await page(client)) ?? 0)
    count += taken ?? 0
    if (taken === undefined || taken < PAGE) return { count, busy: taken === undefined }
  }
}

/**
 * Changes insights until none is left, and counts those of their items again.
 * @param page changes at most `PAGE` insights
 */
export async function changeInsights(
  pool: Pool,
  page: (client: ClientBase) => Promise<readonly Columns<'core.config_analysis', 'config_id'>[]>,
): Promise<number> {
  let total = 0
  for (;;) {
    const count = await inTransaction(pool, async (client) => {
      const rows = await page(client)
      if (rows.length > 0) await client.query(countInsights(rows.map(({ config_id: id }) => id)))
      return rows.length
    })
    total += count
    if (count < PAGE) return total
  }
}
