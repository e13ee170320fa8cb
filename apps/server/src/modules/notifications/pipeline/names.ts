// The names in the send history, which its search looks through in place of the history.
import type { Pool } from 'pg'
import { askTogether } from '../../../platform/database/together.ts'
import { historyName } from './rows.ts'

/** A name that was written down this recently is not written again. Milliseconds. */
const FRESH_MILLISECONDS = 3_600_000
/** Names that a process remembers. */
const MOST_REMEMBERED = 20_000

// In one order, so that transactions cannot deadlock.
const keepNames = `
  insert into core.notification_names as known (name, kept_at)
  select name, $2 from unnest($1::text[]) as given (name) order by name
  on conflict (name) do update set kept_at = excluded.kept_at where known.kept_at < excluded.kept_at`

/** Names that one statement removes. */
const MOST_REMOVED = 5_000

// A process that knows a name writes it down again after an hour, so one of yesterday is in no hurry.
const removeNames = `
  delete from core.notification_names as known where name in (
    select name from core.notification_names
    where kept_at < $1 and ($2::text is null or name > $2) order by name limit ${MOST_REMOVED}
  ) and not exists (select from core.notification_send_history where resource_name = known.name)
    and not exists (select from core.notification_send_history where recipient_name = known.name)`

const findLast = `
  select max(name) as last from (
    select name from core.notification_names
    where kept_at < $1 and ($2::text is null or name > $2) order by name limit ${MOST_REMOVED}
  ) as old`

/** Keeps the names of resources and recipients. */
export interface NameBook {
  /** Makes names known to the search. Call it before the transaction that writes rows with them. */
  keep(names: readonly string[]): Promise<void>
}

/** Creates the book of names. */
export function createNameBook(pool: Pool, now: () => Date): NameBook {
  const fresh = new Map<string, number>()
  const write = askTogether(async (names: readonly string[]) => {
    const time = now()
    await pool.query(keepNames, [names, time])
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

async function lastOf(pool: Pool, before: Date, after: string | null): Promise<string | null> {
  const { rows } = await pool.query<{ last: string | null }>(findLast, [before, after])
  return rows[0]?.last ?? null
}

/** Removes names that no row of the history has any more. @returns how many */
export async function removeOldNames(pool: Pool, before: Date, signal: AbortSignal): Promise<number> {
  let removed = 0
  let after: string | null = null
  let last = await lastOf(pool, before, after)
  while (last !== null && !signal.aborted) {
    removed += (await pool.query(removeNames, [before, after])).rowCount ?? 0
    after = last
    last = await lastOf(pool, before, after)
  }
  return removed
}
