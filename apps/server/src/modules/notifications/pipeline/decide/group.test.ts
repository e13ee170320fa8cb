import { expect, test } from 'vitest'
import type { SubjectState } from '../../../../platform/subjects.ts'
import { groupOf, nameOfGroup } from './group.ts'

const failing: SubjectState = {
  kind: 'check',
  id: '01a1b2c3-0000-7000-8000-000000000001',
  name: 'shop page',
  type: 'http',
  namespace: 'shop',
  labels: { team: 'web' },
  severity: 'medium',
  health: 'unhealthy',
  reason: 'status 503',
  since: undefined,
  within: [{ kind: 'canary', id: '01a1b2c3-0000-7000-8000-000000000002' }],
  dependsOn: [],
  path: '/health',
  variables: { canary: { name: 'shop' } },
}
const healthy: SubjectState = { ...failing, health: 'healthy', reason: 'status 200', labels: {} }

test.each([
  [['status_reason'], 'reason status 503'],
  [['label:team'], 'team web'],
  [['type', 'namespace'], 'type http, namespace shop'],
  [['label:site'], 'without site'],
  [['resource'], 'shop'],
])('the group by %j of a resource that changed since is still called %s', (groupBy, name) => {
  const group = groupOf({ groupBy }, failing)
  expect(group.name).toBe(name)
  expect(nameOfGroup(group.key, healthy)).toBe(name)
})

test('a rule that does not group has groups without a name', () => {
  expect(nameOfGroup(groupOf({ groupBy: [] }, failing).key, healthy)).toBeUndefined()
})
