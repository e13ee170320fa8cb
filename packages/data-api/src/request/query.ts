import { DataError } from '../errors.ts'
import type { Limits } from '../options.ts'
import { type Condition, parseFilter, parseLogic, parseTarget } from './filters.ts'
import { type OrderTerm, parseOrder } from './order.ts'
import { createReader, readName } from './reader.ts'
import { remember } from '../remember.ts'
import { parseSelect, type SelectItem } from './select.ts'

/** The parameters of one embed. The empty path is the request's own relation. */
export interface Part {
  embeds: readonly string[]
  conditions: Condition[]
  order: readonly OrderTerm[] | undefined
  limit: number | undefined
  offset: number | undefined
}

/** A parsed query string. */
export interface Query {
  select: readonly SelectItem[]
  parts: readonly Part[]
  columns: readonly string[] | undefined
  onConflict: readonly string[] | undefined
  /** Parameters without an operator: arguments of a function. */
  arguments: readonly (readonly [name: string, value: string])[]
  /** `COLUMN.filter` expressions. */
  expressions: readonly (readonly [column: string, expression: string])[]
}

export interface QueryContext {
  limits: Limits
  tolerances: boolean
  /** Whether parameters without an operator are arguments of a function. */
  callsFunction: boolean
}

const keywordPattern = /^(?:(?!not\.(?:and|or)$)(.*?)\.)?(not\.and|not\.or|and|or|order|limit|offset)$/s

function readNames(text: string, what: string): string[] {
  const reader = createReader(text, what)
  const names: string[] = []
  do names.push(readName(reader))
  while (reader.take(','))
  return reader.atEnd() ? names : reader.refuse('"," or end of input')
}

function readInteger(text: string, what: string): number {
  if (!/^-?\d{1,15}$/.test(text.trim()))
    throw new DataError(400, 'PGRST100', `"failed to parse ${what} parameter (${text.slice(0, 200)})"`, {
      details: 'It must be a whole number.',
    })
  return Number(text)
}

function pathOf(text: string | undefined): string[] {
  if (text === undefined) return []
  const { embeds, field } = parseTarget(text)
  return [...embeds, field.name]
}

function decodeOnceMore(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Some clients encode the values of labels twice. */
function withDecodedLabels(condition: Condition): Condition {
  if (condition.kind === 'logic') return { ...condition, terms: condition.terms.map(withDecodedLabels) }
  const { operation, field } = condition
  if (field.path.at(-1)?.text !== true) return condition
  if (operation.kind === 'in')
    return { ...condition, operation: { ...operation, values: operation.values.map(decodeOnceMore) } }
  if (operation.kind === 'is') return condition
  return { ...condition, operation: { ...operation, value: decodeOnceMore(operation.value) } }
}

const parseKnownOrder = remember(parseOrder)
const parsersOfSelect = new Map<string, (text: string) => readonly SelectItem[]>()

/** Selects contain no values, so that an application uses only a few and they can be cached. */
function parseKnownSelect(text: string, { limits, tolerances }: QueryContext): readonly SelectItem[] {
  const key = `${limits.embedDepth} ${tolerances}`
  const parse =
    parsersOfSelect.get(key) ?? remember((unknown: string) => parseSelect(unknown, limits, tolerances))
  parsersOfSelect.set(key, parse)
  return parse(text)
}

/** Parses the parameters of a request. */
export function parseQuery(search: URLSearchParams, context: QueryContext): Query {
  const { limits, tolerances, callsFunction } = context
  const parts = new Map<string, Part>()
  const partOf = (embeds: readonly string[]): Part => {
    const key = JSON.stringify(embeds)
    const part = parts.get(key) ?? {
      embeds,
      conditions: [],
      order: undefined,
      limit: undefined,
      offset: undefined,
    }
    parts.set(key, part)
    return part
  }
  const decodeLabels = (condition: Condition) => (tolerances ? withDecodedLabels(condition) : condition)
  let select: SelectItem[] | undefined
  let columns: string[] | undefined
  let onConflict: string[] | undefined
  const functionArguments: (readonly [string, string])[] = []
  const expressions: (readonly [string, string])[] = []

  function keyword(path: string | undefined, word: string, value: string): void {
    const part = partOf(pathOf(path))
    if (word === 'limit') part.limit ??= readInteger(value, 'limit')
    else if (word === 'offset') part.offset ??= readInteger(value, 'offset')
    else if (word === 'order') {
      // Some clients send several orders. The last one is the user's.
      if (part.order === undefined || tolerances) part.order = value === '' ? [] : parseKnownOrder(value)
    } else
      part.conditions.push(
        decodeLabels(
          parseLogic(word.endsWith('or') ? 'or' : 'and', word.startsWith('not.'), value, limits.logicDepth),
        ),
      )
  }

  function filter(key: string, value: string): void {
    if (tolerances && key.endsWith('.filter')) {
      const name = key.slice(0, -'.filter'.length)
      if (!expressions.some(([given]) => given === name)) expressions.push([name, value])
      return
    }
    const { embeds, field } = parseTarget(key)
    const found = parseFilter(field, value, callsFunction)
    if (found === undefined) functionArguments.push([key, value])
    else partOf(embeds).conditions.push(decodeLabels(found))
  }

  for (const [key, value] of search) {
    if (key === '') continue
    const found = keywordPattern.exec(key)
    if (found !== null) keyword(found[1], found[2] ?? '', value)
    else if (key === 'select') {
      if (select === undefined || tolerances)
        select = [...(select ?? []), ...parseKnownSelect(value, context)]
    } else if (key === 'columns') columns ??= readNames(value, 'columns parameter')
    else if (key === 'on_conflict') onConflict ??= readNames(value, 'on_conflict parameter')
    else filter(key, value)
  }
  return {
    select: select ?? [{ kind: 'all' }],
    parts: [...parts.values()],
    columns,
    onConflict,
    arguments: functionArguments,
    expressions,
  }
}
