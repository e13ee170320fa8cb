import { DataError } from '../errors.ts'
import type { Condition, Operation } from '../request/filters.ts'
import type { Source } from './tree.ts'

const unitMilliseconds: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/**
 * Evaluates date math: `now`, `now-20h`, `now+1d`, or a time.
 * @returns the instant in ISO 8601, or undefined if the text is neither
 */
export function evaluateDate(text: string, now: Date): string | undefined {
  const found = /^now(?:([+-])(\d{1,6})([smhdwMy]))?$/.exec(text.trim())
  if (found !== null) {
    const [, sign, amount, unit = ''] = found
    if (sign === undefined) return now.toISOString()
    const count = Number(amount) * (sign === '-' ? -1 : 1)
    const shifted = new Date(now)
    if (unit === 'M') shifted.setUTCMonth(shifted.getUTCMonth() + count)
    else if (unit === 'y') shifted.setUTCFullYear(shifted.getUTCFullYear() + count)
    else shifted.setTime(shifted.getTime() + count * (unitMilliseconds[unit] ?? 0))
    return isoOf(shifted)
  }
  return isoOf(new Date(text.trim()))
}

/** Formats a time. @returns undefined if it is invalid or out of range */
function isoOf(time: Date): string | undefined {
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

const comparisons = { '<': 'lt', '>': 'gt', '=': 'eq' } as const

function timeOperation(name: string, expression: string, now: Date): Operation {
  const [, symbol = '<', text = ''] = /^([<>=])?(.*)$/s.exec(expression.trim()) ?? []
  const value = evaluateDate(text, now)
  if (value === undefined)
    throw new DataError(400, 'PGRST100', `"failed to parse filter (${expression})" of ${name}`, {
      details: 'Write a time as now-20h, or as an ISO date, after <, > or = (< when left out).',
    })
  const operator = symbol === '>' || symbol === '=' ? comparisons[symbol] : 'lt'
  return { kind: 'compare', operator, value }
}

const timeTypes = new Set(['timestamptz', 'timestamp', 'date'])

/**
 * Converts a `COLUMN.filter` expression to conditions: a comma list of values (`a,!b,c*`), of which rows match any
 * included one and no excluded one; for times, one comparison with date math.
 * Source: the reference contract, 2.2.
 */
export function expressionConditions(
  source: Source,
  name: string,
  expression: string,
  now: Date,
): Condition[] {
  const field = { name, path: [] }
  const type = source.columns.get(name)?.baseType ?? ''
  if (timeTypes.has(type))
    return [{ kind: 'filter', field, negated: false, operation: timeOperation(name, expression, now) }]
  const included: Condition[] = []
  const excluded: Condition[] = []
  const plain: { included: string[]; excluded: string[] } = { included: [], excluded: [] }
  for (const part of expression.split(',')) {
    const item = part.trim()
    if (item === '') continue
    const negated = item.startsWith('!')
    const value = negated ? item.slice(1) : item
    if (!value.startsWith('*') && !value.endsWith('*')) {
      ;(negated ? plain.excluded : plain.included).push(value)
      continue
    }
    const operation: Operation = { kind: 'compare', operator: 'like', value }
    ;(negated ? excluded : included).push({ kind: 'filter', field, negated, operation })
  }
  const list = (values: readonly string[], negated: boolean): Condition[] =>
    values.length === 0 ? [] : [{ kind: 'filter', field, negated, operation: { kind: 'in', values } }]
  const alternatives = [...list(plain.included, false), ...included]
  return [
    ...(alternatives.length === 0
      ? []
      : [{ kind: 'logic', operator: 'or', negated: false, terms: alternatives } as const]),
    ...list(plain.excluded, true),
    ...excluded,
  ]
}
