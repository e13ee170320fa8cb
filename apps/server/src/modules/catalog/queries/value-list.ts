import sql, { join, type Sql } from 'sql-template-tag'
import { escapePattern } from '../../../platform/database/pattern.ts'

/** A list of values, such as `a,!b,pre*,*fix`. */
export interface ValueList {
  included: readonly string[]
  excluded: readonly string[]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Reads a list of values: any of those that are included, and none of those with `!`. A star matches any characters.
 * @param encoded whether values are percent-encoded, as values that may contain commas are
 */
export function readValueList(text: string | undefined, encoded = false): ValueList {
  const items = (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '' && item !== '!')
    .map((item) => (encoded ? decoded(item) : item))
  return {
    included: items.filter((item) => !item.startsWith('!')),
    excluded: items.filter((item) => item.startsWith('!')).map((item) => item.slice(1)),
  }
}

/** SQL that tests whether a text is one of the values; null for a null text. */
function oneOf(text: Sql, values: readonly string[]): Sql {
  const plain = values.filter((value) => !value.includes('*'))
  const patterns = values
    .filter((value) => value.includes('*'))
    .map((value) => escapePattern(value).replaceAll(/\*+/g, '%'))
  const parts = [
    // Of one value an index gives the rows in order; of several it does not.
    ...(plain.length === 1 ? [sql`${text} = ${plain[0]}::text`] : []),
    ...(plain.length > 1 ? [sql`${text} = any (${plain}::text[])`] : []),
    ...(patterns.length === 0 ? [] : [sql`${text} like any (${patterns}::text[])`]),
  ]
  return join(parts, ' or ')
}

/** Conditions of WHERE that hold for the texts that a list chooses. A missing text is unequal to every value. */
export function valueListSql(text: Sql, { included, excluded }: ValueList): Sql[] {
  return [
    // Null chooses no row either, and an index answers this.
    ...(included.length === 0 ? [] : [sql`(${oneOf(text, included)})`]),
    ...(excluded.length === 0 ? [] : [sql`not coalesce(${oneOf(text, excluded)}, false)`]),
  ]
}
