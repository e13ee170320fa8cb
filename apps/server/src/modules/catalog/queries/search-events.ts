import type { FoundResource, ResourceSelector } from '@binnacle/contract/search'
import type { Pool } from 'pg'
import { allOf, createParameters, type Parameters } from '../../../platform/database/parameters.ts'
import { readRows } from '../../../platform/database/read.ts'
import { itemPresence, itemSelection } from './search.ts'
import { valueListSql } from './value-list.ts'

/** Changes are searched as far back. Older ones are found by their id. */
const RECENT = `interval '30 days'`

/** Something that happened to items, or was found of them, and how selectors choose it. */
interface EventTable {
  /** SQL of the table, as `event`. */
  table: string
  type: string
  status: string
  summary: string
  time: string
  /** SQL conditions on what is searched without an id. */
  usual: (selector: ResourceSelector) => readonly string[]
}

const changes: EventTable = {
  table: 'core.config_changes',
  type: 'event.change_type',
  status: 'event.severity',
  summary: 'event.summary',
  time: 'event.created_at',
  // The id of a change is as old as its first occurrence, a day before its last one at most.
  usual: () => [
    `event.created_at >= now() - ${RECENT}`,
    `event.id >= core.id_at(now() - ${RECENT} - interval '1 day')`,
  ],
}

const insights: EventTable = {
  table: 'core.config_analysis',
  type: 'event.analysis_type',
  status: 'event.status',
  summary: 'coalesce(event.summary, event.analyzer)',
  time: 'event.first_observed',
  usual: ({ statuses = [] }) => (statuses.length === 0 ? [`event.status = 'open'`] : []),
}

const listOf = (values: readonly string[] | undefined) => ({
  included: (values ?? []).filter((value) => !value.startsWith('!')),
  excluded: (values ?? []).filter((value) => value.startsWith('!')).map((value) => value.slice(1)),
})

/** The condition that a selector means; undefined for an empty one, which selects nothing. */
function conditionOf(
  { type, status, usual }: EventTable,
  selector: ResourceSelector,
  parameters: Parameters,
): string | undefined {
  const { id = '', types, statuses, ...item } = selector
  const own = [
    ...(id === '' ? [] : [`event.id = ${parameters.add(id)}::uuid`]),
    ...valueListSql(type, listOf(types), parameters),
    ...valueListSql(status, listOf(statuses), parameters),
  ]
  const selected = itemSelection(item, parameters)
  if (own.length === 0 && selected === undefined) return undefined
  return allOf([
    ...own,
    ...(id === '' ? usual(selector) : []),
    ...(selected === undefined ? itemPresence(item, parameters) : [selected]),
  ])
}

async function search(
  pool: Pool,
  event: EventTable,
  selectors: readonly ResourceSelector[],
  limit: number,
): Promise<FoundResource[]> {
  const parameters = createParameters()
  const parts = selectors.flatMap((selector) => {
    const condition = conditionOf(event, selector, parameters)
    if (condition === undefined) return []
    return `(
      select event.id, ${event.time} as time, ${event.type} as type,
        concat_ws(': ', items.name, nullif(${event.summary}, '')) as name, coalesce(items.namespace, '') as namespace,
        items.agent_id as agent, items.icon, items.tags
      from ${event.table} as event join core.config_items as items on items.id = event.config_id
      where ${condition} order by ${event.time} desc, event.id desc
      limit ${parameters.add(Math.min(selector.limit ?? limit, limit))}
    )`
  })
  if (parts.length === 0) return []
  return readRows<FoundResource>(
    pool,
    `select id, name, type, namespace, agent, icon, tags from (
       select distinct on (found.id) found.* from (${parts.join(' union all ')}) as found order by found.id
     ) as found
     order by time desc, id desc limit ${parameters.add(limit)}`,
    parameters.values,
  )
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
