import { notifiableEvents } from '@binnacle/contract/kinds'
import { customService, flapping, furtherRecipient } from '@binnacle/contract/notifications'
import { quietHours } from '@binnacle/contract/on-call'
import { formatPath, propertiesOf, type SchemaNode, valueKindOf } from '@binnacle/contract/schema'
import { type Document, isMap, isNode, isScalar, isSeq, stringify } from 'yaml'
import * as z from 'zod/mini'
import { openSpec, validTextOf, withValue } from '../../../application/spec-editor/spec-document.ts'
import { flappingOf, readProperties, recipientFields, ruleForm, type RuleValues } from './rule-values.ts'
import { sentList } from './sent-list.ts'
import { filterOf, valuesOfTexts } from './rule-change.ts'
import { ruleSchema } from './rule-schema.ts'

const text = z.optional(z.nullable(z.string()))
const services = z.optional(z.nullable(z.array(z.strictObject(customService.shape))))

/** A rule as code. Its keys are those of the API; durations are texts. */
const ruleCode = z.strictObject({
  name: text,
  enabled: z.optional(z.nullable(z.boolean())),
  events: z.optional(z.nullable(z.array(z.enum(notifiableEvents)))),
  filter: text,
  person_id: text,
  team_id: text,
  custom_services: services,
  further_recipients: z.optional(z.nullable(z.array(furtherRecipient))),
  repeat_interval: text,
  wait_for: text,
  group_by: z.optional(z.nullable(z.array(z.string()))),
  inhibit: z.optional(z.nullable(z.boolean())),
  reminder_interval: text,
  closing_delay: text,
  quiet_hours: z.optional(z.nullable(quietHours)),
  flapping: z.optional(z.nullable(flapping)),
  escalation_policy_id: text,
  fallback_person_id: text,
  fallback_team_id: text,
  fallback_custom_services: services,
  fallback_delay: text,
  title: text,
  template: text,
  properties: z.optional(z.nullable(z.record(z.string(), z.string()))),
})
type RuleCode = z.output<typeof ruleCode>

const explained: Readonly<Record<string, SchemaNode>> = ruleSchema.properties

/** Schema that the code editor suggests from, with the words of the form. */
export const ruleCodeSchema: SchemaNode = {
  type: 'object',
  properties: Object.fromEntries(
    propertiesOf(z.toJSONSchema(ruleCode)).map(([key, node]) => {
      const { title, description } = explained[key] ?? {}
      return [key, { ...node, title, description }]
    }),
  ),
}

/** A problem of the code with its key and place. */
export interface RuleProblem {
  path: string
  message: string
  line: number
  column: number
}

const recipientKeys = {
  rule: ['person_id', 'team_id', 'custom_services'],
  fallback: ['fallback_person_id', 'fallback_team_id', 'fallback_custom_services'],
} as const

function recipientCode(values: RuleValues, which: keyof typeof recipientFields): RuleCode {
  const fields = recipientFields[which]
  const [person, team, others] = recipientKeys[which]
  if (values[fields.kind] === 'person') return { [person]: values[fields.person] }
  if (values[fields.kind] === 'team') return { [team]: values[fields.team] }
  return { [others]: values[fields.services] }
}

/** The form as code. What is entered by half stays as it is, so that nothing is lost on the way. */
function codeOf(values: RuleValues): Record<string, unknown> {
  const properties = readProperties(values.properties) ?? values.properties
  const filter = filterOf(values)
  const further = sentList(values.further_recipients)
  const flaps = flappingOf(values)
  return {
    ...(values.name === '' ? {} : { name: values.name }),
    enabled: values.enabled,
    events: values.events,
    ...(filter === '' ? {} : { filter }),
    ...recipientCode(values, 'rule'),
    ...(further === null ? {} : { further_recipients: further }),
    ...(values.repeats ? { repeat_interval: values.repeat_interval } : {}),
    ...(values.waits ? { wait_for: values.wait_for } : {}),
    ...(values.group_by.length === 0 ? {} : { group_by: values.group_by }),
    inhibit: values.inhibit,
    ...(values.reminds ? { reminder_interval: values.reminder_interval } : {}),
    ...(values.closes_late ? { closing_delay: values.closing_delay } : {}),
    ...(values.is_quiet ? { quiet_hours: quietHours.safeParse(values.quiet_hours).data ?? {} } : {}),
    ...(flaps === null ? {} : { flapping: flaps }),
    ...(values.escalation_policy_id === '' ? {} : { escalation_policy_id: values.escalation_policy_id }),
    ...(values.falls_back
      ? { ...recipientCode(values, 'fallback'), fallback_delay: values.fallback_delay }
      : {}),
    ...(values.title === '' ? {} : { title: values.title }),
    ...(values.template_kind === 'Custom' ? { template: values.template } : {}),
    ...(values.properties.trim() === '' ? {} : { properties }),
  }
}

