import type { Pool } from 'pg'

/** Counts the checks in use that are unhealthy. */
export async function countUnhealthy(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ checks: number }>(
    `select count(*) as checks
     from core.check_state as state
     join core.checks on checks.id = state.check_id
     join core.canaries on canaries.id = checks.canary_id
     where state.state = 'unhealthy' and checks.deleted_at is null and canaries.deleted_at is null`,
  )
  return rows[0]?.checks ?? 0
}
