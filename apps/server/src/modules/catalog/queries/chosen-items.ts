import type { ResourceSelector } from '@binnacle/contract/search'
import type { ClientBase, Pool } from 'pg'
import sql, { empty, join, raw } from 'sql-template-tag'
import type { Columns } from '../../../platform/database/columns.ts'
import { itemSelection } from './search.ts'

const columns = [
  'id',
  'name',
  'type',
  'config_class',
  'namespace',
  'description',
  'icon',
  'status',
  'health',
  'labels',
  'tags',
  'parent_id',
  // Ids of what contains it, the outermost first, separated by dots.
  'path',
  'external_id',
  'agent_id',
  'created_at',
  'updated_at',
] as const

/** A catalog item as other areas see it. */
export type ChosenItem = Columns<'core.config_items', (typeof columns)[number]> & {
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
  const parts = selectors.flatMap((selector) => {
    const condition = itemSelection(selector)
    if (condition === undefined) return []
    return sql`(
      select items.id from core.config_items as items where ${condition} order by items.name, items.id
      limit ${Math.min(selector.limit ?? limit, limit)}
    )`
  })
  if (parts.length === 0) return []
  const { rows } = await client.query<ChosenItem>(sql`
    select items.${raw(columns.join(', items.'))}${documents ? sql`, bodies.config` : empty}
    from core.config_items as items
    ${documents ? sql`left join core.config_item_bodies as bodies on bodies.config_id = items.id` : empty}
    where items.id in (${join(parts, ' union ')}) order by items.name, items.id limit ${limit}`)
  return rows
}

/** The values of a tag of the items that match any of the selectors, of all items without one. */
export async function valuesOfTag(
  client: Pool | ClientBase,
  tag: string,
  selectors: readonly ItemSelector[],
  limit: number,
): Promise<string[]> {
  const conditions = selectors.flatMap((selector) => itemSelection(selector) ?? [])
  const { rows } = await client.query<{ value: string }>(sql`
    select distinct value from (
      select items.tags ->> ${tag}::text as value from core.config_items as items
      where items.deleted_at is null
        ${conditions.length === 0 ? empty : sql`and (${join(conditions, ') or (', '(', ')')})`}
    ) as found
    where value is not null order by 1 limit ${limit}`)
  return rows.map((row) => row.value)
}
