import type { Pool } from 'pg'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { JobOutcome, RunLog } from '../../../platform/jobs/index.ts'

/** Days between taking a check out of use and forgetting it with its history. */
const KEEP_DAYS = 7

/** Forgets checks and canaries that were taken out of use some time ago. Their results go with their partitions. */
export async function removeRetired(pool: Pool, now: Date, log?: Pick<RunLog, 'info'>): Promise<JobOutcome> {
  const limit = new Date(now.getTime() - KEEP_DAYS * 86_400_000)
  const tables = tablesOn(pool)
  const checks = await tables.deleteFrom('core.checks').where('deleted_at', '<', limit).executeTakeFirst()
  const canaries = await tables.deleteFrom('core.canaries').where('deleted_at', '<', limit).executeTakeFirst()
  const removed = Number(checks.numDeletedRows + canaries.numDeletedRows)
  log?.info(`Removed ${checks.numDeletedRows} checks and ${canaries.numDeletedRows} groups of checks`)
  return { success: removed, errors: [], details: { summary: { removed } } }
}
