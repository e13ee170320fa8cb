import type { CheckFacetsQuery, CheckSortColumn } from '@binnacle/contract/health'
import { type InSql, type Search, sortSql } from '@binnacle/query'
import type { Stretch } from '../results/rollups.ts'
import { manyFiguresSql } from './figures.ts'
import { allOf, createParameters, type Parameters } from '../../../platform/database/parameters.ts'
import { readSearch, scopeOf, scopeTables } from './scope.ts'

/** Rank of severities, most urgent first, unknown ones last. */
const severitySql = `coalesce(array_position(
  array['critical', 'blocker', 'high', 'warning', 'medium', 'low', 'info'], lower(severity)
), 8)`

const stateSql = `case state when 'unhealthy' then 0 when 'unknown' then 1 else 2 end`

// Sort by several values as one number, the first in the highest digits. Seconds since 1970 have ten digits.
const burningCheck = `${stateSql} * 1e12 + case state when 'healthy' then 0
  else ${severitySql} * 1e11 + coalesce(extract(epoch from last_transition_time)::double precision, 0) end`

const ofUnhealthy = `filter (where state = 'unhealthy')`
/** All unhealthy, some unhealthy, some unknown, all healthy; then severity, share of unhealthy members, and age. */
const burningGroup = `
  case when count(*) ${ofUnhealthy} = min(members) then 0 when count(*) ${ofUnhealthy} > 0 then 1
    when count(*) filter (where state = 'unknown') > 0 then 2 else 3 end * 1e14
  + coalesce(min(${severitySql}) ${ofUnhealthy}, 0) * 1e13
  + round(100 * (1 - count(*) ${ofUnhealthy} / min(members)::double precision)) * 1e10
  + coalesce(min(extract(epoch from last_transition_time)::double precision) ${ofUnhealthy}, 0)`

/** How a column sorts: by which value of a check, and by which of a group. */
const sortKeys: Readonly<Record<CheckSortColumn, { check: string; group?: string }>> = {
  status: { check: burningCheck },
  name: { check: 'lower(name)', group: 'lower(group_name)' },
  type: { check: 'type' },
  uptime: { check: 'passed::double precision / nullif(ran, 0)' },
  latency: { check: 'derived.percentile(histogram, ran, 0.95)' },
  last_transition_time: { check: 'last_transition_time' },
  created_at: { check: 'created_at' },
  failing_since: { check: `case state when 'unhealthy' then last_transition_time end` },
  failures: { check: 'failed' },
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
  parameters: Parameters
  /** The query of the search box. Its order has precedence over `sortBy`. */
  search: Search<InSql>
}

/** Begins a statement for a request. @throws RequestError if the query of the search box is invalid */
export function ask<Query extends CheckPageQuery>(
  query: Query,
  stretches: readonly Stretch[],
): CheckPageStatement<Query> {
  return { query, stretches, parameters: createParameters(), search: readSearch(query.query) }
}

/** Whether the order of checks depends on their figures. */
const sortsByFigures = ({ query: { sortBy }, search: { sort } }: CheckPageStatement) =>
  sort.length === 0 && ['uptime', 'latency', 'failures'].includes(sortBy)

/** Whether the order of groups depends on the share of unhealthy members. */
const sortsGroupsByState = ({ query: { sortBy, groupBy }, search: { sort } }: CheckPageStatement) =>
  sort.length === 0 && sortBy === 'status' && groupBy !== 'none'
const withMembers = (source: string) => `(
  select *, count(*) over (partition by group_key) as members from ${source}
) as matching`

/**
 * Common table expressions `matching` (all selected checks) and `wanted` (those of the requested health), each with group_key
 * and group_name. `wanted` also has the sort `key` and, if groups are sorted by state, `members`, the number of matching
 * checks of the group. If the key is a figure, `recent` has the figures of each check.
 * @param columns SQL of further columns of `matching`, about the tables of a scope
 */
