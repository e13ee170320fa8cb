import { expect, test } from 'vitest'
import { ownPath, ownPattern } from './own-path.ts'

test.each([
  ['/canary/api/topology', '/api/topology'],
  ['/api/canary/api/topology', '/api/topology'],
  ['/api/canary/run/check/1', '/api/run/check/1'],
  ['/canary/webhook/nightly', '/api/webhook/nightly'],
  ['/api//canary///api/summary', '/api/summary'],
  ['//canary/api/summary', '/api/summary'],
  // A prefix is taken away once, and only as a whole.
  ['/canary/api/canary/api/x', '/api/canary/api/x'],
  ['/canary/apix', '/api/apix'],
  ['/canary-x/api/topology', '/canary-x/api/topology'],
  ['/api/canary', '/api/canary'],
  ['/topology', '/topology'],
  ['/api/topology', '/api/topology'],
  ['/', '/'],
  // What only operators may reach cannot be reached under another name.
  ['/canary/metrics', '/api/metrics'],
])('%s is %s', (asked, own) => {
  expect(ownPath(asked)).toBe(own)
})

test('declared paths become patterns below /api, whichever prefix they are documented with', () => {
  expect(ownPattern('/people/{id}')).toBe('/api/people/:id')
  expect(ownPattern('/canary/run/check/{id}')).toBe('/api/run/check/:id')
  expect(ownPattern('/canary/api/summary')).toBe('/api/summary')
})
