import type { CatalogImpact } from '@binnacle/contract/catalog'
import type { Pool } from 'pg'
import { readRows } from '../../../platform/database/read.ts'
import { changeColumns } from './changes.ts'

/** How far the graph is followed, and how many items and changes are shown. */
const LONGEST_WAY = 10
const MOST_ITEMS = 1_000
const MOST_SHOWN = 100

/**
 * What depends on an item, and what changed lately in what it depends on. Changes are ordered by how near they are in graph
 * and time: each step away counts as much as a doubling of the time.
 * @param hours how long ago changes count
 */
export async function findImpact(
  pool: Pool,
  { id, hours, now }: { id: string; hours: number; now: Date },
): Promise<CatalogImpact> {
  const rows = await readRows<{ found: CatalogImpact }>(
    pool,
    `
    with below as materialized (
      select * from derived.walk_configs(
        array[$1::uuid], 'outgoing', 'both', 'both', ${LONGEST_WAY}, ${MOST_ITEMS}, false
      ) as walk where distance > 0
    ),
    above as materialized (
      select * from derived.walk_configs(
        array[$1::uuid], 'incoming', 'both', 'both', ${LONGEST_WAY}, ${MOST_ITEMS}, false
      ) as walk
    ),
    dependents as (
      select items.id, items.name, items.type, items.health, below.distance
      from below join core.config_items as items on items.id = below.id
      order by below.distance, items.type, items.name, items.id limit ${MOST_SHOWN}
    ),
    changed as (
      select ${changeColumns}, above.distance,
        above.distance + log(2, 1 + greatest(0, extract(epoch from $3::timestamptz - changes.created_at) / 60)) as weight
      from above
      join core.config_changes as changes on changes.config_id = above.id
      join core.config_items as items on items.id = above.id
      where changes.created_at > $3::timestamptz - $2::float8 * interval '1 hour' and changes.created_at <= $3
      order by weight, changes.id desc limit ${MOST_SHOWN + 1}
    )
    select json_build_object(
      'dependents', coalesce((select json_agg(dependents) from dependents), '[]'),
      'changes', coalesce((
        select json_agg(to_jsonb(changed) - 'weight' order by weight, id desc)
        from (select * from changed order by weight, id desc limit ${MOST_SHOWN}) as changed
      ), '[]'),
      'more', (select count(*) > ${MOST_SHOWN} from below) or (select count(*) > ${MOST_SHOWN} from changed)
    ) as found`,
    [id, hours, now],
  )
  return rows[0]?.found ?? { dependents: [], changes: [], more: false }
}
