import { fail, type Result, succeed } from '@binnacle/contract/core'
import { suggestKey } from '@binnacle/contract/search'
import { parseDuration } from '@binnacle/contract/text'
import {
  type ChoiceField,
  type Field,
  type MapField,
  type NumberField,
  type Target,
  targetOf,
  type TextField,
  type TimeField,
} from './fields.ts'
import { settingOf } from './settings.ts'
import type { Comparison, Node, QueryProblem, Span, Value } from './syntax.ts'

/** A text to compare with. In a pattern a star matches any characters. */
export interface Pattern {
  text: string
  isPattern: boolean
}

/** Units to which a moment is rounded down, by their letter. In UTC; weeks begin on Mondays. */
const roundings = { m: 'minute', h: 'hour', d: 'day', w: 'week', M: 'month', y: 'year' } as const
export type Rounding = (typeof roundings)[keyof typeof roundings]

/**
 * A moment: an instant, or an offset in milliseconds from the time at which the query runs, optionally rounded down to the
 * start of its day, week and so on.
 */
export type Moment = { instant: Date } | { fromNow: number; startOf?: Rounding }

/** A query whose fields and values were validated for a list. */
export type Condition<Place = unknown> =
  | { kind: 'all' | 'any'; parts: readonly Condition<Place>[] }
  | { kind: 'not'; part: Condition<Place> }
  | { kind: 'word'; text: string }
  | { kind: 'text'; field: TextField & Place; values: readonly Pattern[] }
  | { kind: 'choice'; field: ChoiceField & Place; values: readonly string[] }
  | { kind: 'time'; field: TimeField & Place; comparison: '<' | '<=' | '>' | '>='; at: Moment }
  | {
      kind: 'number'
      field: NumberField & Place
      comparison: '=' | '<' | '<=' | '>' | '>='
      values: readonly number[]
    }
  /** Without a key, any value of the map matches. */
  | { kind: 'map'; field: MapField & Place; key: string | undefined; values: readonly Pattern[] }
  | { kind: 'has'; field: MapField & Place; key: string }

type ValidationResult<Place> = Result<Condition<Place>, QueryProblem>

function problem(span: Span, message: string): { ok: false; failure: QueryProblem } {
  return fail({ message, from: span.from, to: span.to })
}

function patternOf({ text, quoted }: Value): Pattern {
  return { text, isPattern: !quoted && text.includes('*') }
}

/** Why a name means no field of a list. */
export function unknownField(fields: readonly Field[], name: string): string {
  const [first = ''] = name.split('.')
  const near = suggestKey(
    first,
    fields.map((field) => field.name),
  )
  const instead =
    near === undefined
      ? `choose one of ${fields.map((field) => field.name).join(', ')}.`
      : `did you mean "${near}"?`
  return `The field "${name}" is not supported here: ${instead} Quotes make it a text to search for.`
}

const dayPattern = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/
const relativePattern = /^now(?:([+-])([^/]+))?(?:\/(.*))?$/i
const EARLIEST = Date.UTC(1, 0, 1)
const LATEST = Date.UTC(9999, 0, 1)
/** Most milliseconds from now in either direction: a hundred years. */
const FARTHEST = 36_525 * 86_400_000

function isRounding(letter: string): letter is keyof typeof roundings {
  return Object.hasOwn(roundings, letter)
}

/** Parses `now`, `now-1d`, `now-1d/d` (the start of that day in UTC), `2026-11-22` or a date with time and zone. */
function momentOf(text: string): Moment | undefined {
  const relative = relativePattern.exec(text)
  if (relative !== null) {
    const duration = parseDuration(relative[2] ?? '0s')
    if (!duration.ok || duration.value > FARTHEST) return undefined
    const fromNow = relative[1] === '-' ? -duration.value : duration.value
    const letter = relative[3]
    if (letter === undefined) return { fromNow }
    return isRounding(letter) ? { fromNow, startOf: roundings[letter] } : undefined
  }
  const time = dayPattern.test(text) ? Date.parse(text) : Number.NaN
  return time >= EARLIEST && time <= LATEST ? { instant: new Date(time) } : undefined
}

function validateTime<Place>(
  node: Span & { name: string },
  field: TimeField & Place,
  comparison: Comparison,
  values: readonly Value[],
): ValidationResult<Place> {
  const [value, second] = values
  if (comparison === '=' || comparison === '!=' || value === undefined || second !== undefined)
    return problem(
      node,
      `"${field.name}" is a time: compare it with one value and <, <=, > or >=, such as ${field.name}>now-1d.`,
    )
  const at = momentOf(value.text)
  return at === undefined
    ? problem(
        value,
        `"${value.text}" is not a time: write it as now-1d, now/d, 2026-11-22 or 2026-11-22T13:00Z.`,
      )
    : succeed({ kind: 'time', field, comparison, at })
}

