// The names in the send history, which its search looks through in place of the history.
import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { tablesOn } from '../../../../platform/database/tables-on.ts'
import { askTogether } from '../../../../platform/database/together.ts'
import { historyName } from './rows.ts'

/** A name that was written down this recently is not written again. Milliseconds. */
const FRESH_MILLISECONDS = 3_600_000
/** Names that a process remembers. */
const MOST_REMEMBERED = 20_000

// In one order, so that transactions cannot deadlock.
const keepNames = (names: readonly string[], time: Date): Sql => sql`
  insert into core.notification_names as known (name, kept_at)
  select name, ${time}::timestamptz from unnest(${names}::text[]) as given (name) order by name
  on conflict (name) do update set kept_at = excluded.kept_at where known.kept_at < excluded.kept_at`

/** Names that one statement removes. */
const MOST_REMOVED = 5_000

/** Keeps the names of resources and recipients. */
export interface SearchNameIndex {
  /** Makes names known to the search. Call it before the transaction that writes rows with them. */
  keep(names: readonly string[]): Promise<void>
}

/** Creates the book of names. */
export function createSearchNameIndex(pool: Pool, now: () => Date): SearchNameIndex {
  const fresh = new Map<string, number>()
  const write = askTogether(async (names: readonly string[]) => {
    const time = now()
    await pool.query(keepNames(names, time))
    if (fresh.size + names.length > MOST_REMEMBERED) fresh.clear()
    for (const name of names) fresh.set(name, time.getTime())
    return new Map<string, void>()
  })
  const isFresh = (name: string) =>
    Math.abs(now().getTime() - (fresh.get(name) ?? Number.NEGATIVE_INFINITY)) < FRESH_MILLISECONDS
  return {
    async keep(names) {
      const unknown = new Set(names.map(historyName).filter((name) => !isFresh(name)))
      await Promise.all(Array.from(unknown, (name) => write(name)))
    },
  }
}

/** The next names that were written down before a time. */
function oldNames(pool: Pool, before: Date, after: string | null) {
  const old = tablesOn(pool)
    .selectFrom('core.notification_names')
    .select('name')
    .where('kept_at', '<', before)
    .orderBy('name')
    .limit(MOST_REMOVED)
  return after === null ? old : old.where('name', '>', after)
}

async function lastOf(pool: Pool, before: Date, after: string | null): Promise<string | null> {
  const { last } = await tablesOn(pool)
    .selectFrom(oldNames(pool, before, after).as('old'))
    .select(({ fn }) => fn.max<string | null>('name').as('last'))
    .executeTakeFirstOrThrow()
  return last
}

/** @returns how many of the next names no row of the history has any more */
async function removeNames(pool: Pool, before: Date, after: string | null): Promise<number> {
  const { numDeletedRows } = await tablesOn(pool)
    .deleteFrom('core.notification_names as known')
    .where('name', 'in', oldNames(pool, before, after))
    .where((expressions) => {
      const history = expressions.selectFrom('core.notification_send_history').select('id')
      return expressions.and([
        expressions.not(expressions.exists(history.whereRef('resource_name', '=', 'known.name'))),
        expressions.not(expressions.exists(history.whereRef('recipient_name', '=', 'known.name'))),
      ])
    })
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Removes names that no row of the history has any more. A process that knows a name writes it down again after an hour, so
 * one of yesterday is in no hurry.
 * @returns how many
 */
export async function removeOldNames(pool: Pool, before: Date, signal: AbortSignal): Promise<number> {
  let removed = 0
  let after: string | null = null
  let last = await lastOf(pool, before, after)
  while (last !== null && !signal.aborted) {
    removed += await removeNames(pool, before, after)
    after = last
    last = await lastOf(pool, before, after)
  }
  return removed
}
