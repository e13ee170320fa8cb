import { fail, type Result, succeed } from '@binnacle/contract/core'
import { type Condition, unknownField, validateQuery } from './conditions.ts'
import { type Field, type Target, targetOf } from './fields.ts'
import { type Setting, settingOf } from './settings.ts'
import type { Node, QueryProblem, Span, Value } from './syntax.ts'

/** What rows are put in order by. */
export interface SortKey<Place = unknown> extends Target<Place> {
  isDescending: boolean
}

/** What a query asks for: which rows, in which order, and how many of them. */
export interface Search<Place = unknown> {
  /** undefined for all rows. */
  condition: Condition<Place> | undefined
  /** The first that differs decides. Empty where the query does not say. */
  sort: readonly SortKey<Place>[]
  limit: number | undefined
}

/** Most rows that a query can ask for, and most fields that it can sort by. */
const LARGEST_LIMIT = 1_000
const MOST_KEYS = 5

type Compare = Node & { kind: 'compare' }

function problem(span: Span, message: string): { ok: false; failure: QueryProblem } {
  return fail({ message, from: span.from, to: span.to })
}

function limitOf({ values: [value] }: Compare): Result<number, QueryProblem> {
  const limit = value !== undefined && /^\d{1,6}$/.test(value.text) ? Number(value.text) : 0
  if (value === undefined || (limit >= 1 && limit <= LARGEST_LIMIT)) return succeed(limit)
  return problem(
    value,
    `"limit" is a number from 1 to ${LARGEST_LIMIT.toLocaleString('en')}, such as limit=20.`,
  )
}

function keyOf<Place>(
  value: Value,
  fields: readonly (Field & Place)[],
): Result<SortKey<Place>, QueryProblem> {
  const isDescending = value.text.startsWith('-')
  const name = isDescending ? value.text.slice(1) : value.text
  const target = targetOf(fields, name)
  if (target === undefined) return problem(value, unknownField(fields, name))
  if (target.field.kind === 'map' && target.key === undefined)
    return problem(value, `"${name}" has no order: sort by one of its keys, such as ${name}.team.`)
  return succeed({ ...target, isDescending })
}

function sortOf<Place>(
  { values }: Compare,
  fields: readonly (Field & Place)[],
): Result<SortKey<Place>[], QueryProblem> {
  const tooMuch = values[MOST_KEYS]
  if (tooMuch !== undefined) return problem(tooMuch, `A query sorts by at most ${MOST_KEYS} fields.`)
  const keys: SortKey<Place>[] = []
  for (const value of values) {
    const key = keyOf(value, fields)
    if (!key.ok) return key
    keys.push(key.value)
  }
  return succeed(keys)
}

/** The terms at the outside of a query, all of which must hold. */
function outerTerms(node: Node | undefined): readonly Node[] {
  if (node === undefined) return []
  return node.kind === 'all' ? node.parts : [node]
}

/**
 * Validates a query by the fields of a list, with what it says of order and number: `type=http sort=-changed,name limit=20`.
 * @param node undefined for a blank query
 * @returns what is asked for, or the first thing that is wrong with it and where
 */
export function validateSearch<Place>(
  node: Node | undefined,
  fields: readonly (Field & Place)[],
): Result<Search<Place>, QueryProblem> {
  const given = new Map<Setting, Compare>()
  const conditions: Node[] = []
  for (const term of outerTerms(node)) {
    const setting = settingOf(term)
    if (setting === undefined || term.kind !== 'compare') {
      conditions.push(term)
      continue
    }
    if (given.has(setting)) return problem(term, `"${setting}" is written twice.`)
    const [, second] = term.values
    if (term.operator !== '=' || (setting === 'limit' && second !== undefined))
      return problem(term, `Write "${setting}" with = and ${setting === 'limit' ? 'one number' : 'fields'}.`)
    given.set(setting, term)
  }
  const limitTerm = given.get('limit')
  const sortTerm = given.get('sort')
  const limit = limitTerm === undefined ? succeed(undefined) : limitOf(limitTerm)
  if (!limit.ok) return limit
  const sort = sortTerm === undefined ? succeed<SortKey<Place>[]>([]) : sortOf(sortTerm, fields)
  if (!sort.ok) return sort
  const [first] = conditions
  const last = conditions.at(-1)
  if (first === undefined || last === undefined)
    return succeed({ condition: undefined, sort: sort.value, limit: limit.value })
  const whole: Node =
    conditions.length === 1 ? first : { kind: 'all', parts: conditions, from: first.from, to: last.to }
  const condition = validateQuery(whole, fields)
  return condition.ok
    ? succeed({ condition: condition.value, sort: sort.value, limit: limit.value })
    : condition
}
