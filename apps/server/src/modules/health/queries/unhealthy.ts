import type { Pool } from 'pg'
import { tablesOn } from '../../../platform/database/tables-on.ts'

/** Counts the checks in use that are unhealthy. */
export async function countUnhealthy(pool: Pool): Promise<number> {
  const { checks } = await tablesOn(pool)
    .selectFrom('core.check_state as state')
    .innerJoin('core.checks as checks', 'checks.id', 'state.check_id')
    .innerJoin('core.canaries as canaries', 'canaries.id', 'checks.canary_id')
    .select(({ fn }) => fn.countAll<number>().as('checks'))
    .where('state.state', '=', 'unhealthy')
    .where('checks.deleted_at', 'is', null)
    .where('canaries.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return checks
}
