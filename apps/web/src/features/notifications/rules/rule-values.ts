import { REQUIRED } from '@binnacle/contract/core'
import {
  conditionProblem,
  customService,
  type Flapping,
  flapping,
  furtherRecipient,
  isClosed,
  readRepeatInterval,
  readRuleDuration,
  ruleCondition,
} from '@binnacle/contract/notifications'
import { quietHours } from '@binnacle/contract/on-call'
import type { Result } from '@binnacle/contract/core'
import * as z from 'zod/mini'
import { sentList } from './sent-list.ts'

/** Kinds of recipients, as the form names them. Source: NOT-015. */
export const recipientKinds = ['person', 'team', 'others'] as const
export type RecipientKind = (typeof recipientKinds)[number]

/** The names of the fields of a recipient, which a rule and its fallback have alike. */
export const recipientFields = {
  rule: { kind: 'recipient', person: 'person_id', team: 'team_id', services: 'custom_services' },
  fallback: {
    kind: 'fallback_recipient',
    person: 'fallback_person_id',
    team: 'fallback_team_id',
    services: 'fallback_custom_services',
  },
} as const

const text = z.string()
const texts = z.array(text)
const services = z.array(customService)
/** Quiet hours while somebody enters them, valid or not. */
const typedHours = z.object({
  timeZone: text,
  hours: z.array(z.object({ days: z.array(z.number()), from: text, to: text })),
})

/** The fields of the form. */
export const ruleFields = z.object({
  name: text,
  enabled: z.boolean(),
  events: texts,
  conditions: z.array(ruleCondition),
  /** The rest of the filter, beside the conditions. */
  filter: text,
  recipient: text,
  person_id: text,
  team_id: text,
  custom_services: services,
  further_recipients: z.array(furtherRecipient),
  repeats: z.boolean(),
  repeat_interval: text,
  waits: z.boolean(),
  wait_for: text,
  group_by: texts,
  inhibit: z.boolean(),
  reminds: z.boolean(),
  reminder_interval: text,
  closes_late: z.boolean(),
  closing_delay: text,
  is_quiet: z.boolean(),
  quiet_hours: z.nullable(typedHours),
  /** `Usual`, `Custom` or `Off`. */
  flapping: text,
  flapping_changes: text,
  flapping_window: text,
  flapping_calm: text,
  escalation_policy_id: text,
  falls_back: z.boolean(),
  fallback_recipient: text,
  fallback_person_id: text,
  fallback_team_id: text,
  fallback_custom_services: services,
  fallback_delay: text,
  title: text,
  /** `Default` or `Custom`. */
  template_kind: text,
  template: text,
  properties: text,
  /** The rule as code, with its comments; empty until somebody writes code. */
  code: text,
  /** Whether the code cannot be read. The other fields then have what it said last. */
  code_broken: z.boolean(),
})

/** The names of the fields. */
export const ruleFieldNames = z.array(z.keyof(ruleFields)).parse(Object.keys(ruleFields.shape))

/** The fields that can show an error of the server. */
export const shownRuleFields = [
  'name',
  'events',
  'filter',
  'person_id',
  'team_id',
  'custom_services',
  'further_recipients',
  'escalation_policy_id',
  'repeat_interval',
  'wait_for',
  'group_by',
  'reminder_interval',
  'closing_delay',
  'quiet_hours',
  'flapping',
  'fallback_person_id',
  'fallback_team_id',
  'fallback_custom_services',
  'fallback_delay',
  'title',
  'template',
  'properties',
] as const

/** What is entered of a rule. */
export type RuleValues = z.output<typeof ruleFields>

function durationProblem(
  written: string,
  read: (text: string) => Result<unknown, string>,
): string | undefined {
  if (written.trim() === '') return REQUIRED
  const duration = read(written)
  return duration.ok ? undefined : duration.failure
}

function recipientProblem(values: RuleValues, which: keyof typeof recipientFields) {
  const { kind, person, team, services } = recipientFields[which]
  const chosen = values[kind]
  const field = chosen === 'person' ? person : chosen === 'team' ? team : services
  const isMissing = field === services ? sentList(values[services]) === null : values[field] === ''
  return isMissing ? ([field, REQUIRED] as const) : undefined
}

/** Whether the rule leaves it to its escalation policy whom it tells. */
function isPolicyAlone(values: RuleValues): boolean {
  return (
    values.escalation_policy_id !== '' && !values.falls_back && sentList(values.further_recipients) === null
  )
}

function conditionsProblem({ conditions, filter }: RuleValues) {
  const problem = conditions.map(conditionProblem).find((text) => text !== undefined)
  if (problem !== undefined) return ['conditions', problem] as const
  return conditions.length > 0 && !isClosed(filter)
    ? (['filter', 'A bracket or a quote is not closed'] as const)
    : undefined
}

