import type { ResourceSelector } from '@binnacle/contract/search'
import type { ClientBase, Pool } from 'pg'
import { createParameters } from '../../../platform/database/parameters.ts'
import { itemSelection } from './search.ts'

/** A catalog item as other areas see it. */
export interface ChosenItem {
  id: string
  name: string
  type: string
  config_class: string | null
  namespace: string | null
  description: string | null
  icon: string | null
  status: string | null
  health: string | null
  labels: Record<string, string>
  tags: Record<string, string>
  parent_id: string | null
  /** Ids of what contains it, the outermost first, separated by dots. */
  path: string
  external_id: string[]
  agent_id: string
  created_at: Date
  updated_at: Date
  /** Its document, if it was asked for. */
  config?: unknown
}

/** A selector of items, which may name their scraper. */
type ItemSelector = ResourceSelector & { scope?: string | undefined }

/**
 * Items that match any of the selectors, sorted by name.
 * @param documents whether their documents are read too
 */
export async function chooseItems(
  client: Pool | ClientBase,
  selectors: readonly ItemSelector[],
  { limit, documents = false }: { limit: number; documents?: boolean },
): Promise<ChosenItem[]> {
  const parameters = createParameters()
  const parts = selectors.flatMap((selector) => {
    const condition = itemSelection(selector, parameters)
    if (condition === undefined) return []
    // Not before: the database refuses a parameter that the statement does not use.
    const most = parameters.add(Math.min(selector.limit ?? limit, limit))
    return `(select items.id from core.config_items as items where ${condition} order by items.name, items.id limit ${most})`
  })
  if (parts.length === 0) return []
  const { rows } = await client.query<ChosenItem>(
    `select items.id, items.name, items.type, items.config_class, items.namespace, items.description, items.icon,
       items.status, items.health, items.labels, items.tags, items.parent_id, items.path, items.external_id, items.agent_id,
       items.created_at, items.updated_at${documents ? ', bodies.config' : ''}
     from core.config_items as items
     ${documents ? 'left join core.config_item_bodies as bodies on bodies.config_id = items.id' : ''}
     where items.id in (${parts.join(' union ')}) order by items.name, items.id limit ${parameters.add(limit)}`,
    [...parameters.values],
  )
  return rows
}

/** The values of a tag of the items that match any of the selectors, of all items without one. */
export async function valuesOfTag(
  client: Pool | ClientBase,
  tag: string,
  selectors: readonly ItemSelector[],
  limit: number,
): Promise<string[]> {
  const parameters = createParameters()
  const conditions = selectors.flatMap((selector) => itemSelection(selector, parameters) ?? [])
  const value = `(items.tags ->> ${parameters.add(tag)})`
  const { rows } = await client.query<{ value: string }>(
    `select distinct ${value} as value from core.config_items as items
     where ${value} is not null and items.deleted_at is null
       ${conditions.length === 0 ? '' : `and (${conditions.map((condition) => `(${condition})`).join(' or ')})`}
     order by 1 limit ${parameters.add(limit)}`,
    [...parameters.values],
  )
  return rows.map((row) => row.value)
}
