import { DataError } from '../errors.ts'
import { createReader, type Field, readField, readName, type Reader } from './reader.ts'

const aggregates = ['avg', 'count', 'max', 'min', 'sum'] as const
type Aggregate = (typeof aggregates)[number]

/** A column, a path into it, an aggregate over it, or all columns. */
export type SelectColumn =
  | { kind: 'all' }
  | {
      kind: 'column'
      /** Undefined for `count()`, which counts rows. */
      field: Field | undefined
      alias: string | undefined
      cast: string | undefined
      aggregate: Aggregate | undefined
      aggregateCast: string | undefined
    }

/** Rows of another relation as a value of each row. */
export interface SelectEmbed {
  kind: 'embed'
  name: string
  alias: string | undefined
  hint: string | undefined
  inner: boolean
  /** `...`: the embed's columns become columns of the parent. */
  spread: boolean
  select: readonly SelectItem[]
}

export type SelectItem = SelectColumn | SelectEmbed

const blanks = /\s*/y
const aliasPattern = /:(?!:)/y
const aggregatePattern = /\.(avg|count|max|min|sum)\(\)/y
const castPattern = /::([\p{L}\p{N}_ $]+(?:\[\])*)/uy
const countPattern = /count\(\)/y

function isAggregate(text: string): text is Aggregate {
  return aggregates.some((name) => name === text)
}

interface Limits {
  embedDepth: number
}

function readAlias(reader: Reader): string | undefined {
  const start = reader.position
  if (!/["\p{L}\p{N}_ $]/u.test(reader.peek())) return undefined
  try {
    const name = readName(reader)
    if (reader.match(aliasPattern) !== undefined) return name
  } catch (error) {
    if (!(error instanceof DataError)) throw error
  }
  reader.position = start
  return undefined
}

function readCast(reader: Reader): string | undefined {
  const found = reader.match(castPattern)
  if (found === undefined && reader.peek(2) === '::') return reader.refuse('the name of a type')
  return found?.[1]?.trim()
}

function readModifiers(reader: Reader): Pick<SelectEmbed, 'hint' | 'inner'> {
  let hint: string | undefined
  let inner = false
  while (reader.take('!')) {
    const word = readName(reader, 'a hint')
    if (word === 'inner') inner = true
    else if (word !== 'left') hint = word
  }
  return { hint, inner }
}

function readItem(reader: Reader, depth: number, limits: Limits): SelectItem {
  reader.match(blanks)
  if (reader.take('*')) return { kind: 'all' }
  const spread = reader.take('...')
  const alias = readAlias(reader)
  reader.match(blanks)
  if (!spread && reader.match(countPattern) !== undefined)
    return {
      kind: 'column',
      field: undefined,
      alias,
      cast: undefined,
      aggregate: 'count',
      aggregateCast: readCast(reader),
    }
  const field = readField(reader)
  const start = reader.position
  const modifiers = readModifiers(reader)
  reader.match(blanks)
  if (field.path.length === 0 && reader.take('(')) {
    if (depth >= limits.embedDepth)
      throw new DataError(400, 'PGRST100', `Resources are embedded deeper than ${limits.embedDepth} levels`)
    reader.match(blanks)
    const select = reader.peek() === ')' ? [] : readItems(reader, depth + 1, limits)
    if (!reader.take(')')) return reader.refuse('"," or ")"')
    return { kind: 'embed', name: field.name, alias, ...modifiers, spread, select }
  }
  if (spread || reader.position !== start) return reader.refuse('"("')
  const cast = readCast(reader)
  const aggregate = reader.match(aggregatePattern)?.[1]
  return {
    kind: 'column',
    field,
    alias,
    cast,
    aggregate: aggregate !== undefined && isAggregate(aggregate) ? aggregate : undefined,
    aggregateCast: aggregate === undefined ? undefined : readCast(reader),
  }
}

function readItems(reader: Reader, depth: number, limits: Limits): SelectItem[] {
  const items: SelectItem[] = []
  do {
    items.push(readItem(reader, depth, limits))
    reader.match(blanks)
  } while (reader.take(','))
  return items
}

/**
 * Parses the parameter `select`. If empty, it selects all columns.
 * @param forgiving whether to ignore extra closing brackets at the end
 */
export function parseSelect(text: string, limits: Limits, forgiving: boolean): SelectItem[] {
  if (text.trim() === '') return [{ kind: 'all' }]
  const reader = createReader(text, 'select parameter')
  const items = readItems(reader, 0, limits)
  if (forgiving) reader.match(/[)\s]*/y)
  return reader.atEnd() ? items : reader.refuse('"," or end of input')
}
