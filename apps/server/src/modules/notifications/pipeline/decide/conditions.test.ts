import { type RuleCondition, writeConditions } from '@binnacle/contract/notifications'
import { createScriptEngine } from '@binnacle/scripting'
import { afterAll, describe, expect, test } from 'vitest'
import type { SubjectState } from '../../../../platform/subjects.ts'
import { environmentOf, passes } from '../send/environment.ts'

const scripts = createScriptEngine({ now: () => new Date() })
afterAll(() => scripts.close())

const state: SubjectState = {
  kind: 'check',
  id: '01900000-0000-7000-8000-000000000001',
  name: 'shop "page"',
  type: 'http',
  namespace: 'shop',
  labels: { team: 'web', 'app.kubernetes.io/name': 'shop' },
  severity: 'high',
  health: 'unhealthy',
  reason: undefined,
  since: undefined,
  within: [],
  dependsOn: [],
  path: '/health',
  variables: {},
}

const condition = (changes: Partial<RuleCondition>): RuleCondition => ({
  field: 'severity',
  label: '',
  operator: 'is',
  values: ['high'],
  ...changes,
})

describe('conditions of rules', () => {
  test.each<[boolean, Partial<RuleCondition>]>([
    [true, {}],
    [true, { values: ['critical', 'high'] }],
    [false, { values: ['low'] }],
    [false, { operator: 'is not' }],
    [true, { field: 'name', values: ['shop "page"'] }],
    [true, { field: 'name', operator: 'contains', values: ['x', '"pa'] }],
    [true, { field: 'type', values: ['http', 'tcp'] }],
    [true, { field: 'namespace', operator: 'is not', values: ['test', 'dev'] }],
    [true, { field: 'label', label: 'team', values: ['web'] }],
    [true, { field: 'label', label: 'app.kubernetes.io/name', operator: 'contains', values: ['sho'] }],
    [false, { field: 'label', label: 'team', operator: 'is not', values: ['web', 'ops'] }],
    // A resource without the label does not have the value, and is no error.
    [false, { field: 'label', label: 'tier', values: ['gold'] }],
    [true, { field: 'label', label: 'tier', operator: 'is not', values: ['gold'] }],
  ])('are %s for %j', async (passed, changes) => {
    const filter = writeConditions([condition({}), condition(changes)], 'health == "unhealthy" || false')
    const expected = passed ? { ok: true, value: true } : { ok: true, value: false }
    expect(await passes(scripts, filter, environmentOf('', 'check.failed', state))).toEqual(expected)
  })
})
