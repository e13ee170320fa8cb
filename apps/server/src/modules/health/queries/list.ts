import {
  type CheckList,
  type CheckListQuery,
  type CheckSortColumn,
  type CheckSummary,
  RECENT_RESULTS,
} from '@binnacle/contract'
import type { Pool } from 'pg'
import { containing } from './pattern.ts'

/** How a column sorts: by which value of a check, and by which of a group. */
const sortKeys: Readonly<Record<CheckSortColumn, { check: string; group?: string }>> = {
  status: { check: `case state when 'unhealthy' then 0 when 'unknown' then 1 else 2 end` },
  name: { check: 'lower(name)', group: 'lower(canary_name)' },
  type: { check: 'type' },
  uptime: { check: 'recent.passed::double precision / nullif(recent.passed + recent.failed, 0)' },
  latency: { check: 'recent.p95' },
  last_transition_time: { check: 'last_transition_time' },
  created_at: { check: 'created_at' },
}

const needsWindow: ReadonlySet<CheckSortColumn> = new Set(['uptime', 'latency'])

function listSql(query: CheckListQuery): string {
  const key = sortKeys[query.sortBy]
  const direction = query.sortOrder === 'asc' ? 'asc nulls last' : 'desc nulls last'
  const extreme = query.sortOrder === 'asc' ? 'min' : 'max'
  const grouped = query.groupBy === 'canary_name'
  const groupKey = key.group ?? `${extreme}(key) over (partition by canary_id)`
  const order = [
    ...(grouped ? [`group_key ${direction}`, 'lower(canary_name)', 'canary_id'] : []),
    `key ${direction}`,
    'lower(name)',
    'id',
  ].join(', ')
  return `
    with matching as (
      select checks.id, checks.canary_id, canaries.name as canary_name, canaries.namespace as canary_namespace,
        checks.name, checks.type, checks.created_at, state.state, state.last_transition_time
      from core.checks
      join core.canaries on canaries.id = checks.canary_id
      join core.check_state as state on state.check_id = checks.id
      where checks.deleted_at is null and ($1 = '' or checks.search like $1)
    ),
    wanted as (
      select matching.*, ${key.check} as key
      from matching
      ${
        needsWindow.has(query.sortBy)
          ? `left join derived.check_windows((select array_agg(id) from matching), now() - interval '1 hour') as recent
             on recent.check_id = matching.id`
          : ''
      }
      where $2::core.health_state is null or state = $2
    ),
    placed as (
      select *, ${grouped ? groupKey : 'null'} as group_key,
        ${grouped ? 'row_number() over (partition by canary_id order by id)' : '1'} as place
      from wanted
    ),
    lines as (
      select *, canary_id = any ($3) as collapsed from placed where place = 1 or canary_id <> all ($3)
    ),
    page as (
      select id, canary_id, collapsed, row_number() over (order by ${order}) as position
      from lines order by position limit $4 offset $5
    ),
    groups as (
      select canary_id as key, min(canary_name) as name, min(canary_namespace) as namespace,
        case when min(type) = max(type) then min(type) else 'multiple' end as type,
        json_build_object(
          'healthy', count(*) filter (where state = 'healthy'),
          'unhealthy', count(*) filter (where state = 'unhealthy'),
          'unknown', count(*) filter (where state = 'unknown')
        ) as counts,
        json_build_object(
          'passed', coalesce(sum(recent.passed), 0), 'failed', coalesce(sum(recent.failed), 0)
        ) as uptime,
        max(last_transition_time) as last_transition_time,
        min(created_at) as created_at
      from matching
      left join lateral (
        select sum(passed)::bigint as passed, sum(failed)::bigint as failed from core.check_rollups_5m
        where check_id = matching.id and bucket > now() - interval '65 minutes'
      ) as recent on true
      where canary_id in (select canary_id from page)
      group by canary_id
    )
    select json_build_object(
      'rows', coalesce((
        select json_agg(to_jsonb(summary) || jsonb_build_object('recent', latest.states) order by position)
        from page
        join api.check_summary as summary using (id)
        cross join lateral (
          select coalesce(json_agg(state order by time), '[]') as states from (
            select state, time from core.check_statuses
            where check_id = page.id
            order by time desc limit ${RECENT_RESULTS}
          ) as newest
        ) as latest
        where not page.collapsed
      ), '[]'),
      'groups', ${
        grouped
          ? `coalesce((
               select json_agg(
                 to_jsonb(groups) || jsonb_build_object('collapsed', placed.collapsed) order by placed.position
               )
               from groups join (
                 select canary_id, bool_or(collapsed) as collapsed, min(position) as position from page group by canary_id
               ) as placed on placed.canary_id = groups.key
             ), '[]')`
          : `'[]'::json`
      },
      'total', (select count(*) from lines),
      'counts', (
        select json_build_object(
          'healthy', count(*) filter (where state = 'healthy'),
          'unhealthy', count(*) filter (where state = 'unhealthy'),
          'unknown', count(*) filter (where state = 'unknown')
        ) from matching
      )
    ) as list`
}

/** A page of checks with its groups and the counts of everything that matches, in one statement. */
export async function listChecks(pool: Pool, query: CheckListQuery): Promise<CheckList> {
  const { rows } = await pool.query<{ list: CheckList }>(listSql(query), [
    containing(query.query),
    query.status ?? null,
    query.groupBy === 'canary_name' ? query.collapsed : [],
    query.pageSize,
    query.pageIndex * query.pageSize,
  ])
  return rows[0]?.list ?? { rows: [], groups: [], total: 0, counts: { healthy: 0, unhealthy: 0, unknown: 0 } }
}

/** Every check in use, for clients that sort and filter themselves. */
export async function summariseChecks(pool: Pool): Promise<CheckSummary[]> {
  const { rows } = await pool.query<{ checks: CheckSummary[] }>(
    `select coalesce(json_agg(summary order by name, id), '[]') as checks
     from api.check_summary as summary where deleted_at is null`,
  )
  return rows[0]?.checks ?? []
}
