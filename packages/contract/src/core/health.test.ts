import { expect, test } from 'vitest'
import { checkStateRank, checkStates } from '../health/health.ts'
import { healthOf, healths, healthsByWeight, healthsOfBars, healthsOfFilters, worstHealth } from './health.ts'

test('every order of healths has each health once', () => {
  for (const order of [healthsByWeight, healthsOfBars, healthsOfFilters])
    expect(new Set(order)).toEqual(new Set(healths))
})

test('states of checks have the order of healths', () => {
  expect(checkStates.toSorted((one, other) => checkStateRank[one] - checkStateRank[other])).toEqual(
    healths.filter((health) => health !== 'warning'),
  )
})

test('the worst known health counts, and unknown only if none is known', () => {
  expect(worstHealth(['healthy', 'unknown'])).toBe('healthy')
  expect(worstHealth(['healthy', 'warning', 'unknown'])).toBe('warning')
  expect(worstHealth(['warning', 'unhealthy'])).toBe('unhealthy')
  expect(worstHealth(['unknown'])).toBe('unknown')
  expect(worstHealth([])).toBe('unknown')
})

test('a text that is no health is unknown', () => {
  expect([healthOf('warning'), healthOf('fine'), healthOf(null)]).toEqual(['warning', 'unknown', 'unknown'])
})
