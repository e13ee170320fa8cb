import {
  type CheckList,
  type CheckListQuery,
  type CheckSummary,
  RECENT_RESULTS,
} from '@binnacle/contract/health'
import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { figuresSql, stretchesOfList } from './figures.ts'
import {
  ask,
  type CheckPageStatement,
  checkOrderSql,
  countsSql,
  directionSql,
  groupsSql,
  groupSortSql,
  wantedSql,
} from './groups.ts'

/**
 * The page of the table. A page has lines, not groups: with passing checks hidden, its first page then shows what is broken,
 * and a group of thousands of checks still fits into pages.
 */
interface Lines {
  limit: number
  offset: number
}

/** Common table expressions `lines` (total) and `page`, where each check is a line. */
function plainPageSql(pageStatement: CheckPageStatement<CheckListQuery>, { limit, offset }: Lines): Sql {
  const order = checkOrderSql(pageStatement)
  return sql`
    lines as (select count(*) as total from wanted),
    page as (
      select id, group_key, false as collapsed, row_number() over (order by ${order}) as position
      from (select * from wanted order by ${order} limit ${limit} offset ${offset}) as first
    )`
}

/**
 * The same for grouped checks. A collapsed group is one line without an id. Groups are sorted first, so that only the
 * checks of groups on the page need sorting.
 */
function groupedPageSql(pageStatement: CheckPageStatement<CheckListQuery>, { limit, offset }: Lines): Sql {
  return sql`
    sizes as (
      select *, case when collapsed then 1 else amount end as size from (
        select group_key, ${groupSortSql(pageStatement)} as group_sort, min(lower(group_name)) as named,
          group_key = any (${pageStatement.query.collapsed}::text[]) as collapsed, count(*) as amount
        from wanted group by group_key
      ) as counted
    ),
    lines as (select sum(size) as total from sizes),
    placed as (
      select *, sum(size) over (order by group_sort ${directionSql(pageStatement)}, named, group_key) as reach from sizes
    ),
    shown as (select * from placed where reach > ${offset} and reach - size < ${offset + limit}),
    members as (
      select id, group_key, false as collapsed,
        reach - size + row_number() over (partition by group_key order by ${checkOrderSql(pageStatement)}) as position
      from wanted join shown using (group_key) where not collapsed
      union all
      select null, group_key, true, reach from shown where collapsed
    ),
    page as (
      select * from members where position > ${offset} and position <= ${offset + limit}
    ),
    ${groupsSql(pageStatement)}`
}

function listSql(pageStatement: CheckPageStatement<CheckListQuery>): Sql {
  const { query, stretches } = pageStatement
  const grouped = query.groupBy !== 'none'
  const lines = { limit: query.pageSize, offset: query.pageIndex * query.pageSize }
  return sql`
    with ${wantedSql(pageStatement)},
    ${grouped ? groupedPageSql(pageStatement, lines) : plainPageSql(pageStatement, lines)},
    ${figuresSql(sql`select id from page`, stretches)}
    select json_build_object(
      'rows', coalesce((
        select json_agg(
          to_jsonb(checks) - array['last_pass', 'last_fail'] || jsonb_build_object(
            'uptime', derived.uptime_of(figures.passed, figures.failed, checks.last_pass, checks.last_fail),
            'latency', derived.latency_of(figures.mean, figures.histogram, figures.ran),
            'recent', latest.states,
            'group', page.group_key
          )
          order by position
        )
        from page
        join derived.check_rows as checks using (id)
        left join figures on figures.check_id = page.id
        cross join lateral (
          select coalesce(json_agg(state order by time), '[]') as states from (
            select state, time from core.check_statuses
            where check_id = page.id
            order by time desc limit ${RECENT_RESULTS}
          ) as newest
        ) as latest
      ), '[]'),
      'groups', ${
        grouped
          ? sql`coalesce((
               select json_agg(
                 to_jsonb(groups) || jsonb_build_object('collapsed', placed.collapsed) order by placed.position
               )
               from groups join (
                 select group_key, bool_or(collapsed) as collapsed, min(position) as position
                 from page group by group_key
               ) as placed on placed.group_key = groups.key
             ), '[]')`
          : sql`'[]'::json`
      },
      'total', (select coalesce(total, 0) from lines),
      'counts', (select ${countsSql} from matching)
    ) as list`
}

/** Reads a page of checks with its groups and the counts of all selected checks, in one statement. */
export async function listChecks(pool: Pool, query: CheckListQuery, now: Date): Promise<CheckList> {
  const pageStatement = ask(query, stretchesOfList(query, now))
  const { rows } = await pool.query<{ list: CheckList }>(listSql(pageStatement))
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
