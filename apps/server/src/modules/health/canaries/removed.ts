import sql from 'sql-template-tag'

/** Whether the check of a row of `core.check_state` called `stored` was removed before the statement. */
export const wasRemoved = sql`exists (
  select from core.checks as removed where removed.id = stored.check_id and removed.deleted_at is not null
)`
