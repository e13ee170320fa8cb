import { wildcardTest } from '@binnacle/contract/text'
import type { Condition, Pattern } from './conditions.ts'
import { instantOf } from './instant.ts'

/** Where `conditionMatches` finds the value of a field. */
export interface InRow<Row> {
  /** The value in a row, times in ISO 8601; null where it has none. */
  of: (row: Row) => string | null
}

function equals({ text, isPattern }: Pattern): (value: string) => boolean {
  if (!isPattern) return (value) => value.toLowerCase() === text.toLowerCase()
  const matches = wildcardTest(text.toLowerCase())
  return (value) => matches(value.toLowerCase())
}

const comparisons = {
  '=': (left: number, right: number) => left === right,
  '<': (left: number, right: number) => left < right,
  '<=': (left: number, right: number) => left <= right,
  '>': (left: number, right: number) => left > right,
  '>=': (left: number, right: number) => left >= right,
} as const

/**
 * Whether a row that is in memory passes a validated query. It means the same as what `conditionSql` makes of it.
 * @param setup.words the texts of the row in which a word is searched
 */
export function conditionMatches<Row>(
  condition: Condition<InRow<Row>>,
  row: Row,
  setup: { words: (row: Row) => readonly string[]; now: Date },
): boolean {
  const known = (test: (value: string) => boolean): boolean => {
    const value = 'field' in condition ? condition.field.of(row) : null
    return value !== null && test(value)
  }
  switch (condition.kind) {
    case 'all':
      return condition.parts.every((part) => conditionMatches(part, row, setup))
    case 'any':
      return condition.parts.some((part) => conditionMatches(part, row, setup))
    case 'not':
      return !conditionMatches(condition.part, row, setup)
    case 'word': {
      const word = condition.text.trim().toLowerCase()
      return word === '' || setup.words(row).some((text) => text.toLowerCase().includes(word))
    }
    case 'text':
      return known((value) => condition.values.some((pattern) => equals(pattern)(value)))
    case 'choice':
      return known((value) => condition.values.includes(value))
    case 'time': {
      const at = instantOf(condition.at, setup.now).getTime()
      return known((value) => comparisons[condition.comparison](Date.parse(value), at))
    }
    case 'number':
      return known((value) =>
        condition.values.some((wanted) => comparisons[condition.comparison](Number(value), wanted)),
      )
    default:
      throw new TypeError(`${condition.field.name} has keys, which rows in memory have not`)
  }
}
