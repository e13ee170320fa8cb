import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Columns } from '../../../../platform/database/columns.ts'
import { anyOf, tablesOn } from '../../../../platform/database/tables-on.ts'
import type { ChildTotals, Contribution, OwnCounts } from '../compute/counts.ts'
import { isDrawnItem } from './drawn-item.ts'
import { findWithSharedCounts } from './sharing.ts'

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
  /** What must be counted again. `own`: its links. `children`: also the sum of its children. */
  stale: 'own' | 'children' | undefined
}

/** One component below another. */
export interface Edge {
  below: string
  above: string
  /** Whether `above` is the parent; otherwise a relationship connects the two. */
  isParent: boolean
}

/** Stale components with all above them, and the edges between them. */
export interface RollUpWork {
  rows: ReadonlyMap<string, RollUpRow>
  edges: readonly Edge[]
}

/** Stale components that one step takes. */
const STEP = 1_000

/** Stale components that no other transaction has locked. Waiting for those that a run is marking could be a deadlock. */
const unlockedStale = (client: ClientBase) =>
  tablesOn(client).selectFrom('core.component_stale').select('component_id').forUpdate().skipLocked()

/** Removes stale marks. */
const take = (client: ClientBase, some: ReturnType<typeof unlockedStale>) =>
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
 * Takes stale components, and loads them with all above them.
 * @returns undefined if no component is stale
 */
export async function takeStale(client: ClientBase): Promise<RollUpWork | undefined> {
  const taken = await take(client, unlockedStale(client).orderBy('component_id').limit(STEP))
  if (taken.length === 0) return undefined
  const { rows: above } = await client.query<Columns<'core.components', 'id'>>(
    findAbove(taken.map(({ id }) => id)),
  )
  const ids = above.map(({ id }) => id)
  // Count stale ancestors now, because the sum of their children may be outdated. Those that a run is marking are counted
  // after it commits.
  const also = await take(client, unlockedStale(client).where('component_id', '=', anyOf(ids)))
  const stale = new Map<string, 'own' | 'children'>(
    [...taken, ...also].map(({ id, children }) => [id, children ? 'children' : 'own']),
  )
  const { rows } = await client.query<Omit<RollUpRow, 'stale'>>(findRows(ids))
  const { rows: edges } = await client.query<Edge>(findEdges(ids))
  for (const { id, rolled } of rows) if (rolled === null) stale.set(id, 'children')
  for (const id of await findWithSharedCounts(client, stale, rows, edges))
    if (!stale.has(id)) stale.set(id, 'own')
  return {
    rows: new Map(rows.map((row) => [row.id, { ...row, stale: stale.get(row.id) }])),
    edges,
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

/** Loads the stored contributions of children, by parent, then by child. */
export async function loadChildContributions(
  client: ClientBase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Contribution>>> {
  const found = new Map<string, Map<string, Contribution>>()
  const { rows } = await client.query<Omit<Edge, 'isParent'> & { gives: Contribution }>(findGiven(ids))
  for (const { above, below, gives } of rows)
    found.set(above, (found.get(above) ?? new Map<string, Contribution>()).set(below, gives))
  return found
}
