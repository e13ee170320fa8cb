import type { CatalogSummaryRequest, CatalogSummaryRow } from '@binnacle/contract/catalog'
import type { Pool } from 'pg'
import { createParameters } from '../../../platform/database/parameters.ts'
import { readRows } from '../../../platform/database/read.ts'
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
  const parameters = createParameters()
  const counted = `select id from core.config_groupings where columns = ${parameters.add(grouping)} and state = 'counted'`
  const rows = countedRowsSql(
    {
      from: 'derived.grouping_counts',
      condition: `grouping_id = (${counted})`,
      type: `case when starts_with(metric, 'type:') then substr(metric, 6) end`,
      columns: columns.map(({ name }, index) => ({ name, sql: `key[${index + 1}]` })),
    },
    request,
    parameters,
  )
  // One statement, so that the grouping is counted when its counts are read.
  const [answer] = await readRows<{ id: number | null; rows: CatalogSummaryRow[]; outdated: boolean }>(
    pool,
    `
    select (${counted}) as id,
      (select coalesce(jsonb_agg(row), '[]') from (${rows}) as rows) as rows,
      exists (
        select from core.config_groupings where id = (${counted}) and requested_at < now() - interval '1 hour'
      ) as outdated`,
    parameters.values,
  )
  if (answer === undefined || answer.id === null) return undefined
  if (answer.outdated)
    await pool.query('update core.config_groupings set requested_at = now() where id = $1', [answer.id])
  return answer.rows
}
