import type { ClientBase, Pool } from 'pg'
import { inTransaction } from '../../../platform/database/index.ts'
import { betweenRuns } from './retention-lock.ts'
import { countInsights } from './write-insights.ts'

/** Rows of one statement. */
export const PAGE = 2_000

/** Repeats a statement that takes a page of rows, until no row is left. */
export async function inTurns(pool: Pool, statement: string, values: readonly unknown[]): Promise<number> {
  let total = 0
  for (;;) {
    const { rowCount } = await pool.query(statement, [...values, PAGE])
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

/** Changes insights and counts those of their items again. */
export async function changeInsights(
  pool: Pool,
  statement: string,
  before: Date,
  more: readonly unknown[] = [],
): Promise<number> {
  let total = 0
  for (;;) {
    const count = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ config_id: string }>(statement, [before, PAGE, ...more])
      if (rows.length > 0)
        await client.query(countInsights, [[...new Set(rows.map(({ config_id: id }) => id))].sort()])
      return rows.length
    })
    total += count
    if (count < PAGE) return total
  }
}
