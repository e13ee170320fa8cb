import { notifiableEvents } from '@binnacle/contract/kinds'
import {
  type CustomService,
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

type Services = readonly CustomService[] | null

const kindOf = (person: string | null, team: string | null, services: Services): RecipientKind =>
  person !== null ? 'person' : team !== null ? 'team' : services === null ? 'person' : 'others'

/** The fields of the limits of flapping. */
export function flappingFieldsOf(
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
export function filterFieldsOf(filter: string): Pick<RuleValues, 'conditions' | 'filter'> {
  const { conditions, expression } = readConditions(filter)
  return { conditions, filter: expression }
}

/** The filter that the fields of a form mean. */
export const filterOf = ({ conditions, filter }: Pick<RuleValues, 'conditions' | 'filter'>): string =>
  writeConditions(conditions, filter)

/** The form of a stored rule. Durations are written exactly as they are stored. */
export function valuesOf(rule: NotificationRule): RuleValues {
  const { custom_services: services, fallback_custom_services: fallbacks } = rule
  return {
    name: rule.name,
    enabled: rule.enabled,
    events: [...rule.events],
    ...filterFieldsOf(rule.filter ?? ''),
    recipient: kindOf(rule.person_id, rule.team_id, services),
    person_id: rule.person_id ?? '',
    team_id: rule.team_id ?? '',
    custom_services: services ?? [],
    further_recipients: rule.further_recipients ?? [],
    repeats: rule.repeat_interval !== null,
    repeat_interval: rule.repeat_interval ?? '',
    waits: rule.wait_for !== null,
    wait_for: rule.wait_for === null ? '' : formatNanoseconds(rule.wait_for),
    group_by: rule.group_by ?? [],
    inhibit: rule.inhibit,
    reminds: rule.reminder_interval !== null,
    reminder_interval:
      rule.reminder_interval === null
        ? emptyRule.reminder_interval
        : formatNanoseconds(rule.reminder_interval),
    closes_late: rule.closing_delay !== null,
    closing_delay:
      rule.closing_delay === null ? emptyRule.closing_delay : formatNanoseconds(rule.closing_delay),
    is_quiet: rule.quiet_hours !== null,
    quiet_hours: rule.quiet_hours,
    ...flappingFieldsOf(rule.flapping),
    escalation_policy_id: rule.escalation_policy_id ?? '',
    falls_back: rule.fallback_person_id !== null || rule.fallback_team_id !== null || fallbacks !== null,
    fallback_recipient: kindOf(rule.fallback_person_id, rule.fallback_team_id, fallbacks),
    fallback_person_id: rule.fallback_person_id ?? '',
    fallback_team_id: rule.fallback_team_id ?? '',
    fallback_custom_services: fallbacks ?? [],
    fallback_delay: rule.fallback_delay === null ? '5m' : formatNanoseconds(rule.fallback_delay),
    title: rule.title ?? '',
    template_kind: rule.template === null ? 'Default' : 'Custom',
    template: rule.template ?? '',
    properties: rule.properties === null ? '' : JSON.stringify(rule.properties, null, 2),
    code: '',
    code_broken: false,
  }
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
