// Removes alerts that have been over for long, with what their recipients knew and their timelines.
import { DAY } from '@binnacle/contract/core'
import type { Pool } from 'pg'
import sql, { raw } from 'sql-template-tag'

/** How long alerts are kept after their end, as long as the history of messages. Milliseconds. */
export const KEPT_MILLISECONDS = 90 * DAY
/** Alerts that one statement removes. */
const MOST_REMOVED = 2_000

/** Tables of what ends. What belongs to their rows goes with them. */
const tables = ['core.alerts', 'core.notification_alerts'] as const

async function removeFrom(
  pool: Pool,
  table: (typeof tables)[number],
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0
  for (;;) {
    const { rowCount } = await pool.query(sql`
      delete from ${raw(table)} where id in (
        select id from ${raw(table)} where closed_at < ${before} order by closed_at limit ${MOST_REMOVED}
      )`)
    removed += rowCount ?? 0
    if ((rowCount ?? 0) < MOST_REMOVED || signal.aborted) return removed
  }
}

/**
 * Removes what ended before a time, and marks of broken ways over which nothing was sent since.
 * @returns how many alerts and groups were removed
 */
export async function removeOldAlerts(pool: Pool, before: Date, signal: AbortSignal): Promise<number> {
  let removed = 0
  for (const table of tables) removed += await removeFrom(pool, table, before, signal)
  await pool.query(sql`delete from core.broken_ways where broken_at < ${before}`)
  return removed
}
