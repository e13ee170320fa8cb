import { expect, test } from 'vitest'
import { arriveAt, takeArrival } from './arrival.ts'

test('the next page focuses the card that was asked for, once', () => {
  expect(takeArrival(['a', 'b'])).toBeUndefined()
  arriveAt('first')
  expect(takeArrival(['a', 'b'])).toBe(0)
  expect(takeArrival(['a', 'b'])).toBeUndefined()
  arriveAt({ id: 'b' })
  expect(takeArrival(['a', 'b'])).toBe(1)
})

test('a page without the card, or without any, focuses none', () => {
  arriveAt({ id: 'gone' })
  expect(takeArrival(['a', undefined])).toBeUndefined()
  arriveAt('first')
  expect(takeArrival([])).toBeUndefined()
})
