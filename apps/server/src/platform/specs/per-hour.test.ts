import { expect, test } from 'vitest'
import { limitPerHour } from './per-hour.ts'

let now = 0
const clock = { now: () => new Date(now) }
const anna = { personId: 'anna' }

test('a person may call so often in an hour, whatever others do', () => {
  const count = limitPerHour(2, clock, 'too many')
  count(anna)
  count(anna)
  expect(() => count(anna)).toThrow('too many')
  count({ personId: 'ben' })
  now += 3_600_000
  count(anna)
})

test('a clock that is set back locks nobody out', () => {
  const count = limitPerHour(1, clock, 'too many')
  count(anna)
  now -= 24 * 3_600_000
  count(anna)
  expect(() => count(anna)).toThrow('too many')
})
