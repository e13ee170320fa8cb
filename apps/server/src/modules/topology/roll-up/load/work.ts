import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Columns } from '../../../platform/database/columns.ts'
import { anyOf, tablesOn } from '../../../platform/database/tables-on.ts'
import { type ChildTotals, costsOf, type Contribution, nothingOwn, type OwnCounts } from './counts.ts'
import { isDrawnItem } from './drawn-item.ts'
import { countChecksAgain, countInsightsAgain, findSharing, sumCostsAgain } from './sharing.ts'

/** A component that is rolled up, as it is stored. */
export interface RollUpRow extends Columns<
  'core.components',
  | 'id'
  | 'topology_id'
  | 'name'
  | 'type'
  | 'labels'
  | 'properties'
  | 'health'
  | 'status'
  | 'status_reason'
  | 'health_expr'
  | 'status_expr'
> {
  /** Null where it has no state yet. */
  rolled: {
    health: string
    status: string
    reason: string | null
    own: OwnCounts
    below: ChildTotals
    gives: Contribution
    summary: unknown
  } | null
  /** Whether what is linked with it has to be counted again; `children`: also what its children give. */
  stale: 'own' | 'children' | undefined
}

/** Who appears below whom. */
export interface Edge {
  below: string
  above: string
  /** Whether it is the parent; otherwise a relationship says so. */
  isParent: boolean
}

export interface Work {
  rows: ReadonlyMap<string, RollUpRow>
  edges: readonly Edge[]
}

/** Components that one step takes from those that wait. */
const STEP = 1_000

/** Those that wait and that nobody else takes. Waiting for those that a run is marking could be a deadlock. */
const waiting = (client: ClientBase) =>
  tablesOn(client).selectFrom('core.component_stale').select('component_id').forUpdate().skipLocked()

/** Takes some of those that wait. */
const take = (client: ClientBase, some: ReturnType<typeof waiting>) =>
  tablesOn(client)
    .deleteFrom('core.component_stale')
    .where('component_id', 'in', some)
    .returning(['component_id as id', 'children'])
    .execute()

// Union, which drops rows that are known, ends in circles too.
const findAbove = (ids: readonly string[]) => sql`
  with recursive above as (
    select id from core.components where id = any (${ids}) and deleted_at is null
    union
    select next.id from above, lateral (
      select parent.id from core.components as component
      join core.components as parent on parent.id = component.parent_id and parent.deleted_at is null
      where component.id = above.id
      union all
      select parent.id from core.component_relationships as link
      join core.components as parent on parent.id = link.relationship_id and parent.deleted_at is null
      where link.component_id = above.id and link.kind = 'child' and link.deleted_at is null and link.refused is null
    ) as next
  )
  select id from above`

const findRows = (ids: readonly string[]) => sql`
  select component.id, component.topology_id, component.name, component.type, component.labels, component.properties,
    component.health, case when ${isDrawnItem('component')} then coalesce(item.status, component.status)
      else component.status end as status, component.status_reason, component.health_expr, component.status_expr,
    case when state.component_id is not null then jsonb_build_object(
      'health', state.health, 'status', state.status, 'reason', state.status_reason, 'own', state.own,
      'below', state.below, 'gives', state.gives, 'summary', state.summary
    ) end as rolled
  from core.components as component
  left join core.component_states as state on state.component_id = component.id
  left join core.config_items as item on item.id = component.config_id and item.deleted_at is null
  where component.id = any (${ids})
  order by component.id`

const findEdges = (ids: readonly string[]) => sql`
  with given as not materialized (select ${ids}::uuid[] as ids)
  select id as below, parent_id as above, true as "isParent" from core.components cross join given
  where id = any (given.ids) and parent_id = any (given.ids)
  union
  select component_id, relationship_id, false from core.component_relationships cross join given
  where component_id = any (given.ids) and relationship_id = any (given.ids) and kind = 'child'
    and deleted_at is null and refused is null`

/**
 * Takes components whose state has to be found again, and all above them.
 * @returns undefined where nothing waits
 */
export async function takeWork(client: ClientBase): Promise<Work | undefined> {
  const taken = await take(client, waiting(client).orderBy('component_id').limit(STEP))
  if (taken.length === 0) return undefined
  const { rows: above } = await client.query<Columns<'core.components', 'id'>>(
    findAbove(taken.map(({ id }) => id)),
  )
  const ids = above.map(({ id }) => id)
  // One above that waits is counted now: the sum of its children may not fit to them until it is. Those that a run is
  // marking are counted when it is committed.
  const also = await take(client, waiting(client).where('component_id', '=', anyOf(ids)))
  const stale = new Map<string, 'own' | 'children'>(
    [...taken, ...also].map(({ id, children }) => [id, children ? 'children' : 'own']),
  )
  const { rows } = await client.query<Omit<RollUpRow, 'stale'>>(findRows(ids))
  const { rows: edges } = await client.query<Edge>(findEdges(ids))
  for (const { id, rolled } of rows) if (rolled === null) stale.set(id, 'children')
  for (const id of await findSharing(client, stale, rows, edges)) if (!stale.has(id)) stale.set(id, 'own')
  return {
    rows: new Map(rows.map((row) => [row.id, { ...row, stale: stale.get(row.id) }])),
    edges,
  }
}

