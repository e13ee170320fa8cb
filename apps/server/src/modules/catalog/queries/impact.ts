import type { CatalogImpact } from '@binnacle/contract/catalog'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { readRows } from '../../../platform/database/read.ts'

/** How far the graph is followed, and how many items are reached and shown. */
const LONGEST_WAY = 10
const MOST_ITEMS = 1_000
const MOST_SHOWN = 100

/** What depends on an item, the nearest first. */
export async function findImpact(pool: Pool, id: string): Promise<CatalogImpact> {
  const statement = sql`
    with below as materialized (
      select * from derived.walk_configs(
        array[${id}::uuid], 'outgoing', 'both', 'both', ${LONGEST_WAY}, ${MOST_ITEMS}, false
      ) as walk where distance > 0
    ),
    dependents as (
      select items.id, items.name, items.type, items.health, below.distance
      from below join core.config_items as items on items.id = below.id
      order by below.distance, items.type, items.name, items.id limit ${MOST_SHOWN}
    )
    select json_build_object(
      'dependents', coalesce((select json_agg(dependents) from dependents), '[]'),
      'more', (select count(*) > ${MOST_SHOWN} from below)
    ) as found`
  const rows = await readRows<{ found: CatalogImpact }>(pool, statement.text, statement.values)
  return rows[0]?.found ?? { dependents: [], more: false }
}
