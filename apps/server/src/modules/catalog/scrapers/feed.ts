import type { Pool } from 'pg'
import { z } from 'zod'

export const feedQuery = z.object({
  /** The id of the last change that the reader has. */
  after: z.uuid('is not an id').optional(),
  limit: z.coerce.number().int().min(1).max(10_000).default(1_000),
})

/** A change of the feed. */
export interface FeedChange {
  id: string
  config_id: string
  config_name: string
  config_type: string
  change_type: string
  severity: string | null
  source: string | null
  summary: string | null
  external_change_id: string | null
  external_created_by: string | null
  created_by: string | null
  first_observed: string
  count: number
}

// Ids are ordered by the time at which they were made. A transaction that is under way may still show older ones, so a reader
// gets nothing that is younger than the oldest of these; it would miss what comes between otherwise.
const list = `
  with bound as (
    select least(
      now() - interval '1 second',
      coalesce((
        select min(xact_start) from pg_stat_activity
        where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()
      ), now())
    ) as at
  )
  select changes.id, changes.config_id, items.name as config_name, items.type as config_type, changes.change_type,
    changes.severity, changes.source, changes.summary, changes.external_change_id, changes.external_created_by,
    changes.created_by, changes.first_observed, changes.count
  from core.config_changes as changes
  join core.config_items as items on items.id = changes.config_id
  where changes.id > $1
    and changes.id < (
      lpad(to_hex((extract(epoch from (select at from bound)) * 1000)::bigint), 12, '0') || '00000000000000000000'
    )::uuid
  order by changes.id
  limit $2`

const FIRST = '00000000-0000-0000-0000-000000000000'

/** Changes after a cursor, the oldest first, as one JSON text a line. The id of the last one is the next cursor. */
export async function feedOf(
  pool: Pool,
  { after = FIRST, limit }: z.output<typeof feedQuery>,
): Promise<string> {
  const { rows } = await pool.query<FeedChange>(list, [after, limit])
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}
