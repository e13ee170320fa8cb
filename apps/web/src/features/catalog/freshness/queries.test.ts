import { expect, test } from 'vitest'
import { delayOf } from './queries.ts'

const told = (change_at: string | null, stored_at: string | null) => ({
  up_to_date_at: null,
  change_at,
  stored_at,
})

test('a delay is the time from the change to its being stored', () => {
  expect(delayOf(told('2026-11-24T10:00:00Z', '2026-11-24T10:01:30Z'))).toBe(90_000)
})

test('a source whose clock is ahead has no delay, and a source without times has no known delay', () => {
  expect(delayOf(told('2026-11-24T10:02:00Z', '2026-11-24T10:01:30Z'))).toBe(0)
  expect(delayOf(told(null, null))).toBeUndefined()
})
