import type { ComponentProperty, ComponentSummary } from '@binnacle/contract/topology'
import type { Pool } from 'pg'
import { costNames } from '../roll-up/counts.ts'
import { isDrawnItem } from '../roll-up/drawn-item.ts'

/** A check or catalog item of a component that is not well. */
export interface FailingResource {
  kind: 'check' | 'config'
  id: string
  name: string
  health: 'unhealthy' | 'warning'
  message: string | null
  since: string | null
}

/** A transition of a component's health. */
export interface Transition {
  at: number
  health: string
  previous: string | null
}

/** A component as it is read from the database. */
export interface ComponentData {
  id: string
  name: string
  text: string | null
  type: string | null
  topology_type: string | null
  namespace: string | null
  icon: string | null
  owner: string | null
  lifecycle: string | null
  tooltip: string | null
  description: string | null
  /** What its source says. */
  said_health: string | null
  said_status: string | null
  health: string
  health_since: string | null
  status: string
  status_reason: string | null
  labels: Record<string, string>
  properties: ComponentProperty[]
  summary: ComponentSummary
  hidden: boolean
  is_leaf: boolean
  position: number | null
  path: string
  parent_id: string | null
  topology_id: string | null
  agent_id: string
  config_id: string | null
  external_id: string
  logs: { name: string }[]
  cost_per_minute: number | null
  cost_total_1d: number | null
  cost_total_7d: number | null
  cost_total_30d: number | null
  created_at: string
  updated_at: string | null
  deleted_at: string | null
  teams: string[]
  /** Components that it also appears below. */
  also_below: string[]
  /** Components without which it does not work. */
  needs: string[]
}

const noSummary = `'{"healthy":0,"unhealthy":0,"warning":0,"unknown":0,"info":0,"checks":{},"incidents":{},"insights":{}}'::jsonb`

const iso = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const costs = costNames
  .map((name) => `core.component_cost(state.gives, '${name}')::float8 as ${name}`)
  .join(', ')

// What the last run wrote of an item is old where its component follows it.
const saidStatus = `case when ${isDrawnItem('component')} then coalesce(state.status, component.status)
  else component.status end`

const columns = `
  component.id, component.name, component.text, component.type, component.topology_type, component.namespace,
  component.icon, component.owner, component.lifecycle, component.tooltip, component.description,
  component.health as said_health, ${saidStatus} as said_status, coalesce(state.health, 'unknown') as health,
  ${iso('state.since')} as health_since,
  coalesce(state.status, component.status, 'unknown') as status,
  coalesce(state.status_reason, component.status_reason) as status_reason, component.labels, component.properties,
  coalesce(state.summary, ${noSummary}) as summary, component.hidden, component.is_leaf, component.position, component.path,
  component.parent_id, component.topology_id, component.agent_id, component.config_id, component.external_id,
  jsonb_path_query_array(component.log_selectors, '$[*].name') as log_names,
  ${costs},
  ${iso('component.created_at')} as created_at, ${iso('component.updated_at')} as updated_at,
  ${iso('component.deleted_at')} as deleted_at`

const findTeams = `
  select owned.component_id, array_agg(distinct teams.name order by teams.name) as names
  from core.team_components as owned join core.teams on teams.id = owned.team_id and teams.deleted_at is null
  group by owned.component_id`

// Joined to all at once: a subquery for each component takes four times as long for all of them.
const findComponents = (condition: string) => `
  select ${columns}, coalesce(team.names, '{}') as teams, coalesce(link.also_below, '{}') as also_below,
    coalesce(link.needs, '{}') as needs
  from core.components as component
  left join core.component_states as state on state.component_id = component.id
  left join (${findTeams}) as team on team.component_id = component.id
  left join (
    select component_id, array_agg(distinct relationship_id) filter (where kind = 'child') as also_below,
      array_agg(distinct relationship_id) filter (where kind = 'dependency') as needs
    from core.component_relationships where deleted_at is null and refused is null
    group by component_id
  ) as link on link.component_id = component.id
  where ${condition}`

const findAll = findComponents('component.deleted_at is null')
const findSome = findComponents('component.id = any ($1) and component.deleted_at is null')

// Costs, properties and texts are those of now, as far as the component is still known.
const findThen = `
  select version.component_id as id, version.name, version.text, version.type, version.topology_type, version.namespace,
    version.icon, version.owner, version.lifecycle, component.tooltip, component.description,
    component.health as said_health, ${saidStatus} as said_status, coalesce(state.health, 'unknown') as health,
    ${iso('state.since')} as health_since, coalesce(state.status, component.status, 'unknown') as status,
    coalesce(state.status_reason, component.status_reason) as status_reason, version.labels,
    coalesce(component.properties, '[]') as properties, coalesce(state.summary, ${noSummary}) as summary, version.hidden,
    coalesce(component.is_leaf, true) as is_leaf, version.position, version.path, version.parent_id, version.topology_id,
    version.agent_id, component.config_id, version.external_id,
    coalesce(jsonb_path_query_array(component.log_selectors, '$[*].name'), '[]') as log_names,
    ${costs},
    ${iso('version.created_at')} as created_at, ${iso('component.updated_at')} as updated_at,
    ${iso('component.deleted_at')} as deleted_at, coalesce(team.names, '{}') as teams,
    coalesce(link.also_below, '{}') as also_below, coalesce(link.needs, '{}') as needs
  from core.component_versions as version
  left join core.components as component on component.id = version.component_id
  left join core.component_states as state on state.component_id = version.component_id
  left join (${findTeams}) as team on team.component_id = version.component_id
  left join (
    select component_id, array_agg(distinct relationship_id) filter (where kind = 'child') as also_below,
      array_agg(distinct relationship_id) filter (where kind = 'dependency') as needs
    from core.component_relationship_versions where valid_from <= $1 and (valid_to is null or valid_to > $1)
    group by component_id
  ) as link on link.component_id = version.component_id
  where version.valid_from <= $1 and (version.valid_to is null or version.valid_to > $1)`

