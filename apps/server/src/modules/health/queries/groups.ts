import { type CheckFacetsQuery, type CheckSortColumn, severitiesWorstFirst } from '@binnacle/contract/health'
import { type InSql, type Search, sortSql } from '@binnacle/query'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Stretch } from '../results/rollups.ts'
import { recentFiguresSql } from './figures.ts'
import { allOf } from '../../../platform/database/all-of.ts'
import { readSearch, scopeOf, scopeTables } from './scope.ts'

/** Rank of severities, most urgent first, unknown ones last. */
const severitySql = sql`coalesce(array_position(${severitiesWorstFirst}::text[], lower(severity)), 8)`

const stateSql = sql`case state when 'unhealthy' then 0 when 'unknown' then 1 else 2 end`

// Sort by several values as one number, the first in the highest digits. Seconds since 1970 have ten digits.
const burningCheck = sql`${stateSql} * 1e12 + case state when 'healthy' then 0
  else ${severitySql} * 1e11 + coalesce(extract(epoch from last_transition_time)::double precision, 0) end`

const ofUnhealthy = sql`filter (where state = 'unhealthy')`
/** All unhealthy, some unhealthy, some unknown, all healthy; then severity, share of unhealthy members, and age. */
const burningGroup = sql`
  case when count(*) ${ofUnhealthy} = min(members) then 0 when count(*) ${ofUnhealthy} > 0 then 1
    when count(*) filter (where state = 'unknown') > 0 then 2 else 3 end * 1e14
  + coalesce(min(${severitySql}) ${ofUnhealthy}, 0) * 1e13
  + round(100 * (1 - count(*) ${ofUnhealthy} / min(members)::double precision)) * 1e10
  + coalesce(min(extract(epoch from last_transition_time)::double precision) ${ofUnhealthy}, 0)`

/** How a column sorts: by which value of a check, and by which of a group. */
const sortKeys: Readonly<Record<CheckSortColumn, { check: Sql; group?: Sql }>> = {
  status: { check: burningCheck },
  name: { check: sql`lower(name)`, group: sql`lower(group_name)` },
  type: { check: sql`type` },
  uptime: { check: sql`passed::double precision / nullif(ran, 0)` },
  latency: { check: sql`derived.percentile(histogram, ran, 0.95)` },
  last_transition_time: { check: sql`last_transition_time` },
  created_at: { check: sql`created_at` },
  failing_since: { check: sql`case state when 'unhealthy' then last_transition_time end` },
  failures: { check: sql`failed` },
}

/** The filters and order of a page of groups or checks. */
export interface CheckPageQuery extends CheckFacetsQuery {
  sortBy: CheckSortColumn
  sortOrder: 'asc' | 'desc'
}

/** A statement under construction for a request. */
export interface CheckPageStatement<Query extends CheckPageQuery = CheckPageQuery> {
  query: Query
  /** The stretches from which uptime and latency are computed. */
  stretches: readonly Stretch[]
  /** The query of the search box. Its order has precedence over `sortBy`. */
  search: Search<InSql>
}

/** Begins a statement for a request. @throws RequestError if the query of the search box is invalid */
export function ask<Query extends CheckPageQuery>(
  query: Query,
  stretches: readonly Stretch[],
): CheckPageStatement<Query> {
  return { query, stretches, search: readSearch(query.query) }
}

/** Whether the order of checks depends on their figures. */
const sortsByFigures = ({ query: { sortBy }, search: { sort } }: CheckPageStatement) =>
  sort.length === 0 && ['uptime', 'latency', 'failures'].includes(sortBy)

/** Whether the order of groups depends on the share of unhealthy members. */
const sortsGroupsByState = ({ query: { sortBy, groupBy }, search: { sort } }: CheckPageStatement) =>
  sort.length === 0 && sortBy === 'status' && groupBy !== 'none'

const withMembers = (source: Sql) => sql`(
  select *, count(*) over (partition by group_key) as members from ${source}
) as matching`

/** Name of the column with the value of a sort key of the query. */
const sortName = (index: number) => raw(`sort_${index}`)

/**
 * Common table expressions `matching` (all selected checks) and `wanted` (those of the requested health), each with group_key
 * and group_name. `wanted` also has the sort `key` and, if groups are sorted by state, `members`, the number of matching
 * checks of the group. If the key is a figure, `recent` has the figures of each check.
 * @param columns SQL of further columns of `matching`, about the tables of a scope
 */
