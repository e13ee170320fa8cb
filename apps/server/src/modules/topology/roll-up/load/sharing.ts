import type { ClientBase } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Columns } from '../../../../platform/database/columns.ts'
import { costsOf } from '../compute/counts.ts'
import type { Edge, RollUpRow } from './work.ts'

// Union, which drops rows that are known, ends in circles too.
const reach = (ids: readonly string[]) => sql`
  recursive reach (root, branch, id) as (
    select id, id, id from unnest(${ids}::uuid[]) as given (id)
    union
    select reach.root, case when reach.id = reach.root then child.id else reach.branch end, child.id
    from reach, lateral (
      select id from core.components where parent_id = reach.id and deleted_at is null
      union all
      select component.id from core.component_relationships as link
      join core.components as component on component.id = link.component_id and component.deleted_at is null
      where link.relationship_id = reach.id and link.kind = 'child' and link.deleted_at is null
        and link.refused is null
    ) as child
  )`

/** Checks and items that several branches of a component have, with how often each is counted too much. */
const sharedChecks = (ids: readonly string[]) => sql`
  with ${reach(ids)}, shared as (
    select reach.root, link.check_id, count(distinct reach.branch) - 1 as times
    from reach
    join core.check_component_relationships as link on link.component_id = reach.id and link.deleted_at is null
    group by 1, 2 having count(distinct reach.branch) > 1
  )`
const sharedItems = (ids: readonly string[]) => sql`
  with ${reach(ids)}, linked_item as (
    select reach.root, reach.branch, link.config_id
    from reach
    join core.config_component_relationships as link on link.component_id = reach.id and link.deleted_at is null
    union
    select reach.root, reach.branch, component.config_id
    from reach
    join core.components as component on component.id = reach.id and component.config_id is not null
  ), shared as (
    select root, config_id, count(*) - 1 as times from linked_item group by 1, 2 having count(*) > 1
  )`

/** Counts the checks that components count more than once, because several branches share them. */
export const countSharedChecks = (ids: readonly string[]): Sql => sql`
  ${sharedChecks(ids)}
  select shared.root as id, coalesce(state.state::text, 'unknown') as name, sum(shared.times)::integer as count
  from shared
  join core.checks on checks.id = shared.check_id and checks.deleted_at is null
  left join core.check_state as state on state.check_id = shared.check_id
  group by 1, 2`

/** Counts the insights that components count more than once. */
export const countSharedInsights = (ids: readonly string[]): Sql => sql`
  ${sharedItems(ids)}
  select shared.root as id, insight.analysis_type as type, insight.severity as name,
    sum(shared.times)::integer as count
  from shared
  join core.config_analysis as insight on insight.config_id = shared.config_id and insight.status = 'open'
  join core.config_items as item on item.id = shared.config_id and item.deleted_at is null
  group by 1, 2, 3`

/** Sums the costs that components count more than once. */
export const sumSharedCosts = (ids: readonly string[]): Sql => sql`
  ${sharedItems(ids)}
  select shared.root as id, costs.name, (sum(shared.times * costs.cost) * 10000)::float8 as count
  from shared
  join core.config_items as item on item.id = shared.config_id and item.deleted_at is null
  cross join lateral (values ${costsOf('item')}) as costs (name, cost)
  where costs.cost <> 0
  group by 1, 2
  having sum(shared.times * costs.cost) <> 0`

// Deleted links need no search: a component with something in `again` is counted again anyway.
const findAboveShared = (changed: readonly string[], others: readonly string[]) => sql`
  with recursive given as not materialized (select ${changed}::uuid[] as ids),
  linked as (
    select check_id as thing, component_id as holder from core.check_component_relationships
    where check_id in (
        select check_id from core.check_component_relationships cross join given where component_id = any (given.ids)
      )
      and deleted_at is null
    union
    select item.config_id, holder.component_id from (
      select config_id from core.config_component_relationships cross join given where component_id = any (given.ids)
      union
      select config_id from core.components cross join given where id = any (given.ids) and config_id is not null
    ) as item
    cross join lateral (
      select component_id from core.config_component_relationships
      where config_id = item.config_id and deleted_at is null
      union all
      select id from core.components where config_id = item.config_id and deleted_at is null
    ) as holder
  ), shared as (
    select thing, holder from linked where thing in (select thing from linked group by thing having count(*) > 1)
  ), above (holder, id) as (
    select distinct holder, holder from shared
    union
    select above.holder, next.id from above, lateral (
      select parent_id as id from core.components where id = above.id and parent_id is not null
      union all
      select relationship_id from core.component_relationships
      where component_id = above.id and kind = 'child' and deleted_at is null and refused is null
    ) as next
  )
  select distinct meeting.id from (
    select shared.thing, above.id from shared join above on above.holder = shared.holder
    where above.id = any (${others})
    group by 1, 2 having count(*) > 1
  ) as meeting`

/** All components above some. */
function allAbove(ids: Iterable<string>, above: ReadonlyMap<string, readonly Edge[]>): Set<string> {
  const found = new Set<string>()
  const open = [...ids]
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const edge of above.get(id) ?? [])
      if (!found.has(edge.above)) {
        found.add(edge.above)
        open.push(edge.above)
      }
  return found
}

/**
 * Finds the components whose `again` must be counted again: where the checks or items of a changed component meet, where
 * something was shared before, where the tree below changed, and above a component with two parents.
 * @param stale components that changed
 * @param rows the components that changed and all above them
 */
export async function findWithSharedCounts(
  client: ClientBase,
  stale: ReadonlyMap<string, 'own' | 'children'>,
  rows: readonly Pick<RollUpRow, 'id' | 'rolled'>[],
  edges: readonly Edge[],
): Promise<ReadonlySet<string>> {
  const above = Map.groupBy(edges, ({ below }) => below)
  const moved = [...stale].filter(([, what]) => what === 'children').map(([id]) => id)
  const twice = [...above]
    .filter(([, links]) => new Set(links.map((link) => link.above)).size > 1)
    .map(([id]) => id)
  const found = allAbove([...moved, ...twice], above)
  for (const { id, rolled } of rows) {
    const parts = Object.values(rolled?.own.again ?? {})
    if (parts.some((counts) => Object.keys(counts).length > 0)) found.add(id)
  }
  const left = rows.filter(({ id }) => !found.has(id) && !stale.has(id)).map(({ id }) => id)
  if (left.length === 0) return found
  const { rows: meeting } = await client.query<Columns<'core.components', 'id'>>(
    findAboveShared([...stale.keys()], left),
  )
  for (const { id } of meeting) found.add(id)
  return found
}
