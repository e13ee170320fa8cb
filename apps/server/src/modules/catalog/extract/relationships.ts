import { type Result, succeed } from '@binnacle/contract/core'
import { isRecord } from '@binnacle/plugin-kit/core'
import type { ItemReference, LookupSpec, RelationshipSpec } from '@binnacle/plugin-kit/scrapers'
import type { EdgeInput } from '../store/input.ts'
import { scalarText } from './documents.ts'
import { type Draft, labelOf, scriptVariables } from './draft.ts'
import type { RuleLog } from './rules.ts'
import type { Scripting, Variables } from './scripting.ts'

const fields = ['id', 'external_id', 'name', 'namespace', 'type', 'agent', 'scope'] as const

/** What an item must have for a rule to relate it. */
type ItemCriteria = Partial<Record<(typeof fields)[number], string>> & { labels?: Record<string, string> }

async function lookUp(
  { value, label, expr }: LookupSpec,
  draft: Draft,
  scripting: Scripting,
  variables: Variables,
): Promise<Result<string | undefined, string>> {
  if (value !== undefined) return succeed(value === '' ? undefined : value)
  if (label !== undefined) return succeed(draft.labels[label])
  const found = await scripting.value(expr ?? '', variables)
  return found.ok ? succeed(scalarText(found.value)) : found
}

function textsOf(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, text]) => {
      const scalar = scalarText(text)
      return scalar === undefined ? [] : [[key, scalar]]
    }),
  )
}

/** The selectors that an expression gives. */
function criteriaOf(value: unknown): ItemCriteria[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter(isRecord).map((one) => ({
    ...Object.fromEntries(
      fields.flatMap((field) => {
        const text = scalarText(one[field])
        return text === undefined ? [] : [[field, text]]
      }),
    ),
    ...(one['labels'] === undefined && one['tags'] === undefined
      ? {}
      : { labels: textsOf(one['labels'] ?? one['tags']) }),
  }))
}

async function wantedBy(
  rule: RelationshipSpec,
  draft: Draft,
  scripting: Scripting,
  variables: Variables,
): Promise<Result<ItemCriteria[], string>> {
  if (rule.expr !== undefined) {
    const found = await scripting.value(rule.expr, variables)
    return found.ok ? succeed(criteriaOf(found.value)) : found
  }
  const criteria: ItemCriteria = rule.labels === undefined ? {} : { labels: rule.labels }
  for (const field of fields) {
    const lookup = rule[field]
    if (lookup === undefined) continue
    const text = await lookUp(lookup, draft, scripting, variables)
    if (!text.ok) return text
    // Nothing is no wildcard: the rule then says nothing of this item.
    if (text.value === undefined) return succeed([])
    criteria[field] = text.value
  }
  return succeed([criteria])
}

function isEmpty({ scope: _scope, agent: _agent, labels = {}, ...rest }: ItemCriteria): boolean {
  return Object.keys(rest).length === 0 && Object.keys(labels).length === 0
}

function edgeOf(
  criteria: ItemCriteria,
  { parent = false, relation }: RelationshipSpec,
  by: string,
): EdgeInput {
  const { id, external_id: externalId, scope, ...rest } = criteria
  return {
    ...rest,
    externalId: id ?? externalId ?? '',
    by,
    ...(relation === undefined ? {} : { relation }),
    ...(parent ? { incoming: true } : {}),
    ...(scope === undefined ? {} : { scraper: scope }),
  }
}

/** The edges that the rules of a spec say an item has, and the parents among them. */
export async function relationshipsOf(
  draft: Draft,
  rules: readonly RelationshipSpec[],
  scripting: Scripting,
  log: RuleLog,
): Promise<{ related: EdgeInput[]; parents: ItemReference[] }> {
  const related: EdgeInput[] = []
  const parents: ItemReference[] = []
  const variables = scriptVariables(draft)
  for (const [index, rule] of rules.entries()) {
    const name = `transform.relationship[${index}]`
    const applies = rule.filter === undefined ? undefined : await scripting.isTrue(rule.filter, variables)
    if (applies?.ok === false) log.fail(name, `filter: ${applies.failure}`)
    if (applies !== undefined && !(applies.ok && applies.value)) continue
    const criteria = await wantedBy(rule, draft, scripting, variables)
    if (!criteria.ok) {
      log.fail(name, criteria.failure)
      continue
    }
    for (const one of criteria.value.filter((selector) => !isEmpty(selector))) {
      const edge = edgeOf(one, rule, String(index))
      log.hit(name, labelOf(draft))
      related.push(edge)
      if (rule.parent === true && edge.externalId !== '')
        parents.push({ externalId: edge.externalId, ...(one.type === undefined ? {} : { type: one.type }) })
    }
  }
  return { related, parents }
}
