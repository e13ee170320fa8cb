import type { ClientBase } from 'pg'
import { type Below, costNames, type Gives, nothingOwn, type Own } from './counts.ts'

/** A component that is rolled up, as it is stored. */
export interface RolledRow {
  id: string
  topology_id: string | null
  name: string
  type: string | null
  labels: unknown
  properties: unknown
  health: string | null
  status: string | null
  status_reason: string | null
  health_expr: string | null
  status_expr: string | null
  /** Null where it has no state yet. */
  rolled: {
    health: string
    status: string
    reason: string | null
    own: Own
    below: Below
    gives: Gives
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
  rows: ReadonlyMap<string, RolledRow>
  edges: readonly Edge[]
}

/** Components that one step takes from those that wait. */
const STEP = 1_000

const take = `
  delete from core.component_stale where component_id in (
    select component_id from core.component_stale order by component_id limit ${STEP} for update skip locked
  ) returning component_id as id, children`

// Union, which drops rows that are known, ends in circles too.
const findAbove = `
  with recursive above as (
    select id from core.components where id = any ($1) and deleted_at is null
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

// Waiting for those that a run is marking could be a deadlock; they are counted when it is committed.
const takeAlso = `
  delete from core.component_stale where component_id in (
    select component_id from core.component_stale where component_id = any ($1) for update skip locked
  ) returning component_id as id, children`

const findRows = `
  select component.id, component.topology_id, component.name, component.type, component.labels, component.properties,
    component.health,
    component.status, component.status_reason, component.health_expr, component.status_expr,
    case when state.component_id is not null then jsonb_build_object(
      'health', state.health, 'status', state.status, 'reason', state.status_reason, 'own', state.own,
      'below', state.below, 'gives', state.gives, 'summary', state.summary
    ) end as rolled
  from core.components as component
  left join core.component_states as state on state.component_id = component.id
  where component.id = any ($1)
  order by component.id`

const findEdges = `
  select id as below, parent_id as above, true as "isParent" from core.components
  where id = any ($1) and parent_id = any ($1)
  union
  select component_id, relationship_id, false from core.component_relationships
  where component_id = any ($1) and relationship_id = any ($1) and kind = 'child' and deleted_at is null
    and refused is null`

// What changed below another component may change what that one counts itself. Links that are gone say so too.
const findSharing = `
  select link.component_id as id
  from core.check_component_relationships as changed
  join core.check_component_relationships as link on link.check_id = changed.check_id
  where changed.component_id = any ($1) and link.component_id = any ($2)
  union
  select holder.component_id from (
    select config_id from core.config_component_relationships where component_id = any ($1)
    union
    select config_id from core.components where id = any ($1) and config_id is not null
  ) as changed
  cross join lateral (
    select component_id from core.config_component_relationships where config_id = changed.config_id
    union all
    select id from core.components where config_id = changed.config_id
  ) as holder
  where holder.component_id = any ($2)`

/**
 * Takes components whose state has to be found again, and all above them.
 * @returns undefined where nothing waits
 */
export async function takeWork(client: ClientBase): Promise<Work | undefined> {
  const { rows: taken } = await client.query<{ id: string; children: boolean }>(take)
  if (taken.length === 0) return undefined
  const { rows: above } = await client.query<{ id: string }>(findAbove, [taken.map(({ id }) => id)])
  const ids = above.map(({ id }) => id)
  // One above that waits is counted now: the sum of its children may not fit to them until it is.
  const { rows: also } = await client.query<{ id: string; children: boolean }>(takeAlso, [ids])
  const stale = new Map<string, 'own' | 'children'>(
    [...taken, ...also].map(({ id, children }) => [id, children ? 'children' : 'own']),
  )
  const { rows: sharing } = await client.query<{ id: string }>(findSharing, [[...stale.keys()], ids])
  for (const { id } of sharing) if (!stale.has(id)) stale.set(id, 'own')
  const { rows } = await client.query<Omit<RolledRow, 'stale'>>(findRows, [ids])
  const { rows: edges } = await client.query<Edge>(findEdges, [ids])
  return {
    rows: new Map(
      rows.map((row) => [row.id, { ...row, stale: row.rolled === null ? 'children' : stale.get(row.id) }]),
    ),
    edges,
  }
}

/**
 * Whether something of a component belongs to one in the tree below it too.
 * @param holders components that have it, by \`component_id\`
 */
const isBelowToo = (holders: string) => `exists (
    select from (${holders}) as holder
    join core.components as below on below.id = holder.component_id and below.deleted_at is null
    where position(link.component_id::text in below.path) > 0
  )`
const checkIsBelowToo = isBelowToo(`
      select component_id from core.check_component_relationships
      where check_id = link.check_id and deleted_at is null`)
const itemIsBelowToo = isBelowToo(`
      select component_id from core.config_component_relationships
      where config_id = link.config_id and deleted_at is null
      union all
      select id from core.components where config_id = link.config_id`)

const countChecks = `
  select link.component_id as id, coalesce(state.state::text, 'unknown') as name,
    count(distinct link.check_id)::integer as count,
    count(distinct link.check_id) filter (where ${checkIsBelowToo})::integer as below
  from core.check_component_relationships as link
  join core.checks on checks.id = link.check_id and checks.deleted_at is null
  left join core.check_state as state on state.check_id = link.check_id
  where link.component_id = any ($1) and link.deleted_at is null
  group by 1, 2`

// Items by their links, and the one that a component is.
const linkedConfigs = `
  select component_id, config_id from core.config_component_relationships
  where component_id = any ($1) and deleted_at is null
  union
  select id, config_id from core.components where id = any ($1) and config_id is not null`

const countConfigs = `
  select link.component_id as id, coalesce(item.health, 'unknown') as name, count(*)::integer as count,
    0 as below
  from (${linkedConfigs}) as link
  join core.config_items as item on item.id = link.config_id and item.deleted_at is null
  group by 1, 2`

const countInsights = `
  select link.component_id as id, insight.analysis_type as type, insight.severity as name, count(*)::integer as count,
    count(*) filter (where ${itemIsBelowToo})::integer as below
  from (${linkedConfigs}) as link
  join core.config_analysis as insight on insight.config_id = link.config_id and insight.status = 'open'
  join core.config_items as item on item.id = link.config_id and item.deleted_at is null
  group by 1, 2, 3`

const sumCosts = `
  select link.component_id as id, costs.name, (sum(costs.cost) * 10000)::float8 as count,
    coalesce((sum(costs.cost) filter (where ${itemIsBelowToo}) * 10000)::float8, 0) as below
  from (${linkedConfigs}) as link
  join core.config_items as item on item.id = link.config_id and item.deleted_at is null
  cross join lateral (values ${costNames.map((name) => `('${name}', item.${name})`).join(', ')}) as costs (name, cost)
  where costs.cost <> 0
  group by 1, 2
  having sum(costs.cost) <> 0`

interface Counted {
  id: string
  name: string
  count: number
  /** How much of it is counted below the component too. */
  below: number
}

interface Found {
  checks: Record<string, number>
  configs: Record<string, number>
  insights: Record<string, Record<string, number>>
  costs: Record<string, number>
}

/** Counts what is linked with components. */
export async function countOwn(client: ClientBase, ids: readonly string[]): Promise<(id: string) => Own> {
  const nothing = (): Found => ({ checks: {}, configs: {}, insights: {}, costs: {} })
  const found = new Map<string, { own: Found; belowToo: Found }>()
  const of = (id: string) => {
    const known = found.get(id) ?? { own: nothing(), belowToo: nothing() }
    found.set(id, known)
    return known
  }
  const rowsOf = async <Row extends object = object>(query: string) =>
    (await client.query<Counted & Row>(query, [ids])).rows
  const queries = [
    ['checks', countChecks],
    ['configs', countConfigs],
    ['costs', sumCosts],
  ] as const
  for (const [part, query] of queries)
    for (const { id, name, count, below } of await rowsOf(query)) {
      const { own, belowToo } = of(id)
      own[part][name] = count
      if (below > 0) belowToo[part][name] = below
    }
  for (const { id, type, name, count, below } of await rowsOf<{ type: string }>(countInsights)) {
    const { own, belowToo } = of(id)
    own.insights[type] = { ...own.insights[type], [name]: count }
    if (below > 0) belowToo.insights[type] = { ...belowToo.insights[type], [name]: below }
  }
  return (id) => {
    const known = found.get(id)
    if (known === undefined) return nothingOwn
    const { checks, insights, costs } = known.belowToo
    return { ...known.own, incidents: {}, belowToo: { checks, insights, costs } }
  }
}

const findGiven = `
  select link.above, state.gives, link.below from (
    select parent_id as above, id as below from core.components
    where parent_id = any ($1) and deleted_at is null
    union
    select link.relationship_id, link.component_id from core.component_relationships as link
    join core.components as child on child.id = link.component_id and child.deleted_at is null
    where link.relationship_id = any ($1) and link.kind = 'child' and link.deleted_at is null and link.refused is null
  ) as link
  join core.component_states as state on state.component_id = link.below`

/** What the children of components give, as it is stored: by component above, then by child. */
export async function findGivenTo(
  client: ClientBase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Gives>>> {
  const found = new Map<string, Map<string, Gives>>()
  const { rows } = await client.query<{ above: string; below: string; gives: Gives }>(findGiven, [ids])
  for (const { above, below, gives } of rows)
    found.set(above, (found.get(above) ?? new Map<string, Gives>()).set(below, gives))
  return found
}
