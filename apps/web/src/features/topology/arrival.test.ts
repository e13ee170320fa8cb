import { expect, test } from 'vitest'
import { arrivalAmong, arriveAt, endArrival } from './arrival.ts'

test('the next page focuses the card that was asked for, until it is open', () => {
  expect(arrivalAmong(['a', 'b'])).toBeUndefined()
  arriveAt('first')
  expect(arrivalAmong(['a', 'b'])).toBe(0)
  arriveAt({ id: 'b' })
  expect(arrivalAmong(['a', 'b'])).toBe(1)
  expect(arrivalAmong(['a', 'b'])).toBe(1)
  endArrival()
  expect(arrivalAmong(['a', 'b'])).toBeUndefined()
})

test('a page without the card, or without any, focuses none', () => {
  arriveAt({ id: 'gone' })
  expect(arrivalAmong(['a', undefined])).toBeUndefined()
  arriveAt('first')
  expect(arrivalAmong([])).toBeUndefined()
})
