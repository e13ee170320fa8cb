import { notifiableEvents } from '@binnacle/contract/kinds'
import {
  formatNanoseconds,
  type NotificationRule,
  readConditions,
  readRepeatInterval,
  readRuleDuration,
  writeConditions,
} from '@binnacle/contract/notifications'
import { quietHours } from '@binnacle/contract/on-call'
import type { RuleChange } from './queries.ts'
import { emptyRule, flappingOf, readProperties, type RecipientKind, type RuleValues } from './rule-values.ts'
import { sentList } from './sent-list.ts'

function kindOf(person: unknown, team: unknown, others: unknown): RecipientKind {
  if (typeof person === 'string') return 'person'
  if (typeof team === 'string') return 'team'
  return Array.isArray(others) ? 'others' : 'person'
}

/** The fields of the limits of flapping. */
function flappingFieldsOf(
  limits: NotificationRule['flapping'],
): Pick<RuleValues, 'flapping' | 'flapping_changes' | 'flapping_window' | 'flapping_calm'> {
  const { flapping_changes, flapping_window, flapping_calm } = emptyRule
  if (limits === null || 'off' in limits)
    return { flapping: limits === null ? 'Usual' : 'Off', flapping_changes, flapping_window, flapping_calm }
  return {
    flapping: 'Custom',
    flapping_changes: String(limits.changes),
    flapping_window: String(limits.window_minutes),
    flapping_calm: String(limits.calm_minutes),
  }
}

/** The fields of a filter: conditions, and the rest as CEL. */
function filterFieldsOf(filter: string): Pick<RuleValues, 'conditions' | 'filter'> {
  const { conditions, expression } = readConditions(filter)
  return { conditions, filter: expression }
}

/** The filter that the fields of a form mean. */
export const filterOf = ({ conditions, filter }: Pick<RuleValues, 'conditions' | 'filter'>): string =>
  writeConditions(conditions, filter)

/** A rule with durations as texts, as its code has them. What is missing or null is not set. */
export type RuleTexts = {
  readonly [Field in keyof Omit<RuleChange, Durations>]?: RuleChange[Field] | null | undefined
} & { readonly [Field in Durations]?: string | null | undefined }

type Durations = 'wait_for' | 'reminder_interval' | 'closing_delay' | 'fallback_delay'

/** The form of a rule whose durations are texts. */
export function valuesOfTexts(rule: RuleTexts): RuleValues {
  const { custom_services: others, fallback_custom_services: fallbacks } = rule
  const fallbackKeys = [rule.fallback_person_id, rule.fallback_team_id, fallbacks]
  return {
    ...emptyRule,
    name: rule.name ?? '',
    enabled: rule.enabled ?? true,
    events: [...(rule.events ?? [])],
    ...filterFieldsOf(rule.filter ?? ''),
    recipient: kindOf(rule.person_id, rule.team_id, others),
    person_id: rule.person_id ?? '',
    team_id: rule.team_id ?? '',
    custom_services: others ?? [],
    further_recipients: rule.further_recipients ?? [],
    repeats: typeof rule.repeat_interval === 'string',
    repeat_interval: rule.repeat_interval ?? '',
    waits: typeof rule.wait_for === 'string',
    wait_for: rule.wait_for ?? '',
    group_by: [...(rule.group_by ?? [])],
    inhibit: rule.inhibit ?? true,
    reminds: typeof rule.reminder_interval === 'string',
    reminder_interval: rule.reminder_interval ?? emptyRule.reminder_interval,
    closes_late: typeof rule.closing_delay === 'string',
    closing_delay: rule.closing_delay ?? emptyRule.closing_delay,
    is_quiet: rule.quiet_hours !== undefined && rule.quiet_hours !== null,
    quiet_hours: rule.quiet_hours ?? null,
    ...flappingFieldsOf(rule.flapping ?? null),
    escalation_policy_id: rule.escalation_policy_id ?? '',
    falls_back: fallbackKeys.some((key) => key !== undefined && key !== null),
    fallback_recipient: kindOf(rule.fallback_person_id, rule.fallback_team_id, fallbacks),
    fallback_person_id: rule.fallback_person_id ?? '',
    fallback_team_id: rule.fallback_team_id ?? '',
    fallback_custom_services: fallbacks ?? [],
    fallback_delay: rule.fallback_delay ?? emptyRule.fallback_delay,
    title: rule.title ?? '',
    template_kind: typeof rule.template === 'string' ? 'Custom' : 'Default',
    template: rule.template ?? '',
    properties:
      rule.properties === undefined || rule.properties === null
        ? ''
        : JSON.stringify(rule.properties, null, 2),
  }
}

const durationText = (nanoseconds: number | null): string | null =>
  nanoseconds === null ? null : formatNanoseconds(nanoseconds)

/** The form of a stored rule. Durations are written exactly as they are stored. */
export const valuesOf = (rule: NotificationRule): RuleValues =>
  valuesOfTexts({
    ...rule,
    wait_for: durationText(rule.wait_for),
    reminder_interval: durationText(rule.reminder_interval),
    closing_delay: durationText(rule.closing_delay),
    fallback_delay: durationText(rule.fallback_delay),
  })

const orNull = (written: string): string | null => (written.trim() === '' ? null : written)

const nanosecondsOf = (written: string): number | null => {
  const read = readRuleDuration(written)
  return read.ok ? read.value : null
}

/** What a valid form means. */
export function changeOf(values: RuleValues): RuleChange {
  const { recipient, fallback_recipient: fallback, falls_back: fallsBack } = values
  const repeat = readRepeatInterval(values.repeat_interval)
  const { events, group_by: groupBy } = values
  const properties = readProperties(values.properties) ?? {}
  const fallbackOf = (kind: RecipientKind, id: string) => (fallsBack && fallback === kind ? orNull(id) : null)
  return {
    name: orNull(values.name),
    enabled: values.enabled,
    // As they are offered, so that the order in which they were chosen changes nothing.
    events: notifiableEvents.filter((event) => events.includes(event)),
    title: orNull(values.title),
    template: values.template_kind === 'Custom' ? orNull(values.template) : null,
    filter: orNull(filterOf(values)),
    properties: Object.keys(properties).length === 0 ? null : properties,
    person_id: recipient === 'person' ? orNull(values.person_id) : null,
    team_id: recipient === 'team' ? orNull(values.team_id) : null,
    custom_services: recipient === 'others' ? sentList(values.custom_services) : null,
    further_recipients: sentList(values.further_recipients),
    repeat_interval: values.repeats && repeat.ok ? repeat.value : null,
    wait_for: values.waits ? nanosecondsOf(values.wait_for) : null,
    group_by: groupBy.length === 0 ? null : groupBy,
    inhibit: values.inhibit,
    reminder_interval: values.reminds ? nanosecondsOf(values.reminder_interval) : null,
    closing_delay: values.closes_late ? nanosecondsOf(values.closing_delay) : null,
    quiet_hours: values.is_quiet ? (quietHours.safeParse(values.quiet_hours).data ?? null) : null,
    flapping: flappingOf(values),
    escalation_policy_id: orNull(values.escalation_policy_id),
    fallback_person_id: fallbackOf('person', values.fallback_person_id),
    fallback_team_id: fallbackOf('team', values.fallback_team_id),
    fallback_custom_services:
      fallsBack && fallback === 'others' ? sentList(values.fallback_custom_services) : null,
    fallback_delay: fallsBack ? nanosecondsOf(values.fallback_delay) : null,
  }
}
