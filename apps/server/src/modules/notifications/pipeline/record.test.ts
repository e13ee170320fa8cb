import { expect, test } from 'vitest'
import { isGivenUp } from './record.ts'

const HOUR = 3_600_000

test('a message that waited for days because everything was away is tried as long as any other', () => {
  expect(isGivenUp(1, 72 * HOUR)).toBe(false)
  expect(isGivenUp(9, 72 * HOUR)).toBe(false)
  // Six hours of attempts: seven until the pauses are five minutes, and seventy with those.
  expect(isGivenUp(77, 6 * HOUR)).toBe(false)
  expect(isGivenUp(79, 6 * HOUR)).toBe(true)
})

test('a service that asks for long pauses is tried for a day', () => {
  expect(isGivenUp(12, 23 * HOUR)).toBe(false)
  expect(isGivenUp(12, 25 * HOUR)).toBe(true)
})
