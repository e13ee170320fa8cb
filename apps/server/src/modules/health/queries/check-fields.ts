import { checkFields as fields } from '@binnacle/contract/health'
import type { InSql, SqlField } from '@binnacle/query'

const places: Readonly<Record<(typeof fields)[number]['name'], InSql>> = {
  health: {
    sql: 'state.state',
    order: `case state.state when 'unhealthy' then 0 when 'unknown' then 1 else 2 end`,
  },
  name: { sql: 'checks.name' },
  type: { sql: 'checks.type' },
  canary: { sql: 'canaries.name' },
  namespace: { sql: 'checks.namespace' },
  labels: { sql: 'checks.labels' },
  severity: {
    sql: 'checks.severity',
    order: `array_position(
      array['critical', 'blocker', 'high', 'warning', 'medium', 'low', 'info'], lower(checks.severity)
    )`,
  },
  agent: { sql: 'agents.name' },
  description: { sql: 'checks.description' },
  reason: { sql: `case when state.state <> 'healthy' then coalesce(state.error, state.message) end` },
  changed: { sql: 'state.last_transition_time' },
  created: { sql: 'checks.created_at' },
}

/** The fields of queries for checks, with the SQL of their values. */
export const checkFields: readonly SqlField[] = fields.map((field) => ({ ...field, ...places[field.name] }))
