import type { Pool } from 'pg'
import { parseDuration } from '@binnacle/contract/text'
import { tablesOn } from '../../../platform/database/tables-on.ts'

/** How long deleted components are kept, if the property says nothing. Source: section 3.3 of the reference. */
const KEEP_MILLISECONDS = 7 * 86_400_000

/** Property that says how long deleted components are kept, such as 7d. */
export const RETENTION_PROPERTY = 'component.retention.period'

const tables = [
  'core.component_relationships',
  'core.check_component_relationships',
  'core.config_component_relationships',
] as const

/** Components that one statement removes. */
const PAGE = 1_000

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
  const database = tablesOn(pool)
  let removed = 0
  for (const table of tables) {
    const links = await database.deleteFrom(table).where('deleted_at', '<', before).executeTakeFirstOrThrow()
    removed += Number(links.numDeletedRows)
  }
  // The lowest first, as removing a parent would take what is below it along.
  const lowest = database
    .selectFrom('core.components as component')
    .select('component.id')
    .where('component.deleted_at', '<', before)
    .where((expressions) =>
      expressions.not(
        expressions.exists(
          expressions
            .selectFrom('core.components as child')
            .select('child.id')
            .whereRef('child.parent_id', '=', 'component.id'),
        ),
      ),
    )
    .limit(PAGE)
  for (;;) {
    const { numDeletedRows } = await database
      .deleteFrom('core.components')
      .where('id', 'in', lowest)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) break
    removed += Number(numDeletedRows)
  }
  const topologies = await database
    .deleteFrom('core.topologies as gone')
    .where('gone.deleted_at', '<', before)
    .where((expressions) =>
      expressions.not(
        expressions.exists(
          expressions
            .selectFrom('core.components as component')
            .select('component.id')
            .whereRef('component.topology_id', '=', 'gone.id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return removed + Number(topologies.numDeletedRows)
}
