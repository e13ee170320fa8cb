import { escapeIdentifier } from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import { DataError } from '../errors.ts'
import { remember } from '../remember.ts'

/** Most bytes of a PostgreSQL identifier. PostgreSQL truncates longer ones, so that two could become equal. */
const IDENTIFIER_BYTES = 63
/** Most cached identifiers, enough for a large database. */
const KEPT_NAMES = 5_000

/**
 * A name as an identifier. The only way that a text becomes part of a statement.
 * @throws DataError when it is empty, which SQL does not have, or too long to be kept whole
 */
export const identifier: (name: string) => Sql = remember((name) => {
  if (name === '')
    throw new DataError(400, 'PGRST100', 'A name must not be empty', { hint: 'Give it an alias.' })
  if (Buffer.byteLength(name) > IDENTIFIER_BYTES)
    throw new DataError(
      400,
      '42622',
      `The name "${name.slice(0, 40)}…" is longer than ${IDENTIFIER_BYTES} bytes`,
    )
  return raw(escapeIdentifier(name))
}, KEPT_NAMES)

/** A name in a schema. */
export function qualified({ schema, name }: { schema: string; name: string }): Sql {
  return raw(`${escapeIdentifier(schema)}.${escapeIdentifier(name)}`)
}

const columnsOf = remember((alias: string) => {
  const rows = escapeIdentifier(alias)
  return remember((name: string) => raw(`${rows}.${escapeIdentifier(name)}`))
})

/** A column of the rows that have an alias. */
export function columnOf(alias: string, name: string): Sql {
  return columnsOf(alias)(name)
}

const labels = new WeakMap<Sql, (label: string) => Sql>()

/** A value with an alias, for a select. */
export function labelled(value: Sql, label: string): Sql {
  const known = labels.get(value) ?? remember((text: string) => sql`${value} as ${identifier(text)}`)
  labels.set(value, known)
  return known(label)
}
