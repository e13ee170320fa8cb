import { healthsOfFilters } from '@binnacle/contract/core'
import { expect, test } from 'vitest'
import { orderOfHealth, sumCounts } from './health.ts'

test('the bar orders its colors green, red, orange, gray [CAT-016][CAT-017]', () => {
  expect(orderOfHealth({ unknown: 1, warning: 2, unhealthy: 3, healthy: 4, missing: 0 })).toEqual([
    'healthy',
    'unhealthy',
    'warning',
    'unknown',
  ])
  expect(healthsOfFilters).toEqual(['unhealthy', 'healthy', 'unknown', 'warning'])
})

test('counts of groups add up', () => {
  expect(sumCounts([{ a: 1 }, { a: 2, b: 3 }])).toEqual({ a: 3, b: 3 })
})
