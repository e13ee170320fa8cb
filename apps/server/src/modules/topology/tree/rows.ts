import type { ComponentProperty, ComponentSummary } from '@binnacle/contract/topology'
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Columns, KnownColumns } from '../../../platform/database/columns.ts'
import { anyOf, tablesOn } from '../../../platform/database/tables-on.ts'
import { costNames } from '../roll-up/compute/counts.ts'
import { isDrawnItem } from '../roll-up/load/drawn-item.ts'

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
export interface ComponentData extends KnownColumns<
  'core.components',
  | 'id'
  | 'name'
  | 'text'
  | 'type'
  | 'topology_type'
  | 'namespace'
  | 'icon'
  | 'owner'
  | 'lifecycle'
  | 'tooltip'
  | 'description'
  | 'status_reason'
  | 'labels'
  | 'properties'
  | 'hidden'
  | 'is_leaf'
  | 'position'
  | 'path'
  | 'parent_id'
  | 'topology_id'
  | 'agent_id'
  | 'config_id'
  | 'external_id',
  { labels: Record<string, string>; properties: ComponentProperty[] }
> {
  /** What its source says. */
  said_health: string | null
  said_status: string | null
  health: string
  health_since: string | null
  status: string
  summary: ComponentSummary
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

const noSummary = sql`'{"healthy":0,"unhealthy":0,"warning":0,"unknown":0,"info":0,"checks":{},"incidents":{},"insights":{}}'::jsonb`

const iso = (time: Sql) => sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const costs = raw(
  costNames.map((name) => `core.component_cost(state.gives, '${name}')::float8 as ${name}`).join(', '),
)

// What the last run wrote of an item is old where its component follows it.
const saidStatus = sql`case when ${isDrawnItem('component')} then coalesce(state.status, component.status)
  else component.status end`

const columns = sql`
  component.id, component.name, component.text, component.type, component.topology_type, component.namespace,
  component.icon, component.owner, component.lifecycle, component.tooltip, component.description,
  component.health as said_health, ${saidStatus} as said_status, coalesce(state.health, 'unknown') as health,
  ${iso(sql`state.since`)} as health_since,
  coalesce(state.status, component.status, 'unknown') as status,
  coalesce(state.status_reason, component.status_reason) as status_reason, component.labels, component.properties,
  coalesce(state.summary, ${noSummary}) as summary, component.hidden, component.is_leaf, component.position, component.path,
  component.parent_id, component.topology_id, component.agent_id, component.config_id, component.external_id,
  jsonb_path_query_array(component.log_selectors, '$[*].name') as log_names,
  ${costs},
  ${iso(sql`component.created_at`)} as created_at, ${iso(sql`component.updated_at`)} as updated_at,
  ${iso(sql`component.deleted_at`)} as deleted_at`

const findTeams = sql`
  select owned.component_id, array_agg(distinct teams.name order by teams.name) as names
  from core.team_components as owned join core.teams on teams.id = owned.team_id and teams.deleted_at is null
  group by owned.component_id`

// Joined to all at once: a subquery for each component takes four times as long for all of them.
const findComponents = (condition: Sql) => sql`
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

// Costs, properties and texts are those of now, as far as the component is still known.
const findThen = (at: Date) => sql`
  select version.component_id as id, version.name, version.text, version.type, version.topology_type, version.namespace,
    version.icon, version.owner, version.lifecycle, component.tooltip, component.description,
    component.health as said_health, ${saidStatus} as said_status, coalesce(state.health, 'unknown') as health,
    ${iso(sql`state.since`)} as health_since, coalesce(state.status, component.status, 'unknown') as status,
    coalesce(state.status_reason, component.status_reason) as status_reason, version.labels,
    coalesce(component.properties, '[]') as properties, coalesce(state.summary, ${noSummary}) as summary, version.hidden,
    coalesce(component.is_leaf, true) as is_leaf, version.position, version.path, version.parent_id, version.topology_id,
    version.agent_id, component.config_id, version.external_id,
    coalesce(jsonb_path_query_array(component.log_selectors, '$[*].name'), '[]') as log_names,
    ${costs},
    ${iso(sql`version.created_at`)} as created_at, ${iso(sql`component.updated_at`)} as updated_at,
    ${iso(sql`component.deleted_at`)} as deleted_at, coalesce(team.names, '{}') as teams,
    coalesce(link.also_below, '{}') as also_below, coalesce(link.needs, '{}') as needs
  from core.component_versions as version
  left join core.components as component on component.id = version.component_id
  left join core.component_states as state on state.component_id = version.component_id
  left join (${findTeams}) as team on team.component_id = version.component_id
  left join (
    select component_id, array_agg(distinct relationship_id) filter (where kind = 'child') as also_below,
      array_agg(distinct relationship_id) filter (where kind = 'dependency') as needs
    from core.component_relationship_versions where valid_from <= ${at} and (valid_to is null or valid_to > ${at})
    group by component_id
  ) as link on link.component_id = version.component_id
  where version.valid_from <= ${at} and (version.valid_to is null or version.valid_to > ${at})`

type Row = Omit<ComponentData, 'logs'> & { log_names: string[] }

async function load(pool: Pool, statement: Sql): Promise<ComponentData[]> {
  const { rows } = await pool.query<Row>(statement)
  return rows.map(({ log_names: names, ...row }) => ({ ...row, logs: names.map((name) => ({ name })) }))
}

/** Reads components in use. @param ids null for all */
export function loadComponents(pool: Pool, ids: readonly string[] | null): Promise<ComponentData[]> {
  const chosen = ids === null ? empty : sql`component.id = any (${ids}) and`
  return load(pool, findComponents(sql`${chosen} component.deleted_at is null`))
}

/** Ids of the components that teams have. @param teams null for all */
export async function loadComponentsOfTeams(pool: Pool, teams: readonly string[] | null): Promise<string[]> {
  const all = tablesOn(pool).selectFrom('core.team_components').select('component_id as id').distinct()
  const rows = await (teams === null ? all : all.where('team_id', '=', anyOf(teams))).execute()
  return rows.map(({ id }) => id)
}

/** Reads the components that there were at a time. */
export function loadComponentsThen(pool: Pool, at: Date): Promise<ComponentData[]> {
  return load(pool, findThen(at))
}

const findFailing = (ids: readonly string[] | null) => sql`
  with given as not materialized (select ${ids}::uuid[] as ids)
  select link.component_id, 'check' as kind, checks.id, checks.name, 'unhealthy' as health,
    coalesce(state.error, state.message) as message, ${iso(sql`state.last_transition_time`)} as since
  from core.check_component_relationships as link
  join core.check_state as state on state.check_id = link.check_id and state.state = 'unhealthy'
  join core.checks on checks.id = link.check_id and checks.deleted_at is null
  cross join given
  where link.deleted_at is null and (given.ids is null or link.component_id = any (given.ids))
  union
  select link.component_id, 'config', item.id, item.name, item.health, coalesce(item.description, item.status),
    ${iso(sql`(
      select max(change.created_at) from core.config_changes as change
      where change.config_id = item.id and change.source = 'health'
        and change.change_type in ('Healthy', 'Unhealthy', 'Warning', 'HealthUnknown')
    )`)}
  from (
    select component_id, config_id from core.config_component_relationships cross join given
    where deleted_at is null and (given.ids is null or component_id = any (given.ids))
    union
    select id, config_id from core.components cross join given
    where config_id is not null and (given.ids is null or id = any (given.ids)) and deleted_at is null
  ) as link
  join core.config_items as item on item.id = link.config_id and item.health in ('unhealthy', 'warning')
    and item.deleted_at is null`

/** What is not well of what is linked with components. @param ids null for all */
export async function loadFailing(
  pool: Pool,
  ids: readonly string[] | null,
): Promise<Map<string, FailingResource[]>> {
  const { rows } = await pool.query<
    Columns<'core.check_component_relationships', 'component_id'> & FailingResource
  >(findFailing(ids))
  const found = new Map<string, FailingResource[]>()
  for (const { component_id: id, ...failing } of rows) found.set(id, [...(found.get(id) ?? []), failing])
  return found
}

/** The transitions of components since a time, the oldest first. @param ids null for all */
export async function loadTransitions(
  pool: Pool,
  ids: readonly string[] | null,
  since: Date,
): Promise<Map<string, Transition[]>> {
  const all = tablesOn(pool)
    .selectFrom('core.component_transitions')
    .select([
      'component_id',
      fragment<number>`(extract(epoch from at) * 1000)::float8`.as('at'),
      'health',
      'previous',
    ])
    .where('at', '>=', since)
    .orderBy('at')
  const rows = await (ids === null ? all : all.where('component_id', '=', anyOf(ids))).execute()
  const found = new Map<string, Transition[]>()
  for (const { component_id: id, ...transition } of rows)
    found.set(id, [...(found.get(id) ?? []), transition])
  return found
}

/** What the catalog items of a component need. */
export type ConfigNeed = Columns<'core.config_component_relationships', 'component_id'> &
  Columns<'core.config_items', 'health'> & { needed_component: string | null }

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
