import type { ComponentHealth, ComponentSummary } from '@binnacle/contract/topology'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { ChildTotals, Contribution, OwnCounts } from '../compute/counts.ts'

/**
 * States of one statement. An announcement has room for the ids of so many; without ids every process reads the whole tree
 * again.
 */
const PAGE = 140

/** A state that differs from what is stored. */
export interface ChangedState {
  id: string
  health: ComponentHealth
  status: string
  reason: string | null
  own: OwnCounts
  below: ChildTotals
  gives: Contribution
  summary: ComponentSummary
  /** Null for a component without a state. */
  previous: ComponentHealth | null
  time: Date
}

// Since when it has a health stays while the health does.
const store = (states: string) => sql`
  insert into core.component_states as state
    (component_id, health, status, status_reason, since, own, below, gives, summary)
  select id, health, status, reason, time, own, below, gives, summary from jsonb_to_recordset(${states}::jsonb) as fresh (
    id uuid, health text, status text, reason text, time timestamptz, own jsonb, below jsonb, gives jsonb, summary jsonb
  )
  on conflict (component_id) do update set
    health = excluded.health, status = excluded.status, status_reason = excluded.status_reason,
    since = case when state.health = excluded.health then state.since else excluded.since end,
    own = excluded.own, below = excluded.below, gives = excluded.gives, summary = excluded.summary`

const record = (transitions: string) => sql`
  insert into core.component_transitions (component_id, at, health, previous, status, reason)
  select id, time, health, previous, status, reason from jsonb_to_recordset(${transitions}::jsonb) as fresh (
    id uuid, time timestamptz, health text, previous text, status text, reason text
  )
  on conflict (component_id, at) do update set health = excluded.health, status = excluded.status, reason = excluded.reason`

/** Stores states, and the transitions between healths. */
export async function writeStates(client: ClientBase, states: readonly ChangedState[]): Promise<void> {
  for (let start = 0; start < states.length; start += PAGE)
    await client.query(store(JSON.stringify(states.slice(start, start + PAGE))))
  const changed = states.filter(({ health, previous }) => health !== previous)
  if (changed.length === 0) return
  const rows = changed.map(({ id, time, health, previous, status, reason }) => ({
    id,
    time,
    health,
    previous,
    status,
    reason,
  }))
  await client.query(record(JSON.stringify(rows)))
}