export function wantedSql(pageStatement: CheckPageStatement, columns: readonly string[] = []): string {
  const { query, parameters, search } = pageStatement
  const scope = scopeOf(query, parameters, search)
  const { group } = scope
  const sorts = search.sort.map((key, index) => `${sortSql(key, parameters)} as sort_${index}`)
  // A limit applies to all checks, before the filter of one group.
  const isCut = search.limit !== undefined && query.group !== undefined
  const source = isCut ? 'found' : 'matching'
  const byFigures = sortsByFigures(pageStatement)
  const all = `
    select matching.*, ${search.sort.length > 0 ? 'sort_0' : sortKeys[query.sortBy].check} as key
    from ${sortsGroupsByState(pageStatement) ? withMembers(source) : `${source} as matching`} ${byFigures ? joinRecent : ''}
    where is_wanted`
  return `
    ${source} as (
      select checks.id, checks.canary_id, checks.name, checks.type, checks.icon, checks.namespace,
        checks.created_at, checks.severity, state.state, state.last_transition_time, ${scope.health} as is_wanted,
        ${scope.inGroup} as is_in_group,
        ${[`${group.key} as group_key`, `${group.name} as group_name`, ...sorts, ...columns].join(', ')}
      from ${scopeTables}
      where ${allOf([scope.base, scope.tab, ...(isCut ? [] : [scope.inGroup]), ...scope.labels.map(({ sql }) => sql)])}
    ),
    ${isCut ? 'matching as (select * from found where is_in_group),' : ''}
    ${byFigures ? `${manyFiguresSql('recent', `select id from ${source}`, query.sortBy === 'latency', pageStatement)},` : ''}
    wanted as (${
      search.limit === undefined
        ? all
        : `select * from (
             select * from (${all}) as all_wanted
             order by ${checkOrderSql(pageStatement)} limit ${parameters.add(search.limit)}
           ) as first_wanted where is_in_group`
    })`
}

const direction = (isDescending: boolean) => (isDescending ? 'desc nulls last' : 'asc nulls last')

const isDescending = ({ query, search: { sort } }: CheckPageStatement) =>
  sort[0]?.isDescending ?? query.sortOrder === 'desc'

/** Direction of the order of groups. Rows without a value come last in both directions. */
export function directionSql(pageStatement: CheckPageStatement): string {
  return direction(isDescending(pageStatement))
}

/** SQL of the sort key of groups, in a query that aggregates checks by group. */
export function groupSortSql(pageStatement: CheckPageStatement): string {
  if (sortsGroupsByState(pageStatement)) return burningGroup
  const own = pageStatement.search.sort.length === 0 ? sortKeys[pageStatement.query.sortBy].group : undefined
  return `${isDescending(pageStatement) ? 'max' : 'min'}(${own ?? 'key'})`
}

/** SQL of the order of checks. */
export function checkOrderSql(pageStatement: CheckPageStatement): string {
  const { sort } = pageStatement.search
  const keys =
    sort.length === 0
      ? [`key ${directionSql(pageStatement)}`]
      : sort.map((key, index) => `sort_${index} ${direction(key.isDescending)}`)
  return [...keys, 'lower(name)', 'id'].join(', ')
}

/** An object with the counts of each state. */
export const countsSql = `json_build_object(
  'healthy', count(*) filter (where state = 'healthy'),
  'unhealthy', count(*) filter (where state = 'unhealthy'),
  'unknown', count(*) filter (where state = 'unknown')
)`

/** Join of `matching` with the groups of a page. A condition would be evaluated check by check. */
export const membersOf = (page: string) =>
  `(select distinct group_key from ${page}) as on_page join matching using (group_key)`

/** Join with the figures of each check in `matching`. */
export const joinRecent = 'left join recent on recent.check_id = matching.id'

/** The expression `recent` for the members of the groups of a page, unless the order already needed it. */
export function recentSql(pageStatement: CheckPageStatement, page: string): string {
  if (sortsByFigures(pageStatement)) return ''
  return `${manyFiguresSql('recent', `select id from ${membersOf(page)}`, false, pageStatement)},`
}

/** Counts, uptime and mean latency of checks that are aggregated. */
export const totalsSql = `
  ${countsSql} as counts,
  json_build_object(
    'passed', coalesce(sum(recent.passed), 0), 'failed', coalesce(sum(recent.failed), 0)
  ) as uptime,
  sum(recent.duration) / nullif(sum(recent.ran), 0) as latency`

/**
 * Common table expression `groups` with the totals of all members of the groups of a page.
 * @param page name of an expression with group_key
 */
export const groupsSql = (pageStatement: CheckPageStatement, page: string): string => `
  ${recentSql(pageStatement, page)}
  groups as (
    select group_key as key, min(group_name) as name,
      case when min(namespace) = max(namespace) then min(namespace) end as namespace,
      case when min(type) = max(type) then min(type) else 'multiple' end as type,
      case when min(coalesce(icon, type)) = max(coalesce(icon, type)) and count(icon) in (0, count(*))
        then min(icon) else 'multiple' end as icon,
      ${totalsSql},
      max(last_transition_time) as last_transition_time,
      min(created_at) as created_at
    from ${membersOf(page)} ${joinRecent}
    group by group_key
  )`