/** Finds a key of the code, or the nearest key around it. */
function placeOf(document: Document, source: string, path: readonly PropertyKey[]) {
  const parts = path.map((part) => (typeof part === 'number' ? part : String(part)))
  for (let depth = parts.length; depth > 0; depth -= 1) {
    const parent = depth === 1 ? document.contents : document.getIn(parts.slice(0, depth - 1), true)
    const part = parts[depth - 1]
    const node = isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && key.value === part)?.key
      : isSeq(parent)
        ? parent.items[Number(part)]
        : undefined
    const offset = isNode(node) ? node.range?.[0] : undefined
    if (offset === undefined) continue
    const before = source.slice(0, offset).split('\n')
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
  }
  return { line: 1, column: 1 }
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `Write ${valueKindOf(issue.expected)}`
  if (issue.code === 'invalid_value') return `Write one of ${issue.values.join(', ')}`
  return issue.message
}

/** An unknown key is a problem at the key, not at what contains it. */
function issuesOf(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string }[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'There is no such key' }))
  return [{ path: [...issue.path], message: messageOf(issue) }]
}

/** A rule names one recipient. The code can name more, which the form cannot show. */
function surplusRecipients(code: RuleCode): { path: string[]; message: string }[] {
  return Object.values(recipientKeys).flatMap((keys) => {
    const [, ...surplus] = keys.filter((key) => code[key] !== undefined && code[key] !== null)
    return surplus.map((key) => ({ path: [key], message: `Name only one of ${keys.join(', ')}` }))
  })
}

/** Reads code. @returns the form of it, or why it cannot be read */
export function readRuleCode(source: string): { values: RuleValues } | { problems: RuleProblem[] } {
  const { broken, document, value } = openSpec(source)
  if (broken !== undefined) return { problems: broken.problems.map((problem) => ({ path: '', ...problem })) }
  const parsed = ruleCode.safeParse(value)
  const issues = parsed.success ? surplusRecipients(parsed.data) : parsed.error.issues.flatMap(issuesOf)
  if (parsed.success && issues.length === 0) return { values: valuesOfTexts(parsed.data) }
  return {
    problems: issues.map(({ path, message }) => ({
      path: formatPath(path),
      message,
      ...placeOf(document, source, path),
    })),
  }
}

/** Writes a form as new code. */
function freshCode(values: RuleValues): string {
  return stringify(codeOf(values), { lineWidth: 0 })
}

/** The code of a form. Keys that the form did not change stay as they were written, with their comments. */
export function ruleCodeText(values: RuleValues): string {
  if (values.code === '') return freshCode(values)
  if (values.code_broken) return values.code
  const written = readRuleCode(values.code)
  if ('problems' in written) return values.code
  const before = codeOf(written.values)
  const after = codeOf(values)
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  if (changed.length === 0) return values.code
  return validTextOf(
    changed.reduce((state, key) => withValue(state, [key], after[key]), openSpec(values.code)),
  )
}

/** The form after an edit of the code. Code that cannot be read leaves the other fields as they are. */
export function withRuleCode(values: RuleValues, source: string): RuleValues {
  const read = readRuleCode(source)
  if ('problems' in read) return { ...values, code: source, code_broken: true }
  // The same text as the form writes is no change.
  return { ...read.values, code: source === freshCode(read.values) ? '' : source }
}

const keysOfFields: Readonly<Record<string, string>> = {
  conditions: 'filter',
  flapping_changes: 'flapping',
  flapping_window: 'flapping',
  flapping_calm: 'flapping',
}

/**
 * The problems of a form at their keys in its code.
 * @param refusals what the server refused, by field
 */
export function ruleProblems(
  values: RuleValues,
  source: string,
  refusals: Readonly<Record<string, string | undefined>>,
): RuleProblem[] {
  const read = readRuleCode(source)
  if ('problems' in read) return read.problems
  const { document } = openSpec(source)
  const found = new Map(
    Object.entries(refusals).flatMap(([field, message]) =>
      message === undefined ? [] : [[field, message] as const],
    ),
  )
  for (const { path, message } of ruleForm.safeParse(values).error?.issues ?? [])
    found.set(String(path[0]), message)
  return [...found].map(([field, message]) => {
    const key = keysOfFields[field] ?? field
    return { path: key, message, ...placeOf(document, source, [key]) }
  })
}
