import { expect, test } from 'vitest'
import { sortTags } from './tags.ts'

test('account, namespace and name come first, the rest by name [FMT-010]', () => {
  const sorted = sortTags({ zone: 'a', name: 'web', cluster: 'one', namespace: 'shop', account: '1' })
  expect(sorted.map(([tag]) => tag)).toEqual(['account', 'namespace', 'name', 'cluster', 'zone'])
  expect(sortTags({ name: 'web', app: 'x' })).toEqual([
    ['name', 'web'],
    ['app', 'x'],
  ])
})
