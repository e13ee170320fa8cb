import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { Condition, Pattern } from './conditions.ts'
import { escapeExpression, escapeLike } from './escape.ts'
import type { InTable } from './fields.ts'
import { instantOf } from './instant.ts'

/** A tree of filters as the data service reads it; a text is one filter. */
type Filter = string | { kind: 'and' | 'or'; parts: readonly Filter[] }

/** What a filter is compiled with. */
export interface FilterSetup {
  /** Columns of text in which a word is searched. */
  words: readonly string[]
  /** What `now` means. */
  now: Date
  /**
   * For columns whose texts are kept elsewhere, too: the values that stand for the texts which pass a test such as
   * `ilike."web*"`, and the column that is compared with them, so that an index answers. Undefined to test the column itself.
   */
  valuesOf?: (column: string, test: string) => KnownValues | undefined
}

/** Values that a column is compared with, instead of testing a text. */
interface KnownValues {
  column: string
  values: readonly string[]
}

/** A request has its filter in its address, and the server refuses longer addresses. */
const LONGEST_FILTER = 12_000
/** Levels of nested trees that the data service reads. */
const DEEPEST_FILTER = 20

/** Quotes a value. Between quotes, only quotes and backslashes mean something else. */
function quoted(value: string): string {
  return `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

function together(kind: 'and' | 'or', parts: readonly Filter[]): Filter {
  const flat = parts.flatMap((part) => (typeof part !== 'string' && part.kind === kind ? part.parts : [part]))
  const [first] = flat
  return first !== undefined && flat.length === 1 ? first : { kind, parts: flat }
}

/** A filter that no row passes, or every row. */
function constant(column: string, passes: boolean): Filter {
  return together(passes ? 'or' : 'and', [`${column}.is.null`, `${column}.not.is.null`])
}

/** A condition on a text: the operator and its value. */
type Test = string

/**
 * The test that a text, in any case, is a value or matches a pattern. The data service reads every star of `ilike` as any text,
 * so a text that contains a star is compared by a regular expression.
 */
function textTest({ text, isPattern }: Pattern): Test {
  return isPattern || !text.includes('*')
    ? `ilike.${quoted(escapeLike(text).replaceAll(/\*+/g, '*'))}`
    : `imatch.${quoted(`^${escapeExpression(text)}$`)}`
}

/** The test that one of several texts with commas between them is a value or matches a pattern. */
function listTest({ text, isPattern }: Pattern): Test {
  const part = isPattern ? text.split(/\*+/).map(escapeExpression).join('[^,]*') : escapeExpression(text)
  return `imatch.${quoted(`(^|,)${part}(,|$)`)}`
}

/** The test that a text contains a word. */
function wordTest(word: string): Test {
  return word.includes('*')
    ? `imatch.${quoted(escapeExpression(word))}`
    : `ilike.${quoted(`*${escapeLike(word)}*`)}`
}

/**
 * Filters a column by any of some tests.
 * @param negated whether none may hold. A missing value is unequal to every value, so rows without one pass then.
 */
function anyTest(column: string, tests: readonly Test[], negated: boolean): Filter {
  if (!negated)
    return together(
      'or',
      tests.map((test) => `${column}.${test}`),
    )
  const none = together(
    'and',
    tests.map((test) => `${column}.not.${test}`),
  )
  return together('or', [`${column}.is.null`, none])
}

/** Filters a column by any of some tests, by values where those are known. No row has one of no values. */
function anyKnownTest(
  column: string,
  tests: readonly Test[],
  { valuesOf }: FilterSetup,
  negated: boolean,
): Filter {
  const wanted = tests.flatMap((test) => {
    const known = valuesOf?.(column, test)
    if (known === undefined) return [{ column, test }]
    return known.values.length === 0 ? [] : [{ column: known.column, test: inList(known.values) }]
  })
  if (wanted.length === 0) return constant(column, negated)
  const byColumn = Map.groupBy(wanted, (one) => one.column)
  return together(
    negated ? 'and' : 'or',
    Array.from(byColumn, ([name, own]) =>
      anyTest(
        name,
        own.map(({ test }) => test),
        negated,
      ),
    ),
  )
}

const inList = (values: readonly string[]) => `in.(${values.map(quoted).join(',')})`

const operators = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const

function numberFilter(condition: Condition<InTable> & { kind: 'number' }, negated: boolean): Filter {
  const { field, comparison, values } = condition
  const { column, largest = Infinity } = field
  const isWhole = largest !== Infinity
  if (comparison === '=') {
    const possible = values.filter(
      (value) => !isWhole || (Number.isInteger(value) && Math.abs(value) <= largest),
    )
    return possible.length === 0
      ? constant(column, negated)
      : anyTest(column, [inList(possible.map(String))], negated)
  }
  const [value = 0] = values
  if (!isWhole) return anyTest(column, [`${operators[comparison]}.${quoted(String(value))}`], negated)
  const isUpper = comparison === '<' || comparison === '<='
  // Of whole numbers, those below 2.5 are at most 2, and those below 2 at most 1.
  const bound = isUpper
    ? comparison === '<'
      ? Math.ceil(value) - 1
      : Math.floor(value)
    : comparison === '>'
      ? Math.floor(value) + 1
      : Math.ceil(value)
  const isPossible = isUpper ? bound >= -largest - 1 : bound <= largest
  if (!isPossible) return constant(column, negated)
  const within = Math.max(-largest, Math.min(largest, bound))
  const isAll = isUpper ? bound > largest : bound < -largest
  return isAll
    ? `${column}.${negated ? '' : 'not.'}is.null`
    : anyTest(column, [`${isUpper ? 'lte' : 'gte'}.${quoted(String(within))}`], negated)
}

function mapColumn(column: string, key: string, arrow: '->' | '->>'): string {
  return `${column}${arrow}${quoted(key)}`
}

function wordFilter(word: string, setup: FilterSetup, negated: boolean): Filter {
  const columns = setup.words
  const [first = ''] = columns
  const text = word.trim()
  if (text === '') return constant(first, !negated)
  return together(
    negated ? 'and' : 'or',
    columns.map((column) => anyKnownTest(column, [wordTest(text)], setup, negated)),
  )
}

function textFilter(
  { field: { column, list, lower }, values }: Condition<InTable> & { kind: 'text' },
  setup: FilterSetup,
  negated: boolean,
): Filter {
  if (list === true) return anyTest(column, values.map(listTest), negated)
  if (lower !== true) return anyKnownTest(column, values.map(textTest), setup, negated)
  const whole = values.filter(({ isPattern }) => !isPattern).map(({ text }) => text.toLowerCase())
  const patterns = values.filter(({ isPattern }) => isPattern)
  return anyTest(column, [...(whole.length === 0 ? [] : [inList(whole)]), ...patterns.map(textTest)], negated)
}

/** Compiles a condition, or its opposite. The opposite of a tree is the other tree of the opposites. */
function compile(condition: Condition<InTable>, setup: FilterSetup, negated: boolean): Filter {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return together(
        (condition.kind === 'all') === negated ? 'or' : 'and',
        condition.parts.map((part) => compile(part, setup, negated)),
      )
    case 'not':
      return compile(condition.part, setup, !negated)
    case 'word':
      return wordFilter(condition.text, setup, negated)
    case 'text':
      return textFilter(condition, setup, negated)
    case 'choice': {
      const { column, stored = (value: string) => value } = condition.field
      return anyTest(column, [inList(condition.values.map((value) => stored(value)))], negated)
    }
    case 'time':
      return anyTest(
        condition.field.column,
        [`${operators[condition.comparison]}.${quoted(instantOf(condition.at, setup.now).toISOString())}`],
        negated,
      )
    case 'number':
      return numberFilter(condition, negated)
    case 'map': {
      if (condition.key === undefined) throw new TypeError(`${condition.field.name} must be keyed`)
      return anyTest(
        mapColumn(condition.field.column, condition.key, '->>'),
        condition.values.map(textTest),
        negated,
      )
    }
    default:
      return `${mapColumn(condition.field.column, condition.key, '->')}.${negated ? '' : 'not.'}is.null`
  }
}

function depthOf(filter: Filter): number {
  return typeof filter === 'string' ? 0 : 1 + Math.max(...filter.parts.map(depthOf))
}

function print(filter: Filter): string {
  return typeof filter === 'string' ? filter : `${filter.kind}(${filter.parts.map(print).join(',')})`
}

/**
 * Compiles a validated query to one filter of the data service, for `or=(…)`. It finds the same rows as the SQL of
 * `conditionSql`.
 * @returns the filter, or why it cannot be asked for
 */
export function conditionFilter(condition: Condition<InTable>, setup: FilterSetup): Result<string, string> {
  const filter = compile(condition, setup, false)
  const text = print(filter)
  return encodeURIComponent(text).length > LONGEST_FILTER || depthOf(filter) >= DEEPEST_FILTER
    ? fail('This query is too long for this list: search for less at once.')
    : succeed(text)
}

/** The columns that a key sorts by. */
export function sortColumn({ field, key }: { field: InTable; key: string | undefined }): string {
  return key === undefined ? field.column : mapColumn(field.column, key, '->>')
}
