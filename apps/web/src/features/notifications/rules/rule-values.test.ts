import type { NotificationRule, RuleCondition } from '@binnacle/contract/notifications'
import { describe, expect, test } from 'vitest'
import { changeOf, valuesOf } from './rule-change.ts'
import { emptyRule, ruleForm } from './rule-values.ts'

const stored: NotificationRule = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'A rule',
  namespace: 'default',
  events: ['check.passed', 'check.failed'],
  title: null,
  template: null,
  filter: null,
  properties: { priority: '5' },
  person_id: null,
  team_id: null,
  custom_services: [{ name: 'hook', url: '***', properties: { a: 'b' } }],
  repeat_interval: '1M',
  wait_for: 61_001_000_000,
  group_by: ['type', 'label:team'],
  escalation_policy_id: null,
  inhibit: false,
  fallback_person_id: null,
  fallback_team_id: '01900000-0000-7000-8000-000000000002',
  fallback_custom_services: null,
  fallback_delay: 60_000_000_000,
  further_recipients: null,
  quiet_hours: null,
  reminder_interval: null,
  closing_delay: null,
  flapping: null,
  enabled: false,
  error: null,
  source: 'UI',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  person: null,
  team: null,
}

const fieldsWithProblems = (values: typeof emptyRule) =>
  (ruleForm.safeParse(values).error?.issues ?? []).map(({ path }) => path.join('.'))

describe('the form of a rule', () => {
  test('that is saved as it was opened changes nothing [NOT-020]', () => {
    const values = valuesOf(stored)
    expect(fieldsWithProblems(values)).toEqual([])
    const change = changeOf(values)
    expect(stored).toMatchObject({ ...change, events: stored.events })
    expect(change.events).toEqual(['check.failed', 'check.passed'])
  })

  test('needs nobody but an escalation policy, which alone has no further recipients', () => {
    const alone = { ...emptyRule, events: ['check.failed'], escalation_policy_id: 'p' }
    expect(fieldsWithProblems(alone)).toEqual([])
    expect(changeOf(alone)).toMatchObject({ person_id: null, team_id: null, custom_services: null })
    const further_recipients = [{ person_id: 'a' }]
    expect(fieldsWithProblems({ ...alone, further_recipients })).toEqual(['person_id'])
  })

  test('writes its conditions and its expression as one filter', () => {
    const conditions: RuleCondition[] = [
      { field: 'severity', label: '', operator: 'is', values: ['critical'] },
    ]
    const values = { ...valuesOf(stored), conditions, filter: 'a || b' }
    const filter = 'severity == "critical" && (a || b)'
    expect(changeOf(values).filter).toBe(filter)
    expect(valuesOf({ ...stored, filter })).toMatchObject({ conditions, filter: 'a || b' })
    expect(fieldsWithProblems({ ...values, filter: 'a) || (b' })).toEqual(['filter'])
    const half: RuleCondition[] = [{ field: 'label', label: '', operator: 'is', values: ['x'] }]
    expect(fieldsWithProblems({ ...values, conditions: half })).toEqual(['conditions'])
  })

  test('keeps quiet hours, reminders, closing delays and limits of flapping as they are stored', () => {
    const fields = {
      quiet_hours: { timeZone: 'UTC', hours: [{ days: [6, 7], from: '22:00', to: '07:00' }] },
      reminder_interval: 14_400_000_000_000,
      closing_delay: 300_000_000_000,
      flapping: { changes: 5, window_minutes: 15, calm_minutes: 10 },
      further_recipients: [{ person_id: 'a' }, { connection: 'c', properties: { to: 'x' } }],
    }
    const values = valuesOf({ ...stored, ...fields })
    expect(fieldsWithProblems(values)).toEqual([])
    expect(changeOf(values)).toMatchObject(fields)
    expect(fieldsWithProblems({ ...values, flapping_changes: '1', quiet_hours: null })).toEqual([
      'quiet_hours',
      'flapping_changes',
    ])
  })

  test('sends one recipient and nulls for the others [NOT-015, NOT-016, NOT-027]', () => {
    const values = { ...valuesOf(stored), recipient: 'person', person_id: 'p' }
    expect(changeOf(values)).toMatchObject({ person_id: 'p', team_id: null, custom_services: null })
  })

  test('requires events, a recipient and durations that are switched on [NOT-017, NOT-018]', () => {
    expect(fieldsWithProblems({ ...emptyRule, repeat_interval: '', waits: true })).toEqual([
      'events',
      'person_id',
      'repeat_interval',
      'wait_for',
    ])
    expect(fieldsWithProblems({ ...emptyRule, events: ['check.failed'], person_id: 'p' })).toEqual([])
  })
})
