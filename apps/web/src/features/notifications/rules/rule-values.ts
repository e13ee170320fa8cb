import {
  customService,
  type CustomService,
  formatNanoseconds,
  type NotificationRule,
  notifiableEvents,
  readRepeatInterval,
  readRuleDuration,
} from '@binnacle/contract/notifications'
import type { Result } from '@binnacle/contract/core'
import { REQUIRED } from '@binnacle/ui/schema-form'
import * as z from 'zod/mini'
import { joinTexts, splitTexts } from '../../../application/forms/texts.ts'
import type { RuleChange } from './queries.ts'

/** Kinds of recipients, as the form names them. Source: NOT-015. */
export const recipientKinds = ['person', 'team', 'others'] as const
export type RecipientKind = (typeof recipientKinds)[number]

/** The names of the fields of a recipient, which a rule and its fallback have alike. */
export const recipientFields = {
  rule: { kind: 'recipient', person: 'person_id', team: 'team_id', connection: 'connection' },
  fallback: {
    kind: 'fallback_recipient',
    person: 'fallback_person_id',
    team: 'fallback_team_id',
    connection: 'fallback_connection',
  },
} as const

const text = z.string()

/** The fields of the form. */
export const ruleFields = z.object({
  name: text,
  enabled: z.boolean(),
  events: text,
  filter: text,
  recipient: text,
  person_id: text,
  team_id: text,
  connection: text,
  /** The services as they were opened or written, as JSON, because the form shows one connection only. */
  services: text,
  repeats: z.boolean(),
  repeat_interval: text,
  waits: z.boolean(),
  wait_for: text,
  group_by: text,
  inhibit: z.boolean(),
  escalation_policy_id: z.string(),
  falls_back: z.boolean(),
  fallback_recipient: text,
  fallback_person_id: text,
  fallback_team_id: text,
  fallback_connection: text,
  fallback_services: text,
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
  'repeat_interval',
  'wait_for',
  'group_by',
  'fallback_person_id',
  'fallback_team_id',
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

type Services = NotificationRule['custom_services']

/** The connection that is the only service of a rule; undefined where the form cannot show its services. */
export function onlyConnection(services: Services): string | undefined {
  const [first, ...others] = services ?? []
  const hasMore = others.length > 0 || (first?.filter ?? '') !== '' || (first?.url ?? '') !== ''
  return hasMore ? undefined : (first?.connection ?? undefined)
}

const serviceList = z.array(customService)

/** Writes services as the form keeps them. */
export const writeServices = (services: Services): string =>
  services === null ? '' : JSON.stringify(services)

/** Reads services that `writeServices` wrote. */
export function readServices(written: string): Services {
  if (written === '') return null
  return serviceList.parse(JSON.parse(written))
}

/** Whether the form has services that it cannot show. */
export function hasHiddenServices(written: string): boolean {
  const services = readServices(written)
  return services !== null && services.length > 0 && onlyConnection(services) === undefined
}

function recipientProblem(values: RuleValues, which: keyof typeof recipientFields) {
  const { kind, person, team, connection } = recipientFields[which]
  const keeps = hasHiddenServices(which === 'rule' ? values.services : values.fallback_services)
  const chosen = values[kind]
  const field = chosen === 'person' ? person : chosen === 'team' ? team : connection
  const isMissing = values[field] === '' && !(field === connection && keeps)
  return isMissing ? ([field, REQUIRED] as const) : undefined
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
    ['events', splitTexts(values.events).length === 0 ? REQUIRED : undefined],
    recipientProblem(values, 'rule'),
    [
      'repeat_interval',
      values.repeats ? durationProblem(values.repeat_interval, readRepeatInterval) : undefined,
    ],
    ['wait_for', values.waits ? durationProblem(values.wait_for, readRuleDuration) : undefined],
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
  events: '',
  filter: '',
  recipient: 'person',
  person_id: '',
  team_id: '',
  connection: '',
  services: '',
  repeats: true,
  repeat_interval: '1h',
  waits: false,
  wait_for: '',
  group_by: '',
  inhibit: true,
  escalation_policy_id: '',
  falls_back: false,
  fallback_recipient: 'person',
  fallback_person_id: '',
  fallback_team_id: '',
  fallback_connection: '',
  fallback_services: '',
  fallback_delay: '5m',
  title: '',
  template_kind: 'Default',
  template: '',
  properties: '',
  code: '',
  code_broken: false,
}

const kindOf = (person: string | null, team: string | null, services: Services): RecipientKind =>
  person !== null ? 'person' : team !== null ? 'team' : services === null ? 'person' : 'others'

/** The form of a stored rule. Durations are written exactly as they are stored. */
export function valuesOf(rule: NotificationRule): RuleValues {
  const { custom_services: services, fallback_custom_services: fallbacks } = rule
  const connection = onlyConnection(services)
  const fallbackConnection = onlyConnection(fallbacks)
  return {
    name: rule.name,
    enabled: rule.enabled,
    events: joinTexts(rule.events),
    filter: rule.filter ?? '',
    recipient: kindOf(rule.person_id, rule.team_id, services),
    person_id: rule.person_id ?? '',
    team_id: rule.team_id ?? '',
    connection: connection ?? '',
    services: writeServices(services),
    repeats: rule.repeat_interval !== null,
    repeat_interval: rule.repeat_interval ?? '',
    waits: rule.wait_for !== null,
    wait_for: rule.wait_for === null ? '' : formatNanoseconds(rule.wait_for),
    group_by: joinTexts(rule.group_by ?? []),
    inhibit: rule.inhibit,
    escalation_policy_id: rule.escalation_policy_id ?? '',
    falls_back: rule.fallback_person_id !== null || rule.fallback_team_id !== null || fallbacks !== null,
    fallback_recipient: kindOf(rule.fallback_person_id, rule.fallback_team_id, fallbacks),
    fallback_person_id: rule.fallback_person_id ?? '',
    fallback_team_id: rule.fallback_team_id ?? '',
    fallback_connection: fallbackConnection ?? '',
    fallback_services: writeServices(fallbacks),
    fallback_delay: rule.fallback_delay === null ? '5m' : formatNanoseconds(rule.fallback_delay),
    title: rule.title ?? '',
    template_kind: rule.template === null ? 'Default' : 'Custom',
    template: rule.template ?? '',
    properties: rule.properties === null ? '' : JSON.stringify(rule.properties, null, 2),
    code: '',
    code_broken: false,
  }
}

/** The services of a rule after the form: those it opened with where they stay, with their settings. */
export function servicesOf(connection: string, written: string): CustomService[] | null {
  const services = readServices(written)
  if (connection === '') return hasHiddenServices(written) ? services : null
  return onlyConnection(services) === connection ? services : [{ connection }]
}

const orNull = (written: string): string | null => (written.trim() === '' ? null : written)

const nanosecondsOf = (written: string): number | null => {
  const read = readRuleDuration(written)
  return read.ok ? read.value : null
}

/** What a valid form means. */
export function changeOf(values: RuleValues): RuleChange {
  const { recipient, fallback_recipient: fallback, falls_back: fallsBack } = values
  const repeat = readRepeatInterval(values.repeat_interval)
  const events = splitTexts(values.events)
  const groupBy = splitTexts(values.group_by)
  const properties = readProperties(values.properties) ?? {}
  const fallbackOf = (kind: RecipientKind, id: string) => (fallsBack && fallback === kind ? orNull(id) : null)
  return {
    name: orNull(values.name),
    enabled: values.enabled,
    // As they are offered, so that the order in which they were chosen changes nothing.
    events: notifiableEvents.filter((event) => events.includes(event)),
    title: orNull(values.title),
    template: values.template_kind === 'Custom' ? orNull(values.template) : null,
    filter: orNull(values.filter),
    properties: Object.keys(properties).length === 0 ? null : properties,
    person_id: recipient === 'person' ? values.person_id : null,
    team_id: recipient === 'team' ? values.team_id : null,
    custom_services: recipient === 'others' ? servicesOf(values.connection, values.services) : null,
    repeat_interval: values.repeats && repeat.ok ? repeat.value : null,
    wait_for: values.waits ? nanosecondsOf(values.wait_for) : null,
    group_by: groupBy.length === 0 ? null : groupBy,
    inhibit: values.inhibit,
    escalation_policy_id: orNull(values.escalation_policy_id),
    fallback_person_id: fallbackOf('person', values.fallback_person_id),
    fallback_team_id: fallbackOf('team', values.fallback_team_id),
    fallback_custom_services:
      fallsBack && fallback === 'others'
        ? servicesOf(values.fallback_connection, values.fallback_services)
        : null,
    fallback_delay: fallsBack ? nanosecondsOf(values.fallback_delay) : null,
  }
}
