import type { Pool } from 'pg'
import { parseDuration } from '@binnacle/contract/text'

/** How long deleted components are kept, if the property says nothing. Source: section 3.3 of the reference. */
const KEEP_MILLISECONDS = 7 * 86_400_000

/** Property that says how long deleted components are kept, such as 7d. */
export const RETENTION_PROPERTY = 'component.retention.period'

const tables = [
  'core.component_relationships',
  'core.check_component_relationships',
  'core.config_component_relationships',
]

/** Levels of components that one run removes: those below go first, because those above take them along. */
const MOST_ROUNDS = 50

const removeLowest = `
  delete from core.components as gone
  where gone.deleted_at < $1 and not exists (select from core.components as child where child.parent_id = gone.id)`

/**
 * Removes components that were deleted long ago, the lowest first, with links and topologies that were.
 * @param period how long they are kept; the default where it is not valid
 * @returns how many rows were removed
 */
export async function removeOldComponents(
  pool: Pool,
  now: Date,
  period: string | undefined,
): Promise<number> {
  const parsed = parseDuration(period ?? '')
  const before = new Date(now.getTime() - (parsed.ok ? parsed.value : KEEP_MILLISECONDS))
  let removed = 0
  for (const table of tables)
    removed += (await pool.query(`delete from ${table} where deleted_at < $1`, [before])).rowCount ?? 0
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { rowCount } = await pool.query(removeLowest, [before])
    removed += rowCount ?? 0
    if ((rowCount ?? 0) === 0) break
  }
  const topologies = await pool.query(
    `delete from core.topologies as gone
     where gone.deleted_at < $1 and not exists (select from core.components where topology_id = gone.id)`,
    [before],
  )
  return removed + (topologies.rowCount ?? 0)
}
