import { DataError } from '../errors.ts'
import { createReader, type Field, readField, type Reader, readQuoted } from './reader.ts'

/** Operators that compare with one value and take `any` and `all`, with their SQL. */
export const quantifiable = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
} as const

/** Operators that compare with one value, with their SQL. */
export const simple = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const

/** Full-text operators, with the function that reads the query. */
export const fullText = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const

type QuantifiableOperator = keyof typeof quantifiable
type SimpleOperator = keyof typeof simple
type FullText = keyof typeof fullText

const isKeyOf = <Names extends object>(names: Names, name: string): name is keyof Names & string =>
  Object.hasOwn(names, name)

/** The operation of a filter. */
export type Operation =
  | { kind: 'compare'; operator: QuantifiableOperator; value: string; quantifier?: 'any' | 'all' }
  | { kind: 'simple'; operator: SimpleOperator; value: string }
  | { kind: 'in'; values: readonly string[] }
  | { kind: 'is'; value: 'null' | 'true' | 'false' | 'unknown' | 'not_null' }
  | { kind: 'isdistinct'; value: string }
  | { kind: 'fullText'; operator: FullText; language: string | undefined; value: string }

export interface Filter {
  kind: 'filter'
  field: Field
  negated: boolean
  operation: Operation
}

/** A tree of filters. */
export interface Logic {
  kind: 'logic'
  operator: 'and' | 'or'
  negated: boolean
  terms: readonly Condition[]
}

export type Condition = Filter | Logic

/** Reads the value after the operator: to the end of a parameter, or to the next comma or bracket inside a tree. */
type ValueReader = (reader: Reader) => string

const toTheEnd: ValueReader = (reader) => {
  const value = reader.text.slice(reader.position)
  reader.position = reader.text.length
  return value
}

const bracesPattern = /\{[^{}]*\}/y
const termPattern = /[^,()]*/y

const toTheNextTerm: ValueReader = (reader) => {
  const start = reader.position
  const quoted = readQuoted(reader)
  // A quote that does not end with its term is part of a plain value.
  if (quoted !== undefined && (reader.atEnd() || /[,)]/.test(reader.peek()))) return quoted
  reader.position = start
  return reader.match(bracesPattern)?.[0] ?? reader.match(termPattern)?.[0] ?? ''
}

const elementPattern = /[^,)]*/y

function readList(reader: Reader): string[] {
  if (!reader.take('(')) return reader.refuse('"("')
  const values: string[] = []
  do {
    const start = reader.position
    const quoted = readQuoted(reader)
    if (quoted !== undefined && (reader.peek() === ',' || reader.peek() === ')')) values.push(quoted)
    else {
      reader.position = start
      values.push(reader.match(elementPattern)?.[0] ?? '')
    }
  } while (reader.take(','))
  if (!reader.take(')')) return reader.refuse('")"')
  return values.length === 1 && values[0] === '' ? [] : values
}

const operatorPattern = /[a-z]+/y
const isPattern = /null|true|false|unknown|not_null/iy
const languagePattern = /\(([^)]*)\)/y
const isValues = {
  null: 'null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
  not_null: 'not_null',
} as const

const expectedOperator = 'operator (eq, gt, ...)'

function readOperation(reader: Reader, readValue: ValueReader): Operation {
  const start = reader.position
  const name = reader.match(operatorPattern)?.[0] ?? ''
  const refuse = () => {
    reader.position = start
    return reader.refuse(expectedOperator)
  }
  const dot = () => reader.take('.') || refuse()
  if (name === 'in') {
    dot()
    return { kind: 'in', values: readList(reader) }
  }
  if (name === 'is') {
    dot()
    const word = reader.match(isPattern)?.[0].toLowerCase() ?? ''
    if (!isKeyOf(isValues, word)) return reader.refuse('null, not_null, true, false or unknown')
    return { kind: 'is', value: isValues[word] }
  }
  if (name === 'isdistinct') {
    dot()
    return { kind: 'isdistinct', value: readValue(reader) }
  }
  if (isKeyOf(fullText, name)) {
    const language = reader.match(languagePattern)?.[1]
    dot()
    return { kind: 'fullText', operator: name, language, value: readValue(reader) }
  }
  if (isKeyOf(simple, name)) {
    dot()
    return { kind: 'simple', operator: name, value: readValue(reader) }
  }
  if (isKeyOf(quantifiable, name)) {
    const quantifier = reader.take('(any)') ? 'any' : reader.take('(all)') ? 'all' : undefined
    dot()
    const value = readValue(reader)
    return { kind: 'compare', operator: name, value, ...(quantifier !== undefined && { quantifier }) }
  }
  return refuse()
}

function readFilterOf(reader: Reader, field: Field, readValue: ValueReader): Filter {
  const negated = reader.take('not.')
  return { kind: 'filter', field, negated, operation: readOperation(reader, readValue) }
}

/**
 * Parses the value of a parameter as a filter of a field: `not.eq.1`.
 * @returns undefined if there is no operator and `optional` is set, as for arguments of functions
 */
export function parseFilter(field: Field, value: string, optional = false): Filter | undefined {
  const reader = createReader(value, 'filter')
  try {
    const filter = readFilterOf(reader, field, toTheEnd)
    return reader.atEnd() ? filter : reader.refuse('end of input')
  } catch (error) {
    if (optional && error instanceof DataError) return undefined
    throw error
  }
}

const logicPattern = /(not\.)?(and|or)\s*(?=\()/y
const blanks = /\s*/y

function readCondition(reader: Reader, depth: number, limit: number): Condition {
  reader.match(blanks)
  const logic = reader.match(logicPattern)
  if (logic !== undefined)
    return readTerms(reader, logic[2] === 'or' ? 'or' : 'and', logic[1] !== undefined, depth + 1, limit)
  const field = readField(reader)
  if (!reader.take('.')) return reader.refuse('"."')
  const filter = readFilterOf(reader, field, toTheNextTerm)
  reader.match(blanks)
  return filter
}

function readTerms(
  reader: Reader,
  operator: 'and' | 'or',
  negated: boolean,
  depth: number,
  limit: number,
): Logic {
  if (depth > limit) throw new DataError(400, 'PGRST100', `The logic is nested deeper than ${limit} levels`)
  if (!reader.take('(')) return reader.refuse('"("')
  const terms: Condition[] = []
  do terms.push(readCondition(reader, depth, limit))
  while (reader.take(','))
  reader.match(blanks)
  if (!reader.take(')')) return reader.refuse('"," or ")"')
  reader.match(blanks)
  return { kind: 'logic', operator, negated, terms }
}

/**
 * Parses a tree: the value of a parameter `and`, `or`, `not.and`, `not.or`.
 * @param limit most levels of nested trees
 */
export function parseLogic(operator: 'and' | 'or', negated: boolean, value: string, limit: number): Logic {
  const reader = createReader(value, `logic tree`)
  const logic = readTerms(reader, operator, negated, 1, limit)
  return reader.atEnd() ? logic : reader.refuse('end of input')
}

/** The key of a filter: a path of embeds, and a field of the last embed. */
export interface Target {
  embeds: readonly string[]
  field: Field
}

/** Parses the name of a parameter as the target of a filter, such as `films.actors.name->>first`. */
export function parseTarget(key: string): Target {
  const reader = createReader(key, 'tree path')
  const embeds: string[] = []
  for (;;) {
    const field = readField(reader)
    if (reader.atEnd()) return { embeds, field }
    if (field.path.length > 0 || !reader.take('.')) return reader.refuse('"." or end of input')
    embeds.push(field.name)
  }
}
