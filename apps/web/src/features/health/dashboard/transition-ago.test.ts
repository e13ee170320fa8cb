import { expect, test } from 'vitest'
import { showsAgo } from './transition-ago.ts'

const now = Date.UTC(2026, 0, 31)
const before = (milliseconds: number) => new Date(now - milliseconds).toISOString()
const WEEK = 7 * 86_400_000

test.each([
  [0, false],
  [3_600_000, false],
  [3_600_001, false],
  [3_600_002, true],
  [86_400_000, true],
  [WEEK - 1, true],
  [WEEK, false],
  [WEEK + 1, false],
])('a transition %d ms ago has an ago label: %s [HLT-030]', (age, shown) => {
  expect(showsAgo(before(age), now)).toBe(shown)
})

test('a check that never changed has none', () => {
  expect(showsAgo(null, now)).toBe(false)
})
