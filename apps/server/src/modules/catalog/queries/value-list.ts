import type { Parameters } from '../../../platform/database/parameters.ts'
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
function oneOf(sql: string, values: readonly string[], parameters: Parameters): string {
  const plain = values.filter((value) => !value.includes('*'))
  const patterns = values
    .filter((value) => value.includes('*'))
    .map((value) => escapePattern(value).replaceAll(/\*+/g, '%'))
  return [
    // Of one value an index gives the rows in order; of several it does not.
    ...(plain.length === 1 ? [`${sql} = ${parameters.add(plain[0])}::text`] : []),
    ...(plain.length > 1 ? [`${sql} = any (${parameters.add(plain)}::text[])`] : []),
    ...(patterns.length === 0 ? [] : [`${sql} like any (${parameters.add(patterns)}::text[])`]),
  ].join(' or ')
}

/**
 * Conditions of WHERE that hold for the texts that a list chooses. A missing text is unequal to every value.
 * @param sql of the text; it must not contain any text of a user
 */
export function valueListSql(
  sql: string,
  { included, excluded }: ValueList,
  parameters: Parameters,
): string[] {
  return [
    // Null chooses no row either, and an index answers this.
    ...(included.length === 0 ? [] : [`(${oneOf(sql, included, parameters)})`]),
    ...(excluded.length === 0 ? [] : [`not coalesce(${oneOf(sql, excluded, parameters)}, false)`]),
  ]
}
