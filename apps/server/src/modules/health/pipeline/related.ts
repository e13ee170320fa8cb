import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { CommonCheckSpec } from '@binnacle/plugin-kit/checks'
import type { Json } from '@binnacle/plugin-kit/core'
import type { RelatedSelector } from '../ports.ts'

type Relationships = NonNullable<CommonCheckSpec['relationships']>
type Template = NonNullable<Relationships['components']>[number]

/** What the check of one result belongs to. */
export interface RelatedThings {
  components: readonly RelatedSelector[]
  configs: readonly RelatedSelector[]
}

/** A result as the expressions of relationships see it. Source: section 1.9 of the reference. */
export interface RelatedResult {
  name: string
  type: string
  namespace: string
  labels: Readonly<Record<string, string>>
  pass: boolean
  message: string
  error: string
  /** Milliseconds */
  duration: number
  data: Readonly<Record<string, Json>>
}

/** Runs an expression with the variable `result`. */
export type RelatedExpression = (source: string, result: RelatedResult) => Promise<Result<string, string>>

const fields = ['id', 'external_id', 'name', 'namespace', 'type', 'agent', 'scope'] as const
/** Characters of a value. A longer one names nothing. */
const LONGEST_VALUE = 1_024
/** Characters of all selectors of a check: what it belongs to is read together with that of all other checks. */
const MOST_CHARACTERS = 8_000

/** Whether something that the database stores can have this name. */
const isName = (value: string): boolean =>
  value !== '' && value.length <= LONGEST_VALUE && value.isWellFormed() && !value.includes('\0')

/** @returns undefined where a field has no value, so that the selector matches nothing */
async function selectorOf(
  template: Template,
  result: RelatedResult,
  evaluate: RelatedExpression,
): Promise<Result<RelatedSelector | undefined, string>> {
  const { labels } = template
  const selector: RelatedSelector = labels === undefined ? {} : { labels }
  for (const field of fields) {
    const lookup = template[field]
    if (lookup === undefined) continue
    const { value, label, expr } = lookup
    const found =
      expr === undefined
        ? succeed(label === undefined ? (value ?? '') : (result.labels[label] ?? ''))
        : await evaluate(expr, result)
    if (!found.ok) return fail(`${field}: ${found.failure}`)
    if (!isName(found.value)) return succeed(undefined)
    selector[field] = found.value
  }
  return succeed(selector)
}

/**
 * Fills in the selectors of a check with the values of one of its results.
 * @returns why an expression failed, if one did
 */
export async function relatedOf(
  { components = [], configs = [] }: Relationships,
  result: RelatedResult,
  evaluate: RelatedExpression,
): Promise<Result<RelatedThings, string>> {
  const filled: Record<keyof RelatedThings, RelatedSelector[]> = { components: [], configs: [] }
  for (const [kind, templates] of [
    ['components', components],
    ['configs', configs],
  ] as const)
    for (const [index, template] of templates.entries()) {
      const selector = await selectorOf(template, result, evaluate)
      if (!selector.ok) return fail(`relationships.${kind}[${index}].${selector.failure}`)
      if (selector.value !== undefined) filled[kind].push(selector.value)
    }
  return JSON.stringify(filled).length > MOST_CHARACTERS
    ? fail(`relationships: their values have more than ${MOST_CHARACTERS} characters`)
    : succeed(filled)
}
