import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import { costsOf, noOwnCounts, type OwnCounts } from '../compute/counts.ts'
import { countSharedChecks, countSharedInsights, sumSharedCosts } from './sharing.ts'

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
    ['again', 'checks', countSharedChecks],
    ['again', 'costs', sumSharedCosts],
  ] as const
  for (const [whose, part, query] of queries) {
    const { rows } = await client.query<CountRow>(query(ids))
    for (const { id, name, count } of rows) of(id)[whose][part][name] = count
  }
  for (const [whose, query] of [
    ['own', countInsights],
    ['again', countSharedInsights],
  ] as const) {
    const { rows } = await client.query<CountRow & { type: string }>(query(ids))
    for (const { id, type, name, count } of rows) {
      const { insights } = of(id)[whose]
      insights[type] = { ...insights[type], [name]: count }
    }
  }
  return (id) => {
    const known = found.get(id)
    if (known === undefined) return noOwnCounts
    const { checks, insights, costs } = known.again
    return { ...known.own, incidents: {}, again: { checks, insights, costs } }
  }
}
