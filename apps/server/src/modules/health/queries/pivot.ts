import { type CheckPivot, type CheckPivotQuery, PIVOT_COLUMNS } from '@binnacle/contract/health'
import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { stretchesOfList } from './figures.ts'
import {
  ask,
  type CheckPageStatement,
  countsSql,
  directionSql,
  groupSortSql,
  joinRecent,
  onPage,
  recentSql,
  totalsSql,
  wantedSql,
} from './groups.ts'
import { dimensionSql } from './scope.ts'

function pivotSql(pageStatement: CheckPageStatement<CheckPivotQuery>): Sql {
  const { query } = pageStatement
  return sql`
    with ${wantedSql(pageStatement, [sql`${dimensionSql(query.pivotBy)} as pivot`])},
    headings as (
      select group_key, min(group_name) as name, ${groupSortSql(pageStatement)} as group_sort,
        min(lower(group_name)) as named
      from wanted group by group_key
    ),
    page as (
      select group_key, name,
        row_number() over (order by group_sort ${directionSql(pageStatement)}, named, group_key) as position
      from headings order by position
      limit ${query.pageSize} offset ${query.pageIndex * query.pageSize}
    ),
    pivots as (
      select pivot, row_number() over (order by count(*) desc, pivot) as place from matching group by pivot
    ),
    ${recentSql(pageStatement)}
    cells as (
      select group_key, pivot, case when count(*) = 1 then (array_agg(matching.id))[1] end as single, ${totalsSql}
      from ${onPage} ${joinRecent}
      group by group_key, pivot
    ),
    lists as (
      select group_key, json_agg(json_build_object(
        'column', cells.pivot, 'check', single, 'counts', counts, 'uptime', uptime, 'latency', latency
      )) as cells
      from cells join pivots on pivots.pivot is not distinct from cells.pivot
      where place <= ${PIVOT_COLUMNS}
      group by group_key
    )
    select json_build_object(
      'columns', coalesce((
        select json_agg(pivot order by lower(pivot) nulls last, pivot) from pivots where place <= ${PIVOT_COLUMNS}
      ), '[]'),
      'more', (select count(*) from pivots where place > ${PIVOT_COLUMNS}),
      'rows', coalesce((
        select json_agg(
          json_build_object(
            'key', page.group_key, 'name', page.name,
            'cells', coalesce(lists.cells, '[]')
          ) order by page.position
        ) from page left join lists using (group_key)
      ), '[]'),
      'total', (select count(*) from headings),
      'counts', (select ${countsSql} from matching)
    ) as pivot`
}

/** Groups against the values of a label, namespace or agent. */
export async function pivotChecks(pool: Pool, query: CheckPivotQuery, now: Date): Promise<CheckPivot> {
  const pageStatement = ask(query, stretchesOfList(query, now))
  const { rows } = await pool.query<{ pivot: CheckPivot }>(pivotSql(pageStatement))
  const nothing = { columns: [], more: 0, rows: [], total: 0 }
  return rows[0]?.pivot ?? { ...nothing, counts: { healthy: 0, unhealthy: 0, unknown: 0 } }
}
