import { identifier, sql, type Sql } from '@binnacle/data-api'
import type { Pool } from 'pg'
import type { OwnRows } from '../access/rows.ts'

/** Where the rows of a topic are. */
export interface TopicTable {
  schema: string
  name: string
  /** The column whose values the topic announces. */
  key: string
}

/** Follows which rows of a topic are those of its reader. */
export interface OwnTopicRows {
  /**
   * Which ids of a change its reader may hear of: those of rows that are theirs, or were when they were last looked at,
   * so that they hear of rows that go.
   */
  heard(ids: readonly string[]): Promise<readonly string[]>
  /**
   * Looks at all rows anew.
   * @returns ids of rows that came or went meanwhile; null for any
   */
  look(): Promise<readonly string[] | null>
}

/** Rows of which is known whether they are the reader's; with more of them, one that goes is not told of. */
const MOST_KNOWN = 10_000

/**
 * @param own asked each time, as rights change
 * @param only ids that the reader wants to hear of; null for all
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
      const asked = only === null ? ids : ids.filter((id) => only.has(id))
      if (asked.length === 0) return []
      const now = new Set(await ownIds(isOneOf(asked)))
      const heard = asked.filter((id) => now.has(id) || known.has(id))
      for (const id of asked)
        if (!now.has(id)) known.delete(id)
        else if (known.size < MOST_KNOWN) known.add(id)
      return heard
    },
    async look() {
      const now = new Set(await ownIds(only === null ? sql`true` : isOneOf(only)))
      const before = known
      known = now
      // Of more rows than are known it cannot be told which came and went.
      if (now.size >= MOST_KNOWN && before.size >= MOST_KNOWN) return null
      return [...[...now].filter((id) => !before.has(id)), ...[...before].filter((id) => !now.has(id))]
    },
  }
}
