import { type CheckList, type CheckListQuery, type CheckSummary, RECENT_RESULTS } from '@binnacle/contract'
import type { Pool } from 'pg'
import { checkOrderSql, countsSql, directionSql, groupsSql, groupSortSql, wantedSql } from './groups.ts'
import { createParameters, type Parameters } from './scope.ts'

function listSql(query: CheckListQuery, parameters: Parameters): string {
  const grouped = query.groupBy !== 'none'
  const collapsed = parameters.add(grouped ? query.collapsed : [])
  const order = [
    ...(grouped ? [`group_sort ${directionSql(query)}`, 'lower(group_name)', 'group_key'] : []),
    checkOrderSql(query),
  ].join(', ')
  return `
    with ${wantedSql(query, parameters)},
    placed as (
      select *,
        ${grouped ? groupSortSql(query, 'over (partition by group_key)') : 'null'} as group_sort,
        ${grouped ? 'row_number() over (partition by group_key order by id)' : '1'} as place
      from wanted
    ),
    lines as (
      select *, group_key = any (${collapsed}::text[]) as collapsed
      from placed where place = 1 or group_key <> all (${collapsed}::text[])
    ),
    page as (
      select id, group_key, collapsed, row_number() over (order by ${order}) as position
      from lines order by position
      limit ${parameters.add(query.pageSize)} offset ${parameters.add(query.pageIndex * query.pageSize)}
    )
    ${grouped ? `, ${groupsSql('page')}` : ''}
    select json_build_object(
      'rows', coalesce((
        select json_agg(
          to_jsonb(summary) || jsonb_build_object('recent', latest.states, 'group', page.group_key)
          order by position
        )
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
                 select group_key, bool_or(collapsed) as collapsed, min(position) as position
                 from page group by group_key
               ) as placed on placed.group_key = groups.key
             ), '[]')`
          : `'[]'::json`
      },
      'total', (select count(*) from lines),
      'counts', (select ${countsSql} from matching)
    ) as list`
}

/** A page of checks with its groups and the counts of everything that is meant, in one statement. */
export async function listChecks(pool: Pool, query: CheckListQuery): Promise<CheckList> {
  const parameters = createParameters()
  const { rows } = await pool.query<{ list: CheckList }>(listSql(query, parameters), [...parameters.values])
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
