import type { Pool } from 'pg'
import type { KnownColumns } from '../../platform/database/columns.ts'
import type { Subject, SubjectKey, SubjectState } from '../../platform/subjects.ts'
import { healthOf } from './roll-up/counts.ts'

type Labels = Readonly<Record<string, string>>

type Row = KnownColumns<
  'core.components',
  | 'id'
  | 'agent_id'
  | 'name'
  | 'type'
  | 'namespace'
  | 'description'
  | 'owner'
  | 'lifecycle'
  | 'labels'
  | 'path'
  | 'parent_id'
  | 'topology_id'
  | 'created_at'
  | 'updated_at',
  { labels: Labels }
> & {
  agent_name: string | null
  health: string | null
  status: string | null
  status_reason: string | null
  since: Date | null
  needs: string[] | null
}

const columns = `
  component.id, component.agent_id, component.name, component.type, component.namespace, component.description,
  component.owner, component.lifecycle, component.labels, component.path, component.parent_id, component.topology_id,
  component.created_at, component.updated_at, agents.name as agent_name,
  (
    select array_agg(link.relationship_id) from core.component_relationships as link
    where link.component_id = component.id and link.kind = 'dependency' and link.deleted_at is null
  ) as needs`

const findNow = `
  select ${columns}, state.health, state.status, state.status_reason, state.since
  from core.components as component
  left join core.component_states as state on state.component_id = component.id
  left join core.agents on agents.id = component.agent_id
  where component.id = any ($1) and component.deleted_at is null`

const findThen = `
  select ${columns}, coalesce(change.health, state.health) as health, coalesce(change.status, state.status) as status,
    coalesce(change.reason, state.status_reason) as status_reason, coalesce(change.at, state.since) as since
  from core.components as component
  left join core.component_states as state on state.component_id = component.id
  left join core.component_transitions as change on change.component_id = component.id and change.at = $2
  left join core.agents on agents.id = component.agent_id
  where component.id = $1`

const findRecent = `
  select change.component_id as id, change.health, change.at as time from core.component_transitions as change
  join core.components as component on component.id = change.component_id and component.deleted_at is null
  where change.at > now() - interval '1 day' and (change.previous is not null or change.health in ('unhealthy', 'warning'))
  order by change.at desc limit $1`

const findPage = `
  select id from core.components where deleted_at is null and ($1::uuid is null or id > $1) order by id limit $2`

const severities = { unhealthy: 'medium', warning: 'low', healthy: 'info', unknown: 'info' } as const

function within({ path }: Pick<Row, 'path'>): SubjectKey[] {
  if (path === '') return []
  return path
    .split('.')
    .toReversed()
    .map((id) => ({ kind: 'component', id }))
}

function stateOf(row: Row): SubjectState {
  const health = healthOf(row.health)
  const reason = (row.status_reason ?? row.status)?.split('\n', 1)[0]?.trim()
  return {
    kind: 'component',
    id: row.id,
    name: row.name,
    type: row.type ?? undefined,
    namespace: row.namespace ?? undefined,
    labels: row.labels,
    severity: severities[health],
    health,
    reason: reason === '' ? undefined : reason,
    since: row.since ?? undefined,
    within: within(row),
    dependsOn: (row.needs ?? []).map((id) => ({ kind: 'component', id })),
    path: `/topology/${row.id}`,
    variables: {
      agent: { id: row.agent_id, name: row.agent_name ?? '' },
      component: {
        id: row.id,
        name: row.name,
        type: row.type ?? '',
        namespace: row.namespace ?? '',
        description: row.description ?? '',
        owner: row.owner ?? '',
        lifecycle: row.lifecycle ?? '',
        status: row.status ?? '',
        status_reason: row.status_reason ?? '',
        health,
        labels: row.labels,
        parent_id: row.parent_id ?? '',
        topology_id: row.topology_id ?? '',
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
      },
    },
  }
}

/** Components, as messages about them and rules see them. */
export function createComponentSubject(pool: Pool): Subject {
  return {
    kind: 'component',
    async load(ids) {
      const { rows } = await pool.query<Row>(findNow, [ids])
      return new Map(rows.map((row) => [row.id, stateOf(row)]))
    },
    async loadAt(id, time) {
      const [row] = (await pool.query<Row>(findThen, [id, time])).rows
      return row === undefined ? undefined : stateOf(row)
    },
    async recentEvents(limit) {
      const { rows } = await pool.query<{ id: string; health: string; time: Date }>(findRecent, [limit])
      return rows.map(({ id, health, time }) => ({
        event: `component.${healthOf(health)}` as const,
        id,
        time,
      }))
    },
    async page(after, limit) {
      const { rows } = await pool.query<{ id: string }>(findPage, [after ?? null, limit])
      return rows.map(({ id }) => id)
    },
  }
}
