import { type CheckPivot, type CheckPivotQuery, PIVOT_COLUMNS } from '@binnacle/contract'
import type { Pool } from 'pg'
import { countsSql, directionSql, groupSortSql, recentSql, totalsSql, wantedSql } from './groups.ts'
import { createParameters, dimensionSql, type Parameters } from './scope.ts'

function pivotSql(query: CheckPivotQuery, parameters: Parameters): string {
  const column = `${dimensionSql(query.pivotBy, parameters)} as pivot`
  return `
    with ${wantedSql(query, parameters, [column])},
    headings as (
      select group_key, min(group_name) as name, ${groupSortSql(query)} as group_sort,
        min(lower(group_name)) as named
      from wanted group by group_key
    ),
    page as (
      select group_key, name,
        row_number() over (order by group_sort ${directionSql(query)}, named, group_key) as position
      from headings order by position
      limit ${parameters.add(query.pageSize)} offset ${parameters.add(query.pageIndex * query.pageSize)}
    ),
    pivots as (
      select pivot, row_number() over (order by count(*) desc, pivot) as place from matching group by pivot
    ),
    cells as (
      select group_key, pivot, ${totalsSql}
      from matching
      ${recentSql}
      where group_key in (select group_key from page)
        and exists (
          select from pivots where place <= ${PIVOT_COLUMNS} and pivots.pivot is not distinct from matching.pivot
        )
      group by group_key, pivot
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
            'cells', coalesce((
              select json_agg(json_build_object(
                'column', pivot, 'counts', counts, 'uptime', uptime, 'latency', latency
              ))
              from cells where cells.group_key = page.group_key
            ), '[]')
          ) order by page.position
        ) from page
      ), '[]'),
      'total', (select count(*) from headings),
      'counts', (select ${countsSql} from matching)
    ) as pivot`
}

/** Groups against the values of a label, namespace or agent. */
export async function pivotChecks(pool: Pool, query: CheckPivotQuery): Promise<CheckPivot> {
  const parameters = createParameters()
  const { rows } = await pool.query<{ pivot: CheckPivot }>(pivotSql(query, parameters), [
    ...parameters.values,
  ])
  const nothing = { columns: [], more: 0, rows: [], total: 0 }
  return rows[0]?.pivot ?? { ...nothing, counts: { healthy: 0, unhealthy: 0, unknown: 0 } }
}
