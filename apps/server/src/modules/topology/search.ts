import type { FoundResource, ResourceSelector } from '@binnacle/contract/search'
import type { Pool } from 'pg'
import { createParameters } from '../../platform/database/parameters.ts'
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
  const parameters = createParameters()
  const parts = selectors.flatMap((selector) => {
    const condition = componentSelection(plainSelector(selector), parameters, shownStatus)
    if (condition === undefined) return []
    return `(
      select components.id from core.components where ${condition} order by components.name, components.id
      limit ${parameters.add(Math.min(selector.limit ?? limit, limit))}
    )`
  })
  if (parts.length === 0) return []
  const { rows } = await pool.query<FoundResource>(
    `select id, name, coalesce(type, '') as type, coalesce(namespace, '') as namespace, agent_id as agent, icon,
       labels as tags
     from core.components where id in (${parts.join(' union ')}) order by name, id limit ${parameters.add(limit)}`,
    [...parameters.values],
  )
  return rows
}
