import { checkFields as fields, severitiesWorstFirst } from '@binnacle/contract/health'
import type { InSql, SqlField } from '@binnacle/query'
import sql from 'sql-template-tag'

const places: Readonly<Record<(typeof fields)[number]['name'], InSql>> = {
  health: {
    sql: sql`state.state`,
    order: sql`case state.state when 'unhealthy' then 0 when 'unknown' then 1 else 2 end`,
  },
  name: { sql: sql`checks.name` },
  type: { sql: sql`checks.type` },
  canary: { sql: sql`canaries.name` },
  namespace: { sql: sql`checks.namespace` },
  labels: { sql: sql`checks.labels` },
  severity: {
    sql: sql`checks.severity`,
    order: sql`array_position(${severitiesWorstFirst}::text[], lower(checks.severity))`,
  },
  agent: { sql: sql`agents.name` },
  description: { sql: sql`checks.description` },
  reason: { sql: sql`case when state.state <> 'healthy' then coalesce(state.error, state.message) end` },
  changed: { sql: sql`state.last_transition_time` },
  created: { sql: sql`checks.created_at` },
}

/** The fields of queries for checks, with the SQL of their values. */
export const checkFields: readonly SqlField[] = fields.map((field) => ({ ...field, ...places[field.name] }))
