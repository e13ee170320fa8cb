import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Columns } from '../../../platform/database/columns.ts'

const CURSOR = /^(\d{1,16})-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** Where a reader of changes is: when a change was stored, in microseconds since 1970, and its id. */
export const changeCursor = z
  .string()
  .max(1_024, { abort: true })
  .transform((text, context) => {
    const [, storedAt, id] = CURSOR.exec(text) ?? []
    if (storedAt !== undefined && id !== undefined) return { storedAt, id }
    context.addIssue({ code: 'custom', message: 'is not the cursor of a line of the feed' })
    return z.NEVER
  })

export const changeLinesQuery = z.object({
  /** The cursor of the last change that the reader has. */
  after: changeCursor.optional(),
  limit: z.coerce.number().int().min(1).max(10_000).default(1_000),
})

/** A change as other systems get it. `created_at` says when it happened last. */
export type ChangeLine = Columns<
  'core.config_changes',
  | 'id'
  | 'config_id'
  | 'change_type'
  | 'severity'
  | 'source'
  | 'summary'
  | 'external_change_id'
  | 'external_created_by'
  | 'created_by'
  | 'first_observed'
  | 'created_at'
  | 'count'
> & { cursor: string; config_name: string; config_type: string }

// An open transaction may still store changes with an earlier time. Readers therefore get only changes that are older than the
// oldest open transaction. This statement must run before the one that reads the changes: a single statement sees the open
// transactions of now but the rows of its start, so it misses a transaction that commits in between.
const readBound = `
  select least(
    now() - interval '1 second',
    coalesce((
      select min(xact_start) from pg_stat_activity
      where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()
    ), now())
  )::text as bound`

type Position = z.output<typeof changeCursor>

const listLines = (after: Position, limit: number, bound: string | undefined): Sql => sql`
  select
    (extract(epoch from coalesce(changes.stored_at, 'epoch')) * 1000000)::bigint || '-' || changes.id as cursor,
    changes.id, changes.config_id, items.name as config_name, items.type as config_type, changes.change_type,
    changes.severity, changes.source, changes.summary, changes.external_change_id, changes.external_created_by,
    changes.created_by, changes.first_observed, changes.created_at, changes.count
  from core.config_changes as changes
  join core.config_items as items on items.id = changes.config_id
  where (coalesce(changes.stored_at, 'epoch'::timestamptz), changes.id)
      > ('epoch'::timestamptz + ${after.storedAt}::bigint * interval '1 microsecond', ${after.id}::uuid)
    and coalesce(changes.stored_at, 'epoch'::timestamptz) < ${bound}::timestamptz
  order by coalesce(changes.stored_at, 'epoch'::timestamptz), changes.id
  limit ${limit}`

/** The cursor before every change. */
export const FIRST_CURSOR = '0-00000000-0000-0000-0000-000000000000'

/**
 * Reads the changes after a cursor, in the order in which they were stored. A change that happened again comes again, with its
 * new count.
 * @param limit most changes
 */
export async function readChangeLines(
  pool: Pool,
  { after = changeCursor.parse(FIRST_CURSOR), limit }: z.output<typeof changeLinesQuery>,
): Promise<ChangeLine[]> {
  const read = await pool.query<{ bound: string }>(readBound)
  const { rows } = await pool.query<ChangeLine>(listLines(after, limit, read.rows[0]?.bound))
  return rows
}

/** A change as a line of JSON. */
export const lineOf = (change: ChangeLine): string => `${JSON.stringify(change)}\n`
