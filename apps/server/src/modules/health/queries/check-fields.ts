import { checkStates } from '@binnacle/contract/health'
import type { SqlField } from '@binnacle/query'

/** The fields of queries for checks. Validation, completion and SQL use this table. */
export const checkFields: readonly SqlField[] = [
  {
    kind: 'choice',
    name: 'health',
    aliases: ['status', 'state'],
    help: 'What the last run found',
    sql: 'state.state',
    order: `case state.state when 'unhealthy' then 0 when 'unknown' then 1 else 2 end`,
    values: checkStates,
  },
  { kind: 'text', name: 'name', help: 'Name of the check', sql: 'checks.name' },
  { kind: 'text', name: 'type', help: 'Type of the check, such as http', sql: 'checks.type' },
  { kind: 'text', name: 'canary', help: 'Name of its canary', sql: 'canaries.name' },
  { kind: 'text', name: 'namespace', help: 'Namespace of its canary', sql: 'checks.namespace' },
  { kind: 'map', name: 'labels', aliases: ['label'], help: 'A label of the check', sql: 'checks.labels' },
  {
    kind: 'text',
    name: 'severity',
    help: 'How grave a failure is',
    sql: 'checks.severity',
    order: `array_position(
      array['critical', 'blocker', 'high', 'warning', 'medium', 'low', 'info'], lower(checks.severity)
    )`,
  },
  { kind: 'text', name: 'agent', help: 'Name of the agent that runs it', sql: 'agents.name' },
  { kind: 'text', name: 'description', help: 'Description of the check', sql: 'checks.description' },
  {
    kind: 'text',
    name: 'reason',
    aliases: ['message'],
    help: 'Why it is not healthy; with stars for a part of it',
    sql: `case when state.state <> 'healthy' then coalesce(state.error, state.message) end`,
  },
  { kind: 'time', name: 'changed', help: 'When its health changed last', sql: 'state.last_transition_time' },
  { kind: 'time', name: 'created', help: 'When it was created', sql: 'checks.created_at' },
]
