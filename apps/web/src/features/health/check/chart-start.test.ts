import { expect, it } from 'vitest'
import { lateStart, startingAt } from './chart-start.ts'

const range = { from: 1_000, to: 2_000 }

it('says when the results begin only where much of the range is empty', () => {
  expect(lateStart([1_300, 1_900], range)).toEqual(new Date(1_300))
  expect(lateStart([1_200, 1_900], range)).toBeUndefined()
  // A point begins before the range where its bucket does.
  expect(lateStart([900], range)).toBeUndefined()
  expect(lateStart([], range)).toBeUndefined()
})

it('a chart begins with the first result, and shows five minutes at least', () => {
  const to = 100 * 60_000
  expect(startingAt(new Date(40 * 60_000), { to })).toEqual({ from: 40 * 60_000, to })
  expect(startingAt(new Date(99 * 60_000), { to })).toEqual({ from: 95 * 60_000, to })
})