const countChecks = (ids: readonly string[]) => sql`
  select link.component_id as id, coalesce(state.state::text, 'unknown') as name,
    count(distinct link.check_id)::integer as count
  from core.check_component_relationships as link
  join core.checks on checks.id = link.check_id and checks.deleted_at is null
  left join core.check_state as state on state.check_id = link.check_id
  where link.component_id = any (${ids}) and link.deleted_at is null
  group by 1, 2`

// Items by their links, and the one that a component is.
const linkedConfigs = (ids: readonly string[]) => sql`
  with given as not materialized (select ${ids}::uuid[] as ids)
  select component_id, config_id from core.config_component_relationships cross join given
  where component_id = any (given.ids) and deleted_at is null
  union
  select id, config_id from core.components cross join given where id = any (given.ids) and config_id is not null`

const countConfigs = (ids: readonly string[]) => sql`
  select link.component_id as id, coalesce(item.health, 'unknown') as name, count(*)::integer as count
  from (${linkedConfigs(ids)}) as link
  join core.config_items as item on item.id = link.config_id and item.deleted_at is null
  group by 1, 2`

const countInsights = (ids: readonly string[]) => sql`
  select link.component_id as id, insight.analysis_type as type, insight.severity as name, count(*)::integer as count
  from (${linkedConfigs(ids)}) as link
  join core.config_analysis as insight on insight.config_id = link.config_id and insight.status = 'open'
  join core.config_items as item on item.id = link.config_id and item.deleted_at is null
  group by 1, 2, 3`

const sumCosts = (ids: readonly string[]) => sql`
  select link.component_id as id, costs.name, (sum(costs.cost) * 10000)::float8 as count
  from (${linkedConfigs(ids)}) as link
  join core.config_items as item on item.id = link.config_id and item.deleted_at is null
  cross join lateral (values ${costsOf('item')}) as costs (name, cost)
  where costs.cost <> 0
  group by 1, 2
  having sum(costs.cost) <> 0`

interface CountRow {
  id: string
  name: string
  count: number
}

interface LinkCounts {
  checks: Record<string, number>
  configs: Record<string, number>
  insights: Record<string, Record<string, number>>
  costs: Record<string, number>
}

/** Counts what is linked with components, and what several components at or below each of them share. */
export async function countOwn(
  client: ClientBase,
  ids: readonly string[],
): Promise<(id: string) => OwnCounts> {
  const nothing = (): LinkCounts => ({ checks: {}, configs: {}, insights: {}, costs: {} })
  const found = new Map<string, { own: LinkCounts; again: LinkCounts }>()
  const of = (id: string) => {
    const known = found.get(id) ?? { own: nothing(), again: nothing() }
    found.set(id, known)
    return known
  }
  const queries = [
    ['own', 'checks', countChecks],
    ['own', 'configs', countConfigs],
    ['own', 'costs', sumCosts],
    ['again', 'checks', countChecksAgain],
    ['again', 'costs', sumCostsAgain],
  ] as const
  for (const [whose, part, query] of queries) {
    const { rows } = await client.query<CountRow>(query(ids))
    for (const { id, name, count } of rows) of(id)[whose][part][name] = count
  }
  for (const [whose, query] of [
    ['own', countInsights],
    ['again', countInsightsAgain],
  ] as const) {
    const { rows } = await client.query<CountRow & { type: string }>(query(ids))
    for (const { id, type, name, count } of rows) {
      const { insights } = of(id)[whose]
      insights[type] = { ...insights[type], [name]: count }
    }
  }
  return (id) => {
    const known = found.get(id)
    if (known === undefined) return nothingOwn
    const { checks, insights, costs } = known.again
    return { ...known.own, incidents: {}, again: { checks, insights, costs } }
  }
}

const findGiven = (ids: readonly string[]) => sql`
  with given as not materialized (select ${ids}::uuid[] as ids)
  select link.above, state.gives, link.below from (
    select parent_id as above, id as below from core.components cross join given
    where parent_id = any (given.ids) and deleted_at is null
    union
    select link.relationship_id, link.component_id from core.component_relationships as link
    join core.components as child on child.id = link.component_id and child.deleted_at is null
    cross join given
    where link.relationship_id = any (given.ids) and link.kind = 'child' and link.deleted_at is null
      and link.refused is null
  ) as link
  join core.component_states as state on state.component_id = link.below`

/** What the children of components give, as it is stored: by component above, then by child. */
export async function findGivenTo(
  client: ClientBase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Contribution>>> {
  const found = new Map<string, Map<string, Contribution>>()
  const { rows } = await client.query<Omit<Edge, 'isParent'> & { gives: Contribution }>(findGiven(ids))
  for (const { above, below, gives } of rows)
    found.set(above, (found.get(above) ?? new Map<string, Contribution>()).set(below, gives))
  return found
}
