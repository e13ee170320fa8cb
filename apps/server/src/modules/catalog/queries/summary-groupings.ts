import type { CatalogSummaryRequest, CatalogSummaryRow } from '@binnacle/contract/catalog'
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import { readRows } from '../../../platform/database/read.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { choosesAll, countedRowsSql } from './summary-counts.ts'
import { type GroupColumn } from './summary-columns.ts'

/** Names of columns and tags. Nobody groups by a longer one. */
const MOST_CHARACTERS = 200

/** Columns of items by which items can be counted as they arrive, besides tags. */
const countable: Readonly<Record<string, string>> = {
  type: 'type',
  config_class: 'provider',
  provider: 'provider',
  status: 'status',
}

/** The columns of a request as they are counted, if all of them can be and the request chooses from all items. */
export function groupingOf(
  request: CatalogSummaryRequest,
  columns: readonly GroupColumn[],
): readonly string[] | undefined {
  if (!choosesAll(request)) return undefined
  const counted = columns.map(({ name, isTag }) =>
    isTag ? `tag:${name}` : Object.hasOwn(countable, name) ? countable[name] : undefined,
  )
  return counted.every((column) => column !== undefined && column.length <= MOST_CHARACTERS)
    ? counted.filter((column) => column !== undefined)
    : undefined
}

/**
 * SQL of the first type of each group: `key` and `type`. There are many rows of types, so where no delta changes them, the
 * index leads to the first one. Deltas have no statistics, so nothing is joined with them: the database would take them for
 * few, and compare each with each.
 */
function firstTypesSql(grouping: Sql, archived: boolean): Sql {
  const isShown = archived ? sql`true` : sql`not archived`
  const isType = sql`starts_with(metric, 'type:')`
  return sql`
    with told as materialized (
      select key, archived from core.config_grouping_deltas
      where grouping_id = ${grouping} and ${isType} and ${isShown} group by key, archived
    )
    select key, substr(min(metric), 6) as type from (
      select key, min(metric) as metric from (
        select key, archived, metric collate "C" as metric from derived.grouping_counts
        where grouping_id = ${grouping} and ${isType} and ((key, archived) in (select key, archived from told)) is true
        group by key, archived, metric having sum(value) > 0
      ) as summed group by key
      union all
      select groups.key, first.metric
      from (
        select key, archived from core.config_grouping_counts
        where grouping_id = ${grouping} and metric = 'count' and ${isShown}
          and ((key, archived) in (select key, archived from told)) is not true
        group by key, archived
      ) as groups
      cross join lateral (
        select counts.metric from core.config_grouping_counts as counts
        where counts.grouping_id = ${grouping} and counts.key = groups.key and counts.archived = groups.archived
          and counts.health = '' and counts.metric >= 'type:' and counts.metric < 'type;'
        order by counts.metric limit 1
      ) as first
    ) as types group by key`
}

/**
 * The summary from the counts of a grouping and what is not added to them yet.
 * @param grouping what `groupingOf` returned for the request
 * @returns undefined if the grouping is not counted
 */
export async function summarizeGrouping(
  pool: Pool,
  request: CatalogSummaryRequest,
  columns: readonly GroupColumn[],
  grouping: readonly string[],
): Promise<CatalogSummaryRow[] | undefined> {
  const id = sql`(select id from core.config_groupings where columns = ${grouping} and state = 'counted')`
  const rows = countedRowsSql(
    {
      from: sql`derived.grouping_counts`,
      condition: sql`grouping_id = ${id} and not starts_with(metric, 'type:')`,
      columns: columns.map(({ name }, index) => ({ name, sql: raw(`key[${index + 1}]`) })),
    },
    request,
  )
  // One statement, so that the grouping is counted when its counts are read.
  const statement = sql`
    select ${id} as id,
      (
        select coalesce(jsonb_agg(row || jsonb_build_object('type', type) order by key), '[]') from (
          select key, (jsonb_agg(row) filter (where row is not null)) -> 0 as row, min(type) as type from (
            select key, row, null as type from (${rows}) as counted
            union all
            select key, null, type from (${firstTypesSql(id, request.archived === true)}) as types
          ) as parts group by key
        ) as summary where row is not null
      ) as rows,
      exists (
        select from core.config_groupings where id = ${id} and requested_at < now() - interval '1 hour'
      ) as outdated`
  const [answer] = await readRows<{ id: number | null; rows: CatalogSummaryRow[]; outdated: boolean }>(
    pool,
    statement.text,
    statement.values,
  )
  if (answer === undefined || answer.id === null) return undefined
  if (answer.outdated)
    await tablesOn(pool)
      .updateTable('core.config_groupings')
      .set({ requested_at: fragment<Date>`now()` })
      .where('id', '=', answer.id)
      .execute()
  return answer.rows
}
