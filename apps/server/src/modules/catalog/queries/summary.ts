import type { CatalogSummaryRequest, CatalogSummaryRow, CostPeriod } from '@binnacle/contract/catalog'
import { parseDuration } from '@binnacle/contract/text'
import type { Pool } from 'pg'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { allOf } from '../../../platform/database/all-of.ts'
import { readRows } from '../../../platform/database/read.ts'
import { RequestError } from '../../../platform/errors.ts'
import { isNotArchived } from './items.ts'
import { labelListSql } from './labels.ts'
import { fieldConditions, ownerConditions } from './people-filters.ts'
import { requestGrouping } from '../store/counts/groupings.ts'
import { type GroupColumn, groupColumns, keyName } from './summary-columns.ts'
import { isCounted, summarizeCounts } from './summary-counts.ts'
import { groupingOf, summarizeGrouping } from './summary-groupings.ts'
import { readValueList, valueListSql } from './value-list.ts'

const DAY_MILLISECONDS = 86_400_000

/** Items of a summary from which on its grouping is counted, because reading as many takes tens of milliseconds. */
const COUNTED_FROM = 10_000

/** SQL of the number of changes of an item. Two periods are counted as changes arrive, others by day. */
function changesSql(since: string | undefined): Sql {
  if (since === undefined || since === '' || since === '30d') return sql`coalesce(stats.changes_30d, 0)`
  if (since === '7d') return sql`coalesce(stats.changes_7d, 0)`
  const duration = parseDuration(since)
  if (!duration.ok)
    throw new RequestError('EINVALID', `changes.since: ${duration.failure}`, [
      { path: 'changes.since', message: duration.failure },
    ])
  const days = Math.max(1, Math.ceil(duration.value / DAY_MILLISECONDS))
  return sql`(select coalesce(sum(daily.count), 0) from core.config_change_daily as daily
    where daily.config_id = items.id and daily.day > current_date - ${days}::integer)`
}

function conditionsOf(request: CatalogSummaryRequest): Sql[] {
  return [
    ...(request.deleted === true ? [] : [sql`items.deleted_at is null`]),
    ...(request.archived === true ? [] : [isNotArchived]),
    ...ownerConditions(request.owner),
    ...fieldConditions(request.fields),
    ...valueListSql(sql`items.status`, readValueList(request.status)),
    ...valueListSql(sql`items.health`, readValueList(request.health)),
    ...Object.entries(request.filter ?? {}).flatMap(([label, values]) =>
      labelListSql(label, readValueList(values)),
    ),
  ]
}

/**
 * Counts items by groups. Without filters no item is read where the groups are counted as items arrive: always those by
 * type, and others soon after somebody asked for them.
 * @throws RequestError for an invalid duration
 */
export async function summarizeCatalog(
  pool: Pool,
  request: CatalogSummaryRequest,
): Promise<CatalogSummaryRow[]> {
  if (isCounted(request)) return summarizeCounts(pool, request)
  const columns = groupColumns(request)
  const grouping = groupingOf(request, columns)
  if (grouping === undefined) return summarizeItems(pool, request, columns)
  const counted = await summarizeGrouping(pool, request, columns, grouping)
  if (counted !== undefined) return counted
  const rows = await summarizeItems(pool, request, columns)
  if (rows.reduce((sum, { count }) => sum + count, 0) >= COUNTED_FROM) await requestGrouping(pool, grouping)
  return rows
}

/** Reads the items and counts them. */
export async function summarizeItems(
  pool: Pool,
  request: CatalogSummaryRequest,
  grouped: readonly GroupColumn[],
): Promise<CatalogSummaryRow[]> {
  const names = grouped.map((_, index) => keyName(index))
  const keys = join(names, ', ')
  const keyed = join(
    grouped.map(
      (column, index) => sql`${column.sql ?? sql`items.tags ->> ${column.name}::text`} as ${keyName(index)}`,
    ),
    ', ',
  )
  const named = join(
    grouped.map(({ name }, index) => sql`${name}::text, groups.${keyName(index)}`),
    ', ',
  )
  const same = names.map((key) => sql`insights.${key} is not distinct from groups.${key}`)
  const period: CostPeriod | undefined = request.cost === '' ? undefined : request.cost
  const changes = changesSql(request.changes?.since)
  const costSql = period === undefined ? sql`null::numeric` : raw(`items.cost_total_${period}`)
  const costs =
    period === undefined
      ? empty
      : sql`|| jsonb_build_object(${`cost_total_${period}`}::text, cost, ${`cost_${period}`}::text, cost)`
  const statement = sql`
    with counted as materialized (
      -- Many items have the same open insights, so those are counted with the items, which are read once.
      select ${keyed}, coalesce(items.health, 'unknown') as health, stats.open_analysis as open, count(*) as count,
        sum(${changes}) as changes, nullif(sum(${costSql}), 0) as cost, max(items.created_at) as created_at,
        max(items.updated_at) as updated_at, min(items.type collate "C") as type
      from core.config_items as items
      left join core.config_item_stats as stats on stats.config_id = items.id
      where ${allOf(conditionsOf(request))} group by ${keys}, items.health, stats.open_analysis
    ),
    healths as (
      select ${keys}, health, sum(count) as count, sum(changes) as changes, sum(cost) as cost,
        max(created_at) as created_at, max(updated_at) as updated_at, min(type) as type
      from counted group by ${keys}, health
    ),
    insights as (
      select ${keys}, jsonb_object_agg(kind, count) as analysis from (
        select ${keys}, entry.key as kind, sum(entry.value::numeric * counted.count) as count
        from counted, jsonb_each(counted.open) as entry
        group by ${keys}, entry.key
      ) as kinds group by ${keys}
    ),
    groups as (
      select ${keys}, min(type) as type, sum(count) as count,
        jsonb_object_agg(health, count) as health, sum(changes) as changes, sum(cost) as cost,
        max(created_at) as created_at, max(updated_at) as updated_at
      from healths group by ${keys}
    )
    select jsonb_build_object(
      'type', groups.type,
      'count', count,
      'health', health,
      'analysis', coalesce(insights.analysis, '{}'),
      'changes', coalesce(changes, 0),
      'created_at', created_at,
      'updated_at', updated_at
    )
    ${costs}
    || jsonb_strip_nulls(jsonb_build_object(
      ${named}
    )) as row
    from groups
    left join insights on ${join(same, ' and ')}
    order by groups.${join(names, ', groups.')}`
  const rows = await readRows<{ row: CatalogSummaryRow }>(pool, statement.text, statement.values)
  return rows.map(({ row }) => row)
}