function quietProblem({ is_quiet: isQuiet, quiet_hours: entered }: RuleValues): string | undefined {
  if (!isQuiet) return undefined
  const parsed = quietHours.safeParse(entered ?? {})
  return parsed.success ? undefined : (parsed.error.issues[0]?.message ?? REQUIRED)
}

/** The limits of flapping of the form; null as usual. */
export function flappingOf(values: RuleValues): Flapping | null {
  if (values.flapping === 'Off') return { off: true }
  if (values.flapping !== 'Custom') return null
  return {
    changes: Number(values.flapping_changes),
    window_minutes: Number(values.flapping_window),
    calm_minutes: Number(values.flapping_calm),
  }
}

const flappingFields = {
  changes: 'flapping_changes',
  window_minutes: 'flapping_window',
  calm_minutes: 'flapping_calm',
} as const

function flappingProblems(values: RuleValues) {
  const limits = flappingOf(values)
  if (limits === null || 'off' in limits) return []
  const { shape } = flapping.def.options[1]
  return (['changes', 'window_minutes', 'calm_minutes'] as const).map((key) => {
    const parsed = shape[key].safeParse(limits[key])
    return [flappingFields[key], parsed.success ? undefined : parsed.error.issues[0]?.message] as const
  })
}

const propertyMap = z.record(z.string(), z.string())

/** Reads the settings of messages. @returns undefined if the text is no map of texts */
export function readProperties(written: string): Record<string, string> | undefined {
  if (written.trim() === '') return {}
  try {
    const parsed = propertyMap.safeParse(JSON.parse(written))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

function problemsOf(values: RuleValues): (readonly [keyof RuleValues, string])[] {
  const problems: (readonly [keyof RuleValues, string | undefined] | undefined)[] = [
    ['events', values.events.length === 0 ? REQUIRED : undefined],
    conditionsProblem(values),
    isPolicyAlone(values) ? undefined : recipientProblem(values, 'rule'),
    [
      'repeat_interval',
      values.repeats ? durationProblem(values.repeat_interval, readRepeatInterval) : undefined,
    ],
    ['wait_for', values.waits ? durationProblem(values.wait_for, readRuleDuration) : undefined],
    [
      'reminder_interval',
      values.reminds ? durationProblem(values.reminder_interval, readRuleDuration) : undefined,
    ],
    [
      'closing_delay',
      values.closes_late ? durationProblem(values.closing_delay, readRuleDuration) : undefined,
    ],
    ['quiet_hours', quietProblem(values)],
    ...flappingProblems(values),
    values.falls_back ? recipientProblem(values, 'fallback') : undefined,
    [
      'fallback_delay',
      values.falls_back ? durationProblem(values.fallback_delay, readRuleDuration) : undefined,
    ],
    ['template', values.template_kind === 'Custom' && values.template.trim() === '' ? REQUIRED : undefined],
    [
      'properties',
      readProperties(values.properties) === undefined
        ? 'Enter an object of texts, such as {"priority": "5"}'
        : undefined,
    ],
    ['code', values.code_broken ? 'The code has an error' : undefined],
  ]
  return problems.flatMap((problem) => {
    const [field, message] = problem ?? []
    return field === undefined || message === undefined ? [] : [[field, message] as const]
  })
}

/** Validates what is entered of a rule. */
export const ruleForm = ruleFields.check(({ value, issues }) => {
  for (const [field, message] of problemsOf(value))
    issues.push({ code: 'custom', input: value[field], path: [field], message })
})

/** The form of a rule that does not exist yet. */
export const emptyRule: RuleValues = {
  name: '',
  enabled: true,
  events: [],
  conditions: [],
  filter: '',
  recipient: 'person',
  person_id: '',
  team_id: '',
  custom_services: [],
  further_recipients: [],
  repeats: true,
  repeat_interval: '1h',
  waits: false,
  wait_for: '',
  group_by: [],
  inhibit: true,
  reminds: false,
  reminder_interval: '4h',
  closes_late: false,
  closing_delay: '5m',
  is_quiet: false,
  quiet_hours: null,
  flapping: 'Usual',
  flapping_changes: '5',
  flapping_window: '15',
  flapping_calm: '10',
  escalation_policy_id: '',
  falls_back: false,
  fallback_recipient: 'person',
  fallback_person_id: '',
  fallback_team_id: '',
  fallback_custom_services: [],
  fallback_delay: '5m',
  title: '',
  template_kind: 'Default',
  template: '',
  properties: '',
  code: '',
  code_broken: false,
}
