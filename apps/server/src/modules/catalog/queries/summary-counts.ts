import type { CatalogSummaryRequest, CatalogSummaryRow } from '@binnacle/contract/catalog'
import type { Pool } from 'pg'
import { createParameters, type Parameters } from '../../../platform/database/parameters.ts'
import { readRows } from '../../../platform/database/read.ts'
import { readValueList } from './value-list.ts'

const provider = `split_part(type, '::', 1)`

/** Groupings that the type of an item decides. */
const groupings: Readonly<Record<string, string>> = { type: 'type', config_class: provider, provider }

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
  from: string
  condition: string
  /** SQL of the type that a row counts; undefined where it counts several. */
  type?: string
  /** Columns of the summary, by their names. */
  columns: readonly { name: string; sql: string }[]
}

/** SQL of the rows of a summary from counts: `row`, and the list of its groups as `key`, by which they are sorted. */
export function countedRowsSql(
  { from, condition, type, columns }: CountSource,
  request: CatalogSummaryRequest,
  parameters: Parameters,
): string {
  const keys = columns.map((_, index) => `key_${index}`).join(', ')
  const keyed = columns.map(({ sql }, index) => `${sql} as key_${index}`).join(', ')
  const period = request.cost === '' ? undefined : request.cost
  const changes = parameters.add(changeMetrics[request.changes?.since ?? ''])
  const cost =
    period === undefined
      ? undefined
      : `sum(value) filter (where metric = ${parameters.add(`cost_total_${period}`)})`
  return `
    with counted as materialized (
      select ${keyed}, health, metric, min(${type ?? 'null'} collate "C") as type, sum(value) as value, max(at) as at
      from ${from}
      where ${condition} and ${request.archived === true ? 'true' : 'not archived'}
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
    ${cost === undefined ? '' : `|| jsonb_build_object('cost_total_${period}', ${cost}, 'cost_${period}', ${cost})`}
    || jsonb_strip_nulls(jsonb_build_object(
      ${columns.map(({ name }, index) => `${parameters.add(name)}::text, key_${index}`).join(', ')}
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
  const parameters = createParameters()
  const names = [...new Set(request.groupBy.length === 0 ? ['type'] : request.groupBy)]
  const source: CountSource = {
    from: 'derived.type_counts',
    condition: 'true',
    type: 'type',
    columns: names.map((name) => ({ name, sql: groupings[name] ?? 'type' })),
  }
  const rows = await readRows<{ row: CatalogSummaryRow }>(
    pool,
    countedRowsSql(source, request, parameters),
    parameters.values,
  )
  return rows.map(({ row }) => row)
}
