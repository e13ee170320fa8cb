import type { FoundResource, ResourceSelector } from '@binnacle/contract/search'
import type { Pool } from 'pg'
import sql, { join, type Sql } from 'sql-template-tag'
import { allOf } from '../../../platform/database/all-of.ts'
import { readRows } from '../../../platform/database/read.ts'
import { itemPresence, itemSelection } from './search.ts'
import { valueListSql } from './value-list.ts'

/** Changes are searched as far back. Older ones are found by their id. */
const RECENT = sql`interval '30 days'`

/** Something that happened to items, or was found of them, and how selectors choose it. */
interface EventTable {
  /** SQL of the table, as `event`. */
  table: Sql
  type: Sql
  status: Sql
  summary: Sql
  time: Sql
  /** SQL conditions on what is searched without an id. */
  usual: (selector: ResourceSelector) => readonly Sql[]
}

const changes: EventTable = {
  table: sql`core.config_changes`,
  type: sql`event.change_type`,
  status: sql`event.severity`,
  summary: sql`event.summary`,
  time: sql`event.created_at`,
  // The id of a change is as old as its first occurrence, a day before its last one at most.
  usual: () => [
    sql`event.created_at >= now() - ${RECENT}`,
    sql`event.id >= core.id_at(now() - ${RECENT} - interval '1 day')`,
  ],
}

const insights: EventTable = {
  table: sql`core.config_analysis`,
  type: sql`event.analysis_type`,
  status: sql`event.status`,
  summary: sql`coalesce(event.summary, event.analyzer)`,
  time: sql`event.first_observed`,
  usual: ({ statuses = [] }) => (statuses.length === 0 ? [sql`event.status = 'open'`] : []),
}

const listOf = (values: readonly string[] | undefined) => ({
  included: (values ?? []).filter((value) => !value.startsWith('!')),
  excluded: (values ?? []).filter((value) => value.startsWith('!')).map((value) => value.slice(1)),
})

/** The condition that a selector means; undefined for an empty one, which selects nothing. */
function conditionOf({ type, status, usual }: EventTable, selector: ResourceSelector): Sql | undefined {
  const { id = '', types, statuses, ...item } = selector
  const own = [
    ...(id === '' ? [] : [sql`event.id = ${id}::uuid`]),
    ...valueListSql(type, listOf(types)),
    ...valueListSql(status, listOf(statuses)),
  ]
  const selected = itemSelection(item)
  if (own.length === 0 && selected === undefined) return undefined
  return allOf([
    ...own,
    ...(id === '' ? usual(selector) : []),
    ...(selected === undefined ? itemPresence(item) : [selected]),
  ])
}

async function search(
  pool: Pool,
  event: EventTable,
  selectors: readonly ResourceSelector[],
  limit: number,
): Promise<FoundResource[]> {
  const parts = selectors.flatMap((selector) => {
    const condition = conditionOf(event, selector)
    if (condition === undefined) return []
    return sql`(
      select event.id, ${event.time} as time, ${event.type} as type,
        concat_ws(': ', items.name, nullif(${event.summary}, '')) as name, coalesce(items.namespace, '') as namespace,
        items.agent_id as agent, items.icon, items.tags
      from ${event.table} as event join core.config_items as items on items.id = event.config_id
      where ${condition} order by ${event.time} desc, event.id desc
      limit ${Math.min(selector.limit ?? limit, limit)}
    )`
  })
  if (parts.length === 0) return []
  const statement = sql`
    select id, name, type, namespace, agent, icon, tags from (
      select distinct on (found.id) found.* from (${join(parts, ' union all ')}) as found order by found.id
    ) as found
    order by time desc, id desc limit ${limit}`
  return readRows<FoundResource>(pool, statement.text, statement.values)
}

/**
 * Finds changes that match any of the selectors, the newest first: by the items that they happened to, by type and severity.
 * @param limit most changes in total
 */
export function searchChanges(
  pool: Pool,
  selectors: readonly ResourceSelector[],
  limit: number,
): Promise<FoundResource[]> {
  return search(pool, changes, selectors, limit)
}

/**
 * Finds insights that match any of the selectors, the newest first: by the items that they are about, by type and status.
 * @param limit most insights in total
 */
export function searchInsights(
  pool: Pool,
  selectors: readonly ResourceSelector[],
  limit: number,
): Promise<FoundResource[]> {
  return search(pool, insights, selectors, limit)
}
