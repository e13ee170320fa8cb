import type { Pool } from 'pg'
import type { JobOutcome, RunLog } from '../../../platform/jobs/index.ts'

/** Days between taking a check out of use and forgetting it with its history. */
const KEEP_DAYS = 7

/** Forgets checks and canaries that were taken out of use some time ago. Their results go with their partitions. */
export async function removeRetired(pool: Pool, now: Date, log?: Pick<RunLog, 'info'>): Promise<JobOutcome> {
  const limit = new Date(now.getTime() - KEEP_DAYS * 86_400_000)
  const checks = await pool.query('delete from core.checks where deleted_at < $1', [limit])
  const canaries = await pool.query('delete from core.canaries where deleted_at < $1', [limit])
  const rows = (checks.rowCount ?? 0) + (canaries.rowCount ?? 0)
  log?.info(`Removed ${checks.rowCount ?? 0} checks and ${canaries.rowCount ?? 0} groups of checks`)
  return { success: rows, errors: [], details: { summary: { removed: rows } } }
}
