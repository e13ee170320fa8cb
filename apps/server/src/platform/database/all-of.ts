import sql, { join, type Sql } from 'sql-template-tag'

/** Combines conditions with `and`; `true` without conditions. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : join(conditions, ') and (', '(', ')')
}
