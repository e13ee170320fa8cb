import type { FoundResource, ResourceSelector } from '@binnacle/contract/search'
import type { Pool } from 'pg'
import sql, { join } from 'sql-template-tag'
import { plainSelector } from './engine/draft.ts'
import { componentSelection, shownStatus } from './selectors/conditions.ts'

/**
 * Finds components that match any of the selectors, sorted by name.
 * @param limit most components in total
 */
export async function searchComponents(
  pool: Pool,
  selectors: readonly ResourceSelector[],
  limit: number,
): Promise<FoundResource[]> {
  const parts = selectors.flatMap((selector) => {
    const condition = componentSelection(plainSelector(selector), shownStatus)
    if (condition === undefined) return []
    return sql`(
      select components.id from core.components where ${condition} order by components.name, components.id
      limit ${Math.min(selector.limit ?? limit, limit)}
    )`
  })
  if (parts.length === 0) return []
  const { rows } = await pool.query<FoundResource>(sql`
    select id, name, coalesce(type, '') as type, coalesce(namespace, '') as namespace, agent_id as agent, icon,
      labels as tags
    from core.components where id in (${join(parts, ' union ')}) order by name, id limit ${limit}`)
  return rows
}
