import { escapeIdentifier } from 'pg'
import { raw, type Sql } from 'sql-template-tag'
import { DataError } from '../errors.ts'

/** Bytes of an identifier that PostgreSQL keeps; longer ones would be cut and could fall together. */
const IDENTIFIER_BYTES = 63

/**
 * A name as an identifier. The only way that a text becomes part of a statement.
 * @throws DataError when it is empty, which SQL does not have, or too long to be kept whole
 */
export function identifier(name: string): Sql {
  if (name === '')
    throw new DataError(400, 'PGRST100', 'A name must not be empty', { hint: 'Give it an alias.' })
  if (Buffer.byteLength(name) > IDENTIFIER_BYTES)
    throw new DataError(
      400,
      '42622',
      `The name "${name.slice(0, 40)}…" is longer than ${IDENTIFIER_BYTES} bytes`,
    )
  return raw(escapeIdentifier(name))
}

/** A name in a schema. */
export function qualified({ schema, name }: { schema: string; name: string }): Sql {
  return raw(`${escapeIdentifier(schema)}.${escapeIdentifier(name)}`)
}

/** A column of the rows that have an alias. */
export function columnOf(alias: string, name: string): Sql {
  return raw(`${escapeIdentifier(alias)}.${escapeIdentifier(name)}`)
}
