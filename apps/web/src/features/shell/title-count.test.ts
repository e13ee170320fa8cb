import { expect, test } from 'vitest'
import { withCount } from './title-count.ts'

test('a title begins with the count of failures, once, and without one when nothing fails', () => {
  expect(withCount('Health - Binnacle', 3)).toBe('(3) Health - Binnacle')
  expect(withCount('(3) Health - Binnacle', 12)).toBe('(12) Health - Binnacle')
  expect(withCount('(12) Health - Binnacle', 0)).toBe('Health - Binnacle')
})
