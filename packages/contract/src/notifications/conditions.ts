// The conditions of a rule are stored as the CEL of its filter alone, which every client reads. The form finds them again
// in the text that it wrote, and shows everything else as CEL.
import * as z from 'zod/mini'
import { severities } from '../health/severity.ts'
import { inBrackets, outOfBrackets } from './cel-text.ts'

/** What conditions ask of a resource. */
export const conditionFields = ['severity', 'label', 'name', 'type', 'namespace'] as const
export type ConditionField = (typeof conditionFields)[number]

export const conditionOperators = ['is', 'is not', 'contains'] as const
export type ConditionOperator = (typeof conditionOperators)[number]

/** A condition: the field is, is not, or contains one of the values. */
export const ruleCondition = z.object({
  field: z.enum(conditionFields),
  /** Name of the label. Empty for other fields. */
  label: z.string(),
  operator: z.enum(conditionOperators),
  values: z.array(z.string()),
})
export type RuleCondition = z.output<typeof ruleCondition>

const variables: Readonly<Record<Exclude<ConditionField, 'label'>, string>> = {
  severity: 'severity',
  name: 'resource.name',
  type: 'resource.type',
  namespace: 'resource.namespace',
}

/** CEL has the escapes of JSON, but no lone surrogates. */
const literal = (text: string): string => JSON.stringify(text.toWellFormed())

function comparison(variable: string, operator: ConditionOperator, values: readonly string[]): string {
  const [first = ''] = values
  if (operator === 'contains') {
    const parts = values.map((value) => `${variable}.contains(${literal(value)})`)
    return parts.length === 1 ? (parts[0] ?? '') : inBrackets(parts.join(' || '))
  }
  return values.length === 1
    ? `${variable} == ${literal(first)}`
    : `${variable} in [${values.map(literal).join(', ')}]`
}

/** A condition in CEL. A resource without the label does not have the value. */
function written({ field, label, operator, values }: RuleCondition): string {
  const variable = field === 'label' ? `labels[${literal(label)}]` : variables[field]
  const compared = comparison(variable, operator, values)
  const whole = field === 'label' ? inBrackets(`${literal(label)} in labels && ${compared}`) : compared
  if (operator !== 'is not') return whole
  return field === 'label' ? `!${whole}` : `!${inBrackets(whole)}`
}

/** Whether a condition says something. */
function isWhole({ field, label, values }: RuleCondition): boolean {
  return values.length > 0 && (field !== 'label' || label !== '')
}

/**
 * Writes conditions and an expression that must all be true as one filter.
 * @param expression CEL; empty for none
 */
export function writeConditions(conditions: readonly RuleCondition[], expression: string): string {
  const parts = conditions.filter(isWhole).map(written)
  const rest = expression.trim()
  if (parts.length === 0) return rest
  return [...parts, ...(rest === '' ? [] : [inBrackets(rest)])].join(' && ')
}

/** A longer filter is shown as CEL alone. */
const LONGEST_CONDITIONS = 20_000

const TEXT = String.raw`"(?:[^"\\\n]|\\.)*"`
const VARIABLE = String.raw`severity|resource\.name|resource\.type|resource\.namespace|labels\[${TEXT}\]`
const CONTAINS = String.raw`(?:${VARIABLE})\.contains\(${TEXT}\)`
const COMPARED = String.raw`(?:${VARIABLE}) == ${TEXT}|(?:${VARIABLE}) in \[${TEXT}(?:, ${TEXT})*\]|${CONTAINS}|\(${CONTAINS}(?: \|\| ${CONTAINS})+\)`
// linear by construction: it is sticky, and each of its parts can be read in one way only
const one = new RegExp(
  String.raw`(?:!\((?:${COMPARED})\)|!?\(${TEXT} in labels && (?:${COMPARED})\)|${COMPARED})(?= && |$)`,
  'y',
)
// A text without end is taken too, so the search never begins again inside of it.
const texts = /"(?:[^"\\\n]|\\.)*"?/g

function parsed(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** The condition that a text is; undefined if the form would write it otherwise. */
function conditionOf(text: string): RuleCondition | undefined {
  const found = [...text.matchAll(texts)].flatMap(([each]) => parsed(each) ?? [])
  const [, variable] = /^[!(]*(severity|resource\.\w+)/.exec(text) ?? []
  const named = conditionFields.find((each) => each !== 'label' && variables[each] === variable)
  const field = /^!?\("/.test(text) ? 'label' : named
  if (field === undefined) return undefined
  const operator = text.startsWith('!') ? 'is not' : text.includes('.contains(') ? 'contains' : 'is'
  const label = field === 'label' ? (found[0] ?? '') : ''
  // The name of the label is before each of its comparisons.
  const compared = field === 'label' ? found.slice(1) : found
  const isNamedOften = operator === 'contains' || !text.includes('] in [')
  const values =
    field !== 'label' ? compared : compared.filter((_, place) => (isNamedOften ? place % 2 === 1 : place > 0))
  const condition: RuleCondition = { field, label, operator, values }
  return written(condition) === text ? condition : undefined
}

/** Finds the conditions of a filter. What is none of them is the expression. */
export function readConditions(filter: string): { conditions: RuleCondition[]; expression: string } {
  const whole = { conditions: [], expression: filter }
  const conditions: RuleCondition[] = []
  let at = 0
  if (filter.length > LONGEST_CONDITIONS) return whole
  while (at < filter.length) {
    one.lastIndex = at
    const found = one.exec(filter)
    const condition = found === null ? undefined : conditionOf(found[0])
    if (found === null || condition === undefined) {
      const expression = conditions.length === 0 ? undefined : outOfBrackets(filter.slice(at))
      return expression === undefined ? whole : { conditions, expression }
    }
    conditions.push(condition)
    at += found[0].length
    if (filter.startsWith(' && ', at)) at += ' && '.length
  }
  return { conditions, expression: '' }
}

/** What a condition lacks. */
export function conditionProblem(condition: RuleCondition): string | undefined {
  if (isWhole(condition)) return undefined
  return condition.field === 'label' && condition.label === ''
    ? 'Enter the name of the label'
    : 'Enter a value'
}

/** Values that are offered for a field. */
export const conditionChoices: Readonly<Partial<Record<ConditionField, readonly string[]>>> = {
  severity: severities.toReversed(),
}
