import type { Pool } from 'pg'
import { z } from 'zod'

const CURSOR = /^(\d{1,16})-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** Where a reader of the feed is: when a change was stored, in microseconds since 1970, and its id. */
export const feedCursor = z.string().transform((text, context) => {
  const [, storedAt, id] = CURSOR.exec(text) ?? []
  if (storedAt !== undefined && id !== undefined) return { storedAt, id }
  context.addIssue({ code: 'custom', message: 'is not the cursor of a line of the feed' })
  return z.NEVER
})

type FeedCursor = z.output<typeof feedCursor>

export const feedQuery = z.object({
  /** The cursor of the last change that the reader has. */
  after: feedCursor.optional(),
  limit: z.coerce.number().int().min(1).max(10_000).default(1_000),
})

/** A change of the feed. */
export interface FeedChange {
  cursor: string
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
  /** When it happened last. */
  created_at: string
  count: number
}

// A transaction that is under way may still store changes with an earlier time, so a reader gets nothing that is younger than
// the oldest of these; it would miss what comes between otherwise.
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
  select
    (extract(epoch from coalesce(changes.stored_at, 'epoch')) * 1000000)::bigint || '-' || changes.id as cursor,
    changes.id, changes.config_id, items.name as config_name, items.type as config_type, changes.change_type,
    changes.severity, changes.source, changes.summary, changes.external_change_id, changes.external_created_by,
    changes.created_by, changes.first_observed, changes.created_at, changes.count
  from core.config_changes as changes
  join core.config_items as items on items.id = changes.config_id
  where (coalesce(changes.stored_at, 'epoch'::timestamptz), changes.id)
      > ('epoch'::timestamptz + $1::bigint * interval '1 microsecond', $2::uuid)
    and coalesce(changes.stored_at, 'epoch'::timestamptz) < (select at from bound)
  order by coalesce(changes.stored_at, 'epoch'::timestamptz), changes.id
  limit $3`

/** The cursor before every change. */
export const FEED_START = '0-00000000-0000-0000-0000-000000000000'

/**
 * Reads the changes after a cursor, in the order in which they were stored. A change that happened again comes again, with its
 * new count.
 * @param limit most changes
 */
export async function readFeed(
  pool: Pool,
  { after = feedCursor.parse(FEED_START), limit }: z.output<typeof feedQuery>,
): Promise<FeedChange[]> {
  const { rows } = await pool.query<FeedChange>(list, [after.storedAt, after.id, limit])
  return rows
}

// Also those that a reader does not get yet.
const anyLater = `
  select from core.config_changes
  where (coalesce(stored_at, 'epoch'::timestamptz), id)
      > ('epoch'::timestamptz + $1::bigint * interval '1 microsecond', $2::uuid)
  limit 1`

/** Whether there are changes after a cursor, perhaps some that the feed has only when other transactions have ended. */
export async function hasLaterChanges(pool: Pool, { storedAt, id }: FeedCursor): Promise<boolean> {
  const { rowCount } = await pool.query(anyLater, [storedAt, id])
  return rowCount === 1
}

/** Changes as one JSON text a line. */
export function linesOf(changes: readonly FeedChange[]): string {
  return changes.map((change) => `${JSON.stringify(change)}\n`).join('')
}
