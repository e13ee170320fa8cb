import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { type FoundResource, parseLabelSelector, type ResourceSelector } from '@binnacle/contract/search'
import type { Pool } from 'pg'
import sql, { join, type Sql } from 'sql-template-tag'
import { allOf } from '../../../platform/database/all-of.ts'
import { readRows } from '../../../platform/database/read.ts'
import { labelsSql } from './labels.ts'
import { isNotArchived, wordSql } from './items.ts'
import { valueListSql } from './value-list.ts'

function agentCondition(agent: string): Sql | undefined {
  if (agent === 'all') return undefined
  if (agent === '' || agent === 'self') return sql`items.agent_id = ${LOCAL_AGENT_ID}`
  return sql`items.agent_id in (select id from core.agents where ${agent} in (id::text, name))`
}

const list = (values: readonly string[] | undefined) => ({
  included: (values ?? []).filter((value) => !value.startsWith('!')),
  excluded: (values ?? []).filter((value) => value.startsWith('!')).map((value) => value.slice(1)),
})

function labelConditions(column: Sql, selector: string | undefined): Sql[] {
  const labels = parseLabelSelector(selector ?? '')
  return labels.ok ? labels.value.map((requirement) => labelsSql(column, requirement)) : []
}

/** Conditions on `items` that every selector means: its agent, and whether what is deleted or archived counts. */
export function itemPresence(selector: ResourceSelector): Sql[] {
  const agent = agentCondition(selector.agent ?? '')
  const isNamed = selector.id !== undefined && selector.id !== ''
  return [
    ...(selector.includeDeleted === true ? [] : [sql`items.deleted_at is null`]),
    ...(selector.includeArchived === true || isNamed ? [] : [isNotArchived]),
    ...(agent === undefined ? [] : [agent]),
  ]
}

/**
 * The condition on `items` that a selector means.
 * @returns undefined for an empty selector, which selects nothing
 */
export function itemSelection(selector: ResourceSelector & { scope?: string | undefined }): Sql | undefined {
  const { id, name, namespace, types, statuses, labelSelector, tagSelector, search, scope } = selector
  const chosen = [
    ...(id === undefined || id === '' ? [] : [sql`items.id = ${id}`]),
    ...(name === undefined || name === ''
      ? []
      : valueListSql(sql`items.name`, { included: [name], excluded: [] })),
    ...(namespace === undefined || namespace === '' ? [] : [sql`items.namespace = ${namespace}`]),
    ...valueListSql(sql`items.type`, list(types)),
    ...valueListSql(sql`items.status`, list(statuses)),
    ...labelConditions(sql`items.labels`, labelSelector),
    ...labelConditions(sql`items.tags`, tagSelector),
    ...(search === undefined || search.trim() === '' ? [] : [wordSql(search)]),
    ...(scope === undefined || scope === ''
      ? []
      : [
          sql`items.scraper_id in (
            select id from core.config_scrapers where ${scope} in (id::text, namespace || '/' || name)
          )`,
        ]),
  ]
  if (chosen.length === 0) return undefined
  return allOf([...chosen, ...itemPresence(selector)])
}

/**
 * Finds items that match any of the selectors, sorted by name.
 * @param limit most items in total
 */
export async function searchItems(
  pool: Pool,
  selectors: readonly ResourceSelector[],
  limit: number,
): Promise<FoundResource[]> {
  const parts = selectors.flatMap((selector) => {
    const condition = itemSelection(selector)
    if (condition === undefined) return []
    return sql`(
      select items.id from core.config_items as items
      where ${condition} order by items.name, items.id limit ${Math.min(selector.limit ?? limit, limit)}
    )`
  })
  if (parts.length === 0) return []
  const statement = sql`
    select id, name, type, coalesce(namespace, '') as namespace, agent_id as agent, icon, tags
    from core.config_items where id in (${join(parts, ' union ')}) order by name, id limit ${limit}`
  return readRows<FoundResource>(pool, statement.text, statement.values)
}
