import { identifier } from '@binnacle/data-api'
import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { OwnRows } from '../access/rows.ts'

// The server filters, because a filter in the browser would show every reader which rows change. It remembers what the
// reader could see, because a filter without memory would keep deleted rows on the screen. An id that the reader may
// not see is like one that does not exist. An announcement of many rows has no ids: it reveals only that something
// changed.

/** The table with the rows of a topic. */
export interface TopicTable {
  schema: string
  name: string
  /** The column whose values the topic announces. */
  key: string
}

/** Tracks which rows of a topic their reader may see. */
export interface OwnTopicRows {
  /**
   * Filters the ids of a change to those that the reader may hear of: rows that they may see now, or could see at the
   * last check. So they hear of rows that disappear.
   */
  heard(ids: readonly string[]): Promise<readonly string[]>
  /**
   * Checks all rows again.
   * @returns ids of rows that the reader gained or lost since; null if any may have changed
   */
  look(): Promise<readonly string[] | null>
}

/** Most rows that are tracked. Beyond that, the reader is not told of rows that disappear. */
const MOST_KNOWN = 10_000

/**
 * Tracks the rows of one reader.
 * @param own read each time, because rights change
 * @param only ids that the reader subscribed to; null for all
 */
export function followOwnRows(
  pool: Pool,
  { schema, name, key }: TopicTable,
  own: () => OwnRows,
  only: ReadonlySet<string> | null,
): OwnTopicRows {
  let known = new Set<string>()
  const table = sql`${identifier(schema)}.${identifier(name)} as _row`
  const column = sql`_row.${identifier(key)}`

  async function ownIds(among: Sql): Promise<string[]> {
    const { rows } = await pool.query<{ id: string }>(
      sql`select ${column}::text as id from ${table} where ${among} and ${own()('_row')} limit ${MOST_KNOWN}`,
    )
    return rows.map(({ id }) => id)
  }
  const isOneOf = (ids: Iterable<string>) => sql`${column} = any(${[...ids]})`

  return {
    async heard(ids) {
      const candidates = only === null ? ids : ids.filter((id) => only.has(id))
      if (candidates.length === 0) return []
      const now = new Set(await ownIds(isOneOf(candidates)))
      const heard = candidates.filter((id) => now.has(id) || known.has(id))
      for (const id of candidates)
        if (!now.has(id)) known.delete(id)
        else if (known.size < MOST_KNOWN) known.add(id)
      return heard
    },
    async look() {
      const now = new Set(await ownIds(only === null ? sql`true` : isOneOf(only)))
      const before = known
      known = now
      // With more rows than are tracked, nobody can tell which came and went.
      if (now.size >= MOST_KNOWN && before.size >= MOST_KNOWN) return null
      return [...[...now].filter((id) => !before.has(id)), ...[...before].filter((id) => !now.has(id))]
    },
  }
}