type Row = Omit<ComponentData, 'logs'> & { log_names: string[] }

async function load(pool: Pool, statement: string, values: unknown[]): Promise<ComponentData[]> {
  const { rows } = await pool.query<Row>(statement, values)
  return rows.map(({ log_names: names, ...row }) => ({ ...row, logs: names.map((name) => ({ name })) }))
}

/** Reads components in use. @param ids null for all */
export function loadComponents(pool: Pool, ids: readonly string[] | null): Promise<ComponentData[]> {
  return ids === null ? load(pool, findAll, []) : load(pool, findSome, [ids])
}

/** Ids of the components that teams have. @param teams null for all */
export async function loadComponentsOfTeams(pool: Pool, teams: readonly string[] | null): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select distinct component_id as id from core.team_components
     where $1::uuid[] is null or team_id = any ($1)`,
    [teams],
  )
  return rows.map(({ id }) => id)
}

/** Reads the components that there were at a time. */
export function loadComponentsThen(pool: Pool, at: Date): Promise<ComponentData[]> {
  return load(pool, findThen, [at])
}

const findFailing = `
  select link.component_id, 'check' as kind, checks.id, checks.name, 'unhealthy' as health,
    coalesce(state.error, state.message) as message, ${iso('state.last_transition_time')} as since
  from core.check_component_relationships as link
  join core.check_state as state on state.check_id = link.check_id and state.state = 'unhealthy'
  join core.checks on checks.id = link.check_id and checks.deleted_at is null
  where link.deleted_at is null and ($1::uuid[] is null or link.component_id = any ($1))
  union
  select link.component_id, 'config', item.id, item.name, item.health, coalesce(item.description, item.status),
    ${iso(`(
      select max(change.created_at) from core.config_changes as change
      where change.config_id = item.id and change.source = 'health'
        and change.change_type in ('Healthy', 'Unhealthy', 'Warning', 'HealthUnknown')
    )`)}
  from (
    select component_id, config_id from core.config_component_relationships
    where deleted_at is null and ($1::uuid[] is null or component_id = any ($1))
    union
    select id, config_id from core.components
    where config_id is not null and ($1::uuid[] is null or id = any ($1)) and deleted_at is null
  ) as link
  join core.config_items as item on item.id = link.config_id and item.health in ('unhealthy', 'warning')
    and item.deleted_at is null`

/** What is not well of what is linked with components. @param ids null for all */
export async function loadFailing(
  pool: Pool,
  ids: readonly string[] | null,
): Promise<Map<string, FailingResource[]>> {
  const { rows } = await pool.query<FailingResource & { component_id: string }>(findFailing, [ids])
  const found = new Map<string, FailingResource[]>()
  for (const { component_id: id, ...failing } of rows) found.set(id, [...(found.get(id) ?? []), failing])
  return found
}

const findTransitions = `
  select component_id, extract(epoch from at) * 1000 as at, health, previous from core.component_transitions
  where at >= $2 and ($1::uuid[] is null or component_id = any ($1)) order by at`

/** The transitions of components since a time, the oldest first. @param ids null for all */
export async function loadTransitions(
  pool: Pool,
  ids: readonly string[] | null,
  since: Date,
): Promise<Map<string, Transition[]>> {
  const { rows } = await pool.query<{
    component_id: string
    at: string
    health: string
    previous: string | null
  }>(findTransitions, [ids, since])
  const found = new Map<string, Transition[]>()
  for (const { component_id: id, at, health, previous } of rows)
    found.set(id, [...(found.get(id) ?? []), { at: Number(at), health, previous }])
  return found
}

/** What the catalog items of a component need. */
export interface ConfigNeed {
  component_id: string
  needed_component: string | null
  health: string | null
}

const findConfigNeeds = `
  with link as (
    select component_id, config_id from core.config_component_relationships where deleted_at is null
    union
    select id, config_id from core.components where config_id is not null and deleted_at is null
  )
  select distinct link.component_id, needed.component_id as needed_component, item.health
  from link
  join core.config_relationships as edge
    on edge.related_id = link.config_id and edge.deleted_at is null and edge.relation <> 'hard'
  join core.config_items as item on item.id = edge.config_id and item.deleted_at is null
  left join link as needed on needed.config_id = edge.config_id
  where needed.component_id is distinct from link.component_id`

/** What catalog items of components need, as the graph of the catalog says. */
export async function loadConfigNeeds(pool: Pool): Promise<ConfigNeed[]> {
  const { rows } = await pool.query<ConfigNeed>(findConfigNeeds)
  return rows
}
