import { expect, test } from 'vitest'
import { labelName, wantedLabels } from './labels.ts'

test.each([
  ['team', 'team'],
  ['app.kubernetes.io/name', 'app_kubernetes_io_name'],
  ['type', 'label_type'],
  ['le', 'label_le'],
  ['__name__', 'label___name__'],
  ['1st', 'label_1st'],
])('the label %s stands as %s', (key, name) => {
  expect(labelName(key)).toBe(name)
})

test('only labels that are wanted are there, short, and none that is empty', () => {
  const labels = {
    team: 'web',
    region: '',
    secret: 'x',
    'a-b': 'first',
    a_b: 'second',
    long: 'y'.repeat(500),
  }
  const wanted = wantedLabels(['team', 'region', 'a-b', 'a_b', 'long', 'missing', 'constructor'], labels)
  expect(wanted).toEqual({ team: 'web', a_b: 'first', long: 'y'.repeat(200) })
})
