import { expect, it } from 'vitest'
import { lateStart } from './chart-start.ts'

const range = { from: 1_000, to: 2_000 }

it('says when the results begin only where much of the range is empty', () => {
  expect(lateStart([1_300, 1_900], range)).toEqual(new Date(1_300))
  expect(lateStart([1_200, 1_900], range)).toBeUndefined()
  // A point begins before the range where its bucket does.
  expect(lateStart([900], range)).toBeUndefined()
  expect(lateStart([], range)).toBeUndefined()
})
