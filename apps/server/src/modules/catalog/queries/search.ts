import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { type FoundResource, parseLabelSelector, type ResourceSelector } from '@binnacle/contract/search'
import type { Pool } from 'pg'
import { allOf, createParameters, type Parameters } from '../../../platform/database/parameters.ts'
import { readRows } from '../../../platform/database/read.ts'
import { labelsSql } from './labels.ts'
import { isNotArchived, wordSql } from './items.ts'
import { valueListSql } from './value-list.ts'

function agentCondition(agent: string, parameters: Parameters): string | undefined {
  if (agent === 'all') return undefined
  if (agent === '' || agent === 'self') return `items.agent_id = ${parameters.add(LOCAL_AGENT_ID)}`
  return `items.agent_id in (select id from core.agents where ${parameters.add(agent)} in (id::text, name))`
}

const list = (values: readonly string[] | undefined) => ({
  included: (values ?? []).filter((value) => !value.startsWith('!')),
  excluded: (values ?? []).filter((value) => value.startsWith('!')).map((value) => value.slice(1)),
})

function labelConditions(sql: string, selector: string | undefined, parameters: Parameters): string[] {
  const labels = parseLabelSelector(selector ?? '')
  return labels.ok ? labels.value.map((requirement) => labelsSql(sql, requirement, parameters)) : []
}

/** Conditions on `items` that every selector means: its agent, and whether what is deleted or archived counts. */
export function itemPresence(selector: ResourceSelector, parameters: Parameters): string[] {
  const agent = agentCondition(selector.agent ?? '', parameters)
  const isNamed = selector.id !== undefined && selector.id !== ''
  return [
    ...(selector.includeDeleted === true ? [] : ['items.deleted_at is null']),
    ...(selector.includeArchived === true || isNamed ? [] : [isNotArchived]),
    ...(agent === undefined ? [] : [agent]),
  ]
}

/**
 * The condition on `items` that a selector means.
 * @returns undefined for an empty selector, which selects nothing
 */
export function itemSelection(
  selector: ResourceSelector & { scope?: string | undefined },
  parameters: Parameters,
): string | undefined {
  const { id, name, namespace, types, statuses, labelSelector, tagSelector, search, scope } = selector
  const chosen = [
    ...(id === undefined || id === '' ? [] : [`items.id = ${parameters.add(id)}`]),
    ...(name === undefined || name === ''
      ? []
      : valueListSql('items.name', { included: [name], excluded: [] }, parameters)),
    ...(namespace === undefined || namespace === ''
      ? []
      : [`items.namespace = ${parameters.add(namespace)}`]),
    ...valueListSql('items.type', list(types), parameters),
    ...valueListSql('items.status', list(statuses), parameters),
    ...labelConditions('items.labels', labelSelector, parameters),
    ...labelConditions('items.tags', tagSelector, parameters),
    ...(search === undefined || search.trim() === '' ? [] : [wordSql(search, parameters)]),
    ...(scope === undefined || scope === ''
      ? []
      : [
          `items.scraper_id in (
            select id from core.config_scrapers where ${parameters.add(scope)} in (id::text, namespace || '/' || name)
          )`,
        ]),
  ]
  if (chosen.length === 0) return undefined
  return allOf([...chosen, ...itemPresence(selector, parameters)])
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
  const parameters = createParameters()
  const parts = selectors.flatMap((selector) => {
    const condition = itemSelection(selector, parameters)
    if (condition === undefined) return []
    return `(
      select items.id from core.config_items as items
      where ${condition} order by items.name, items.id limit ${parameters.add(Math.min(selector.limit ?? limit, limit))}
    )`
  })
  if (parts.length === 0) return []
  const rows = await readRows<FoundResource>(
    pool,
    `select id, name, type, coalesce(namespace, '') as namespace, agent_id as agent, icon, tags
     from core.config_items where id in (${parts.join(' union ')}) order by name, id limit ${parameters.add(limit)}`,
    parameters.values,
  )
  return rows
}
