import {
  CARD_CELLS,
  type CheckCards,
  type CheckCardsQuery,
  type CheckCell,
  type CheckCellsQuery,
  MORE_CELLS,
} from '@binnacle/contract/health'
import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { stretchesOfList } from './figures.ts'
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

/** Characters of a message that a cell shows. */
const MESSAGE_LENGTH = 160

/** A check as a cell, from its row in `wanted` and its state. */
const cellSql = sql`json_build_object(
  'id', cell.id, 'name', cell.name, 'type', cell.type, 'state', cell.state,
  'message', case when cell.state <> 'healthy' then left(coalesce(said.error, said.message), ${MESSAGE_LENGTH}) end
)`

function cardsSql(pageStatement: CheckPageStatement<CheckCardsQuery>): Sql {
  const { query } = pageStatement
  return sql`
    with ${wantedSql(pageStatement)},
    headings as (
      select group_key, count(*) as shown, ${groupSortSql(pageStatement)} as group_sort, min(lower(group_name)) as named
      from wanted group by group_key
    ),
    page as (
      select group_key, shown,
        row_number() over (order by group_sort ${directionSql(pageStatement)}, named, group_key) as position
      from headings order by position
      limit ${query.pageSize} offset ${query.pageIndex * query.pageSize}
    ),
    ${groupsSql(pageStatement)},
    ranked as (
      select wanted.*, row_number() over (partition by group_key order by ${checkOrderSql(pageStatement)}) as place
      from wanted where group_key in (select group_key from page)
    ),
    cells as (
      select cell.group_key, json_agg(${cellSql} order by cell.place) as list
      from ranked as cell join core.check_state as said on said.check_id = cell.id
      where cell.place <= ${CARD_CELLS}
      group by cell.group_key
    )
    select json_build_object(
      'cards', coalesce((
        select json_agg(
          to_jsonb(groups) || jsonb_build_object('shown', page.shown, 'cells', cells.list) order by page.position
        )
        from page join groups on groups.key = page.group_key join cells using (group_key)
      ), '[]'),
      'total', (select count(*) from headings),
      'counts', (select ${countsSql} from matching)
    ) as cards`
}

/** A page of groups, each with its first checks. */
export async function listCards(pool: Pool, query: CheckCardsQuery, now: Date): Promise<CheckCards> {
  const pageStatement = ask(query, stretchesOfList(query, now))
  const { rows } = await pool.query<{ cards: CheckCards }>(cardsSql(pageStatement))
  return rows[0]?.cards ?? { cards: [], total: 0, counts: { healthy: 0, unhealthy: 0, unknown: 0 } }
}

/** More checks of one group, what is broken first. */
export async function listCells(pool: Pool, query: CheckCellsQuery): Promise<CheckCell[]> {
  const pageStatement = ask({ ...query, sortBy: 'status', sortOrder: 'asc' } as const, [])
  const { rows } = await pool.query<{ cells: CheckCell[] }>(sql`
     with ${wantedSql(pageStatement)},
     page as (
       select *, row_number() over (order by ${checkOrderSql(pageStatement)}) as place
       from wanted
       order by place limit ${MORE_CELLS} offset ${query.offset}
     )
     select coalesce(json_agg(${cellSql} order by cell.place), '[]') as cells
     from page as cell join core.check_state as said on said.check_id = cell.id`)
  return rows[0]?.cells ?? []
}
