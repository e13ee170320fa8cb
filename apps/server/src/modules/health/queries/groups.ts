import {
  type CheckFacetsQuery,
  type CheckGrouping,
  type CheckSortColumn,
  labelOfChoice,
} from '@binnacle/contract'
import { allOf, type Parameters, scopeOf, scopeTables } from './scope.ts'

/** Key and name of the group that a check belongs to. Without a value the key is a dash, and values follow an equals sign. */
function groupSql(groupBy: CheckGrouping, parameters: Parameters): { key: string; name: string } {
  const optional = (value: string) => ({ key: `coalesce('=' || (${value}), '-')`, name: value })
  const label = labelOfChoice(groupBy)
  if (label !== undefined) return optional(`checks.labels ->> ${parameters.add(label)}::text`)
  if (groupBy === 'description') return optional(`nullif(checks.description, '')`)
  // Ungrouped, every check is by itself.
  if (groupBy === 'none') return { key: 'checks.id::text', name: 'checks.name' }
  if (groupBy === 'name') return { key: 'checks.name', name: 'checks.name' }
  if (groupBy === 'type') return { key: 'checks.type', name: 'checks.type' }
  return { key: 'checks.canary_id::text', name: 'canaries.name' }
}

/** How a column sorts: by which value of a check, and by which of a group. */
const sortKeys: Readonly<Record<CheckSortColumn, { check: string; group?: string }>> = {
  status: { check: `case state when 'unhealthy' then 0 when 'unknown' then 1 else 2 end` },
  name: { check: 'lower(name)', group: 'lower(group_name)' },
  type: { check: 'type' },
  uptime: { check: 'recent.passed::double precision / nullif(recent.passed + recent.failed, 0)' },
  latency: { check: 'recent.p95' },
  last_transition_time: { check: 'last_transition_time' },
  created_at: { check: 'created_at' },
}

/** What ran in the last hour and up to five minutes before it, of each check of an expression, as `recent`. */
const recentOf = (checks: string): string => `
  left join lateral (
    select sum(passed)::bigint as passed, sum(failed)::bigint as failed, sum(duration_sum) as duration
    from core.check_rollups_5m
    where check_id = ${checks}.id and bucket > now() - interval '65 minutes'
  ) as recent on true`

/** What columns sort by that is not at hand. */
const sortSources: Readonly<Partial<Record<CheckSortColumn, string>>> = {
  uptime: recentOf('chosen'),
  latency: `
    left join derived.check_windows((select array_agg(id) from chosen), now() - interval '1 hour') as recent
    on recent.check_id = chosen.id`,
}

/** What a page of groups or checks is made of. */
export interface Wanted extends CheckFacetsQuery {
  groupBy: CheckGrouping
  sortBy: CheckSortColumn
  sortOrder: 'asc' | 'desc'
}

/**
 * Common table expressions `matching` (every check that is meant, whatever its health) and `wanted` (those of the health
 * that is asked for), each with group_key and group_name; `wanted` also has `key`, which it sorts by.
 * @param columns further columns of `matching`, as SQL about the tables of a scope
 */
export function wantedSql(query: Wanted, parameters: Parameters, columns: readonly string[] = []): string {
  const scope = scopeOf(query, parameters)
  const group = groupSql(query.groupBy, parameters)
  return `
    matching as (
      select checks.id, checks.canary_id, checks.name, checks.type, checks.icon, checks.namespace,
        checks.created_at, state.state, state.last_transition_time, ${scope.health} as is_wanted,
        ${[`${group.key} as group_key`, `${group.name} as group_name`, ...columns].join(', ')}
      from ${scopeTables}
      where ${allOf([scope.base, scope.tab, ...scope.labels.map(({ sql }) => sql)])}
    ),
    chosen as (select * from matching where is_wanted),
    wanted as (
      select chosen.*, ${sortKeys[query.sortBy].check} as key
      from chosen
      ${sortSources[query.sortBy] ?? ''}
    )`
}

/** Order of what has no value: after everything else, both ways. */
export function directionSql({ sortOrder }: Pick<Wanted, 'sortOrder'>): string {
  return sortOrder === 'asc' ? 'asc nulls last' : 'desc nulls last'
}

/** What groups are sorted by, where checks are aggregated by group. */
export function groupSortSql({ sortBy, sortOrder }: Wanted): string {
  return `${sortOrder === 'asc' ? 'min' : 'max'}(${sortKeys[sortBy].group ?? 'key'})`
}

/** Order of checks among themselves. */
export const checkOrderSql = (query: Wanted): string => `key ${directionSql(query)}, lower(name), id`

/** An object with the counts of each state. */
export const countsSql = `json_build_object(
  'healthy', count(*) filter (where state = 'healthy'),
  'unhealthy', count(*) filter (where state = 'unhealthy'),
  'unknown', count(*) filter (where state = 'unknown')
)`

/** What ran lately of each check in `matching`, as `recent`. */
export const recentSql = recentOf('matching')

/** Counts, uptime and mean latency of checks that are aggregated. */
export const totalsSql = `
  ${countsSql} as counts,
  json_build_object(
    'passed', coalesce(sum(recent.passed), 0), 'failed', coalesce(sum(recent.failed), 0)
  ) as uptime,
  sum(recent.duration) / nullif(sum(recent.passed + recent.failed), 0) as latency`

/**
 * Common table expression `groups`: totals of all members of the groups in a page.
 * @param page name of an expression with group_key
 */
export const groupsSql = (page: string): string => `
  groups as (
    select group_key as key, min(group_name) as name,
      case when min(namespace) = max(namespace) then min(namespace) end as namespace,
      case when min(type) = max(type) then min(type) else 'multiple' end as type,
      case when count(icon) = 0 then null
        when min(icon) = max(icon) and count(icon) = count(*) then min(icon) else 'multiple' end as icon,
      ${totalsSql},
      max(last_transition_time) as last_transition_time,
      min(created_at) as created_at
    from matching
    ${recentSql}
    where group_key in (select group_key from ${page})
    group by group_key
  )`