function validateNumber<Place>(
  node: Span & { name: string },
  field: NumberField & Place,
  comparison: Comparison,
  values: readonly Value[],
): ValidationResult<Place> {
  const wrong = values.find(({ text }) => text.trim() === '' || !Number.isFinite(Number(text)))
  if (wrong !== undefined)
    return problem(wrong, `"${wrong.text}" is not a number, as "${field.name}" is one.`)
  const numbers = values.map(({ text }) => Number(text))
  if (comparison === '=' || comparison === '!=') {
    const equal: Condition<Place> = { kind: 'number', field, comparison: '=', values: numbers }
    return succeed(comparison === '=' ? equal : { kind: 'not', part: equal })
  }
  return numbers.length === 1
    ? succeed({ kind: 'number', field, comparison, values: numbers })
    : problem(node, `Compare "${field.name}" with one number, such as ${field.name}>10.`)
}

function validateChoice<Place>(
  field: ChoiceField & Place,
  values: readonly Value[],
): ValidationResult<Place> {
  const wrong = values.find((value) => !field.values.includes(value.text.toLowerCase()))
  return wrong === undefined
    ? succeed({ kind: 'choice', field, values: values.map((value) => value.text.toLowerCase()) })
    : problem(wrong, `"${field.name}" is never "${wrong.text}": choose one of ${field.values.join(', ')}.`)
}

function validateEqual<Place>(
  node: Span & { name: string },
  { field, key }: Target<Place>,
  values: readonly Value[],
): ValidationResult<Place> {
  if (field.kind === 'choice') return validateChoice(field, values)
  const patterns = values.map(patternOf)
  if (field.kind === 'map')
    return key === undefined && field.keyed === true
      ? problem(node, `Compare one key of "${node.name}", such as ${node.name}.team=web.`)
      : succeed({ kind: 'map', field, key, values: patterns })
  if (field.kind === 'text') return succeed({ kind: 'text', field, values: patterns })
  throw new TypeError(`${field.name} is compared elsewhere`)
}

function validateComparison<Place>(
  node: Node & { kind: 'compare' },
  fields: readonly (Field & Place)[],
): ValidationResult<Place> {
  if (settingOf(node) !== undefined)
    return problem(
      node,
      `"${node.name}" applies to the whole query: write it outside of brackets, without - and not next to |.`,
    )
  const target = targetOf(fields, node.name)
  if (target === undefined)
    return node.operator === ':'
      ? succeed({ kind: 'word', text: `${node.name}:${node.values.map((value) => value.text).join(',')}` })
      : problem({ from: node.from, to: node.from + node.name.length }, unknownField(fields, node.name))
  const comparison = node.operator === ':' ? '=' : node.operator
  const { field } = target
  if (field.kind === 'time') return validateTime(node, field, comparison, node.values)
  if (field.kind === 'number') return validateNumber(node, field, comparison, node.values)
  if (comparison !== '=' && comparison !== '!=')
    return problem(node, `"${node.name}" has no order: compare it with = or !=.`)
  const equal = validateEqual(node, target, node.values)
  if (!equal.ok || comparison === '=') return equal
  return succeed({ kind: 'not', part: equal.value })
}

/**
 * Validates a query against the fields of a list.
 * @returns the condition, or the first problem with its position
 */
export function validateQuery<Place>(
  node: Node,
  fields: readonly (Field & Place)[],
): ValidationResult<Place> {
  switch (node.kind) {
    case 'all':
    case 'any': {
      const parts: Condition<Place>[] = []
      for (const part of node.parts) {
        const validated = validateQuery(part, fields)
        if (!validated.ok) return validated
        parts.push(validated.value)
      }
      return succeed({ kind: node.kind, parts })
    }
    case 'not': {
      const validated = validateQuery(node.part, fields)
      return validated.ok ? succeed({ kind: 'not', part: validated.value }) : validated
    }
    case 'word':
      return succeed({ kind: 'word', text: node.value.text })
    case 'has': {
      const target = targetOf(fields, node.name)
      return target?.field.kind === 'map' && target.key !== undefined
        ? succeed({ kind: 'has', field: target.field, key: target.key })
        : succeed({ kind: 'word', text: node.name })
    }
    default:
      return validateComparison(node, fields)
  }
}
