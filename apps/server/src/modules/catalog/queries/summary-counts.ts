import type { CatalogSummaryRequest, CatalogSummaryRow } from '@binnacle/contract/catalog'
import type { Pool } from 'pg'
import sql, { empty, join, type Sql } from 'sql-template-tag'
import { readRows } from '../../../platform/database/read.ts'
import { keyName } from './summary-columns.ts'
import { readValueList } from './value-list.ts'

const provider = sql`split_part(type, '::', 1)`

/** Groupings that the type of an item decides. */
const groupings: Readonly<Record<string, Sql>> = { type: sql`type`, config_class: provider, provider }

/** Metrics of the counts by the period of changes. */
const changeMetrics: Readonly<Record<string, string>> = {
  '': 'changes_30d',
  '7d': 'changes_7d',
  '30d': 'changes_30d',
}

/** Whether a request chooses from all items, with archived ones or without, and shows what is counted of them. */
export function choosesAll({
  filter,
  deleted,
  status,
  health,
  owner,
  fields,
  changes,
}: CatalogSummaryRequest): boolean {
  const filters = [status, health, owner, fields, ...Object.values(filter ?? {})].map((text) =>
    readValueList(text),
  )
  return (
    deleted !== true &&
    filters.every(({ included, excluded }) => included.length + excluded.length === 0) &&
    Object.hasOwn(changeMetrics, changes?.since ?? '')
  )
}

/** Whether the counts by type answer a request: it chooses from all items, and groups them by their types. */
export function isCounted(request: CatalogSummaryRequest): boolean {
  return (
    request.groupBy.every((name) => Object.hasOwn(groupings, name)) &&
    (request.tags ?? []).length === 0 &&
    choosesAll(request)
  )
}

/** Counts that a summary is made of. */
export interface CountSource {
  /** Rows with archived, health, metric, value and at. */
  from: Sql
  condition: Sql
  /** SQL of the type that a row counts; undefined where it counts several. */
  type?: Sql
  /** Columns of the summary, by their names. */
  columns: readonly { name: string; sql: Sql }[]
}

/** SQL of the rows of a summary from counts: `row`, and the list of its groups as `key`, by which they are sorted. */
export function countedRowsSql(
  { from, condition, type, columns }: CountSource,
  request: CatalogSummaryRequest,
): Sql {
  const keys = join(
    columns.map((_, index) => keyName(index)),
    ', ',
  )
  const keyed = join(
    columns.map((column, index) => sql`${column.sql} as ${keyName(index)}`),
    ', ',
  )
  const named = join(
    columns.map(({ name }, index) => sql`${name}::text, ${keyName(index)}`),
    ', ',
  )
  const period = request.cost === '' ? undefined : request.cost
  const changes = changeMetrics[request.changes?.since ?? '']
  const cost = sql`sum(value) filter (where metric = ${`cost_total_${period}`})`
  return sql`
    with counted as materialized (
      select ${keyed}, health, metric, min(${type ?? sql`null`} collate "C") as type, sum(value) as value, max(at) as at
      from ${from}
      where ${condition} and ${request.archived === true ? sql`true` : sql`not archived`}
      group by ${keys}, health, metric
    ),
    metrics as (
      select ${keys}, metric, min(type) as type, sum(value) as value, max(at) as at,
        jsonb_object_agg(health, value) filter (where metric = 'count') as healths
      from counted where value <> 0 group by ${keys}, metric
    )
    select jsonb_build_object(
      'type', min(type),
      'count', max(value) filter (where metric = 'count'),
      'health', (jsonb_agg(healths) filter (where metric = 'count')) -> 0,
      'analysis', coalesce(
        jsonb_object_agg(substr(metric, 10), value) filter (where starts_with(metric, 'analysis:')), '{}'),
      'changes', coalesce(max(value) filter (where metric = ${changes}), 0),
      'created_at', max(at) filter (where metric = 'created_at'),
      'updated_at', max(at) filter (where metric = 'updated_at')
    )
    ${
      period === undefined
        ? empty
        : sql`|| jsonb_build_object(${`cost_total_${period}`}::text, ${cost}, ${`cost_${period}`}::text, ${cost})`
    }
    || jsonb_strip_nulls(jsonb_build_object(
      ${named}
    )) as row, array[${keys}] as key
    from metrics group by ${keys}
    having coalesce(max(value) filter (where metric = 'count'), 0) > 0
    order by key`
}

/** The summary from the counts by type and what is not added to them yet. For requests that `isCounted` accepts. */
export async function summarizeCounts(
  pool: Pool,
  request: CatalogSummaryRequest,
): Promise<CatalogSummaryRow[]> {
  const names = [...new Set(request.groupBy.length === 0 ? ['type'] : request.groupBy)]
  const source: CountSource = {
    from: sql`derived.type_counts`,
    condition: sql`true`,
    type: sql`type`,
    columns: names.map((name) => ({ name, sql: groupings[name] ?? sql`type` })),
  }
  const statement = countedRowsSql(source, request)
  const rows = await readRows<{ row: CatalogSummaryRow }>(pool, statement.text, statement.values)
  return rows.map(({ row }) => row)
}
