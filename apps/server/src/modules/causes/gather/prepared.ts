import { createHash } from 'node:crypto'
import type { QueryConfig } from 'pg'
import type { Sql } from 'sql-template-tag'

/** Names of statements by their texts. There are few: they differ by rights and by now or then, and values are apart. */
const names = new Map<string, string>()
const MOST_NAMES = 200

/**
 * Has a connection prepare a statement once: an answer runs the same dozen of them up to ten times, and planning takes longer
 * than reading.
 */
export function prepared({ text, values }: Sql): QueryConfig {
  let name = names.get(text)
  if (name === undefined) {
    if (names.size >= MOST_NAMES) return { text, values }
    name = `causes_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`
    names.set(text, name)
  }
  return { name, text, values }
}
