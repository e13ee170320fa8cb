import { fail, type Result, succeed } from '@binnacle/contract/core'
import { RE2JS } from 're2js'
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

function selectionOf({ name, value, isRegex, isEqual }: Matcher): Selection {
  if (!isRegex) return (labels) => (valueOf(labels, name) === value) === isEqual
  // This engine takes linear time for every expression.
  const expression = RE2JS.compile(value, RE2JS.DOTALL)
  return (labels) => expression.matches(valueOf(labels, name)) === isEqual
}

/** The labels that all selected alerts have, for the database to look only at those. */
export function labelsOf(matchers: readonly Matcher[]): Labels {
  const given = matchers.filter(({ isRegex, isEqual, value }) => !isRegex && isEqual && value !== '')
  return Object.fromEntries(given.map(({ name, value }) => [name, value]))
}

/** Makes a test of matchers that all have to hold. Regular expressions match whole values. */
export function selectBy(matchers: readonly Matcher[]): Result<Selection, string> {
  try {
    const selections = matchers.map((matcher) => selectionOf(matcher))
    return succeed((labels) => selections.every((selects) => selects(labels)))
  } catch (error) {
    return fail(`bad regular expression: ${error instanceof Error ? error.message : String(error)}`)
  }
}
