import { createHash } from 'node:crypto'
import type { ClientBase, QueryResultRow } from 'pg'
import type { Sql } from 'sql-template-tag'

/** Runs reading statements. */
export interface Reader {
  query<Row extends QueryResultRow>(statement: Sql): Promise<{ rows: Row[] }>
}

/** Names of statements by their texts. There are few: they differ by rights and by now or then, and values are apart. */
const names = new Map<string, string>()
const MOST_NAMES = 200

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_NAMES) return known
  const name = `causes_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`
  names.set(text, name)
  return name
}

/**
 * Prepares each statement on a connection once: an answer runs the same dozen of them up to ten times, and planning takes
 * longer than reading.
 */
export function withPreparedStatements(client: ClientBase): Reader {
  return {
    query: <Row extends QueryResultRow>({ text, values }: Sql) => {
      const name = nameOf(text)
      return client.query<Row>(name === undefined ? { text, values } : { name, text, values })
    },
  }
}
