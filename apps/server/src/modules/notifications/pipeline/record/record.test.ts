import { HOUR } from '@binnacle/contract/core'
import { expect, test } from 'vitest'
import { isGivenUp } from './record.ts'

test('a message that waited for days because everything was away is tried as long as any other', () => {
  expect(isGivenUp(1, 72 * HOUR)).toBe(false)
  expect(isGivenUp(9, 72 * HOUR)).toBe(false)
  // Six hours of attempts: six until the pauses are five minutes, and seventy-one with those.
  expect(isGivenUp(76, 7 * HOUR)).toBe(false)
  expect(isGivenUp(77, 7 * HOUR)).toBe(true)
})

test('a service that asks for long pauses is tried for a day', () => {
  expect(isGivenUp(12, 23 * HOUR)).toBe(false)
  expect(isGivenUp(12, 25 * HOUR)).toBe(true)
})

test('a service that asks for a longer pause than it is tried for is given up at once', () => {
  expect(isGivenUp(1, 6 * HOUR, 6 * HOUR)).toBe(false)
  expect(isGivenUp(1, 6 * HOUR + 1, 6 * HOUR + 1)).toBe(true)
})
