import { checkColumns, severitiesWorstFirst } from '@binnacle/contract/health'
import sql from 'sql-template-tag'
import { fieldsSql } from '../../../platform/database/column-sql.ts'

/** The fields of queries for checks, with the SQL of their values. */
export const checkFields = fieldsSql({
  columns: checkColumns,
  table: 'core.checks',
  alias: 'checks',
  sources: {
    state: {
      sql: sql`state.state`,
      order: sql`case state.state when 'unhealthy' then 0 when 'unknown' then 1 else 2 end`,
    },
    canary_name: { sql: sql`canaries.name` },
    severity: {
      sql: sql`checks.severity`,
      order: sql`array_position(${severitiesWorstFirst}::text[], lower(checks.severity))`,
    },
    agent: { sql: sql`agents.name` },
    reason: { sql: sql`case when state.state <> 'healthy' then coalesce(state.error, state.message) end` },
    last_transition_time: { sql: sql`state.last_transition_time` },
  },
})
