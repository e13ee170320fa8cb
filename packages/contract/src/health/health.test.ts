import { expect, test } from 'vitest'
import { checkStates, groupHealth } from './health.ts'

test('a check says healthy or unhealthy, and unknown when nothing can be said [HLT-021]', () => {
  expect(checkStates).toEqual(['healthy', 'unhealthy', 'unknown'])
})

test.each([
  [{ healthy: 3, unhealthy: 0, unknown: 0 }, 'good'],
  [{ healthy: 0, unhealthy: 2, unknown: 0 }, 'bad'],
  [{ healthy: 1, unhealthy: 2, unknown: 0 }, 'mixed'],
  [{ healthy: 1, unhealthy: 0, unknown: 1 }, 'mixed'],
  [{ healthy: 0, unhealthy: 0, unknown: 1 }, 'mixed'],
])('a group of %o is %s [HLT-022]', (counts, health) => {
  expect(groupHealth(counts)).toBe(health)
})
