import { setImmediate } from 'node:timers/promises'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { compilePatterns, type ForeignPattern, POINT_IS_ANY } from '@binnacle/contract/patterns'
import { RequestError } from '../../platform/errors.ts'
import type { Labels } from './fingerprint.ts'

/** A condition on one label. */
export interface Matcher {
  name: string
  value: string
  isRegex: boolean
  isEqual: boolean
}

const LONGEST = 4_096
const operators = {
  '=~': [true, true],
  '!~': [true, false],
  '!=': [false, false],
  '=': [false, true],
} as const

const quoted = String.raw`"(?:[^"\\]|\\[\s\S])*"`
/** One matcher: a name, an operator, and a value with or without quotes. What follows is left. */
const pattern = new RegExp(
  String.raw`^\s*([^\s"'=!~{},]+|${quoted})\s*(=~|!~|!=|=)(\s*${quoted}\s*|[^"{},]*)(?:,|$)`,
)
const escapes: Readonly<Record<string, string>> = { n: '\n', '"': '"', '\\': '\\' }

function unquote(text: string): string {
  if (!text.startsWith('"')) return text
  return text.slice(1, -1).replaceAll(/\\([\s\S])/g, (whole, escaped: string) => escapes[escaped] ?? whole)
}

function isOperator(text: string): text is keyof typeof operators {
  return Object.hasOwn(operators, text)
}

/** Parses matchers as Alertmanager writes them, such as `{alertname="Down", instance=~"web.*"}` or one of them. */
export function parseMatchers(text: string): Result<Matcher[], string> {
  const trimmed = text.trim()
  if (trimmed.length > LONGEST) return fail(`a matcher may have ${LONGEST} characters`)
  const matchers: Matcher[] = []
  const isSet = trimmed.startsWith('{') && trimmed.endsWith('}')
  let rest = isSet ? trimmed.slice(1, -1).trim() : trimmed
  while (rest !== '') {
    const [whole, name = '', operator = '', value = ''] = pattern.exec(rest) ?? []
    if (whole === undefined || !isOperator(operator)) return fail(`bad matcher format: ${trimmed}`)
    const [isRegex, isEqual] = operators[operator]
    matchers.push({ name: unquote(name), value: unquote(value.trim()), isRegex, isEqual })
    rest = rest.slice(whole.length).trim()
  }
  return matchers.length === 0 && !isSet ? fail('bad matcher format: the text is empty') : succeed(matchers)
}

/** Whether labels meet conditions. A label that is missing counts as an empty one. */
export type Selection = (labels: Labels) => boolean

/** The value of a label, which may have the name of something that every object has. */
function valueOf(labels: Labels, name: string): string {
  return (Object.hasOwn(labels, name) ? labels[name] : undefined) ?? ''
}

function selectionOf({ name, value, isEqual }: Matcher, expression: ForeignPattern | undefined): Selection {
  if (expression === undefined) return (labels) => (valueOf(labels, name) === value) === isEqual
  return (labels) => expression.matches(valueOf(labels, name)) === isEqual
}

/** The labels that all selected alerts have, for the database to look only at those. */
export function labelsOf(matchers: readonly Matcher[]): Labels {
  const given = matchers.filter(({ isRegex, isEqual, value }) => !isRegex && isEqual && value !== '')
  return Object.fromEntries(given.map(({ name, value }) => [name, value]))
}

/** Most parts of the automata of all expressions that are matched together. Larger ones take long to make and to run. */
const LARGEST = 5_000

/** How long a selection holds up others at most, in milliseconds. */
const TURN = 5

/** Milliseconds that the selections of one request may work: each alert may cost ten with the largest expressions. */
const LONGEST_SELECTION = 2_000

/** What the selections of one request may still cost. */
export interface SelectionBudget {
  milliseconds: number
}

/** Makes what one request may spend. */
export function selectionBudget(): SelectionBudget {
  return { milliseconds: LONGEST_SELECTION }
}

/**
 * Selects by labels, and gives others a turn in between.
 * @throws RequestError if it costs more than the budget has
 */
export async function selectInTurns<Item>(
  items: readonly Item[],
  selects: (item: Item) => boolean,
  budget: SelectionBudget,
): Promise<Item[]> {
  const selected: Item[] = []
  let began = performance.now()
  for (const item of items) {
    if (selects(item)) selected.push(item)
    const worked = performance.now() - began
    if (worked < TURN) continue
    budget.milliseconds -= worked
    if (budget.milliseconds < 0) {
      const message = 'The filters take too long; make their regular expressions smaller'
      throw new RequestError('EINVALID', message, [{ path: 'filter', message }])
    }
    await setImmediate()
    began = performance.now()
  }
  return selected
}

/** Makes a test of matchers that all have to hold. Regular expressions match whole values. */
export function selectBy(matchers: readonly Matcher[]): Result<Selection, string> {
  const sources = matchers.filter(({ isRegex }) => isRegex).map(({ value }) => value)
  const compiled = compilePatterns(sources, { flags: POINT_IS_ANY, most: LARGEST })
  if (!compiled.ok) return fail(`bad regular expression: ${compiled.failure.message}`)
  const expressions = compiled.value.values()
  const selections = matchers.map((matcher) =>
    selectionOf(matcher, matcher.isRegex ? expressions.next().value : undefined),
  )
  return succeed((labels) => selections.every((selects) => selects(labels)))
}
