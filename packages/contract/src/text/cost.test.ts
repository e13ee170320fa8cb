import { expect, test } from 'vitest'
import { costTrend, formatCost } from './cost.ts'

test.each([
  [0, '$0.00'],
  [0.126, '$0.13'],
  [10, '$10.00'],
])('%d dollars read %s [FMT-007]', (dollars, text) => {
  expect(formatCost(dollars)).toBe(text)
})

test.each([
  [10.01, '$10'],
  [1_234.5, '$1235'],
])('%d dollars read %s [FMT-008]', (dollars, text) => {
  expect(formatCost(dollars)).toBe(text)
})

test.each([
  [11, 300, undefined],
  [11.1, 300, 'increase'],
  [9, 300, undefined],
  [8.9, 300, 'decrease'],
  [0, 300, 'decrease'],
  [5, 0, undefined],
])('%d dollars in a day after %d in thirty is %s [FMT-009]', (oneDay, thirtyDays, trend) => {
  expect(costTrend(oneDay, thirtyDays)).toBe(trend)
})
