import { analysisTypes } from '@binnacle/contract/catalog'
import { expect, test } from 'vitest'
import { insightsHref } from './address.ts'
import { insightFilters, offeredSeverities, wordsOf } from './filters.ts'

test('a link says component, type and severity, and 50 insights are on a page [INS-002][INS-003][INS-004]', () => {
  const values = insightFilters.parse(new URLSearchParams('component=c&type=technical_debt&severity=high'))
  expect(values).toMatchObject({
    component: 'c',
    type: 'technical_debt',
    severity: 'high',
    pageSize: 50,
    sortBy: 'first_observed',
    sortOrder: 'desc',
  })
  expect(insightsHref({ component: 'c', type: 'cost', severity: 'low' })).toBe(
    '/catalog/insights?component=c&type=cost&severity=low',
  )
  expect(insightsHref({ config: '1', type: 'cost' })).toBe('/catalog/1/insights?type=cost')
  expect(insightsHref({ config: '1' })).toBe('/catalog/1/insights')
})

test('severities that only links ask for are offered where they are chosen', () => {
  const { severity } = insightFilters.parse(new URLSearchParams('severity=medium,low'))
  expect(offeredSeverities(severity)).toEqual(['critical', 'high', 'medium', 'low', 'info', 'medium,low'])
  expect(offeredSeverities('all')).toEqual(offeredSeverities('low'))
})

test('there are ten types [INS-006]', () => {
  expect(analysisTypes).toHaveLength(10)
  expect(wordsOf('technical_debt')).toBe('Technical debt')
})