export function wantedSql(pageStatement: CheckPageStatement, columns: readonly Sql[] = []): Sql {
  const { query, stretches, search } = pageStatement
  const scope = scopeOf(query, search)
  const { group } = scope
  const sorts = search.sort.map((key, index) => sql`${sortSql(key)} as ${sortName(index)}`)
  const named = [sql`${group.key} as group_key`, sql`${group.name} as group_name`, ...sorts, ...columns]
  // A limit applies to all checks, before the filter of one group.
  const isCut = search.limit !== undefined && query.group !== undefined
  const source = isCut ? sql`found` : sql`matching`
  const byFigures = sortsByFigures(pageStatement)
  const all = sql`
    select matching.*, ${search.sort.length > 0 ? sortName(0) : sortKeys[query.sortBy].check} as key
    from ${sortsGroupsByState(pageStatement) ? withMembers(source) : sql`${source} as matching`} ${byFigures ? joinRecent : empty}
    where is_wanted`
  return sql`
    ${source} as (
      select checks.id, checks.canary_id, checks.name, checks.type, checks.icon, checks.namespace,
        checks.created_at, checks.severity, state.state, state.last_transition_time, ${scope.health} as is_wanted,
        ${scope.inGroup} as is_in_group,
        ${join(named, ', ')}
      from ${scopeTables}
      where ${allOf([scope.base, scope.tab, ...(isCut ? [] : [scope.inGroup]), ...scope.labels.map(({ sql }) => sql)])}
    ),
    ${isCut ? sql`matching as (select * from found where is_in_group),` : empty}
    ${byFigures ? sql`${recentFiguresSql(sql`select id from ${source}`, query.sortBy === 'latency', stretches)},` : empty}
    wanted as (${
      search.limit === undefined
        ? all
        : sql`select * from (
             select * from (${all}) as all_wanted
             order by ${checkOrderSql(pageStatement)} limit ${search.limit}
           ) as first_wanted where is_in_group`
    })`
}

const direction = (isDescending: boolean) => (isDescending ? sql`desc nulls last` : sql`asc nulls last`)

const isDescending = ({ query, search: { sort } }: CheckPageStatement) =>
  sort[0]?.isDescending ?? query.sortOrder === 'desc'

/** Direction of the order of groups. Rows without a value come last in both directions. */
export function directionSql(pageStatement: CheckPageStatement): Sql {
  return direction(isDescending(pageStatement))
}

/** SQL of the sort key of groups, in a query that aggregates checks by group. */
export function groupSortSql(pageStatement: CheckPageStatement): Sql {
  if (sortsGroupsByState(pageStatement)) return burningGroup
  const own = pageStatement.search.sort.length === 0 ? sortKeys[pageStatement.query.sortBy].group : undefined
  return sql`${isDescending(pageStatement) ? sql`max` : sql`min`}(${own ?? sql`key`})`
}

/** SQL of the order of checks. */
export function checkOrderSql(pageStatement: CheckPageStatement): Sql {
  const { sort } = pageStatement.search
  const keys =
    sort.length === 0
      ? [sql`key ${directionSql(pageStatement)}`]
      : sort.map((key, index) => sql`${sortName(index)} ${direction(key.isDescending)}`)
  return join([...keys, sql`lower(name)`, sql`id`], ', ')
}

/** An object with the counts of each state. */
export const countsSql = sql`json_build_object(
  'healthy', count(*) filter (where state = 'healthy'),
  'unhealthy', count(*) filter (where state = 'unhealthy'),
  'unknown', count(*) filter (where state = 'unknown')
)`

/** Join of `matching` with the groups of `page`. A condition would be evaluated check by check. */
export const onPage = sql`
  (select distinct group_key from page) as on_page join matching using (group_key)`

/** Join with the figures of each check in `matching`. */
export const joinRecent = sql`left join recent on recent.check_id = matching.id`

/** The expression `recent` for the members of the groups of `page`, unless the order already needed it. */
export function recentSql(pageStatement: CheckPageStatement): Sql {
  if (sortsByFigures(pageStatement)) return empty
  return sql`${recentFiguresSql(sql`select id from ${onPage}`, false, pageStatement.stretches)},`
}

/** Counts, uptime and mean latency of checks that are aggregated. */
export const totalsSql = sql`
  ${countsSql} as counts,
  json_build_object(
    'passed', coalesce(sum(recent.passed), 0), 'failed', coalesce(sum(recent.failed), 0)
  ) as uptime,
  sum(recent.duration) / nullif(sum(recent.ran), 0) as latency`

/** Common table expression `groups` with the totals of all members of the groups of `page`, an expression with group_key. */
export const groupsSql = (pageStatement: CheckPageStatement): Sql => sql`
  ${recentSql(pageStatement)}
  groups as (
    select group_key as key, min(group_name) as name,
      case when min(namespace) = max(namespace) then min(namespace) end as namespace,
      case when min(type) = max(type) then min(type) else 'multiple' end as type,
      case when min(coalesce(icon, type)) = max(coalesce(icon, type)) and count(icon) in (0, count(*))
        then min(icon) else 'multiple' end as icon,
      ${totalsSql},
      max(last_transition_time) as last_transition_time,
      min(created_at) as created_at
    from ${onPage} ${joinRecent}
    group by group_key
  )`
