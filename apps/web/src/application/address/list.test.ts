import { defineFilters } from '@binnacle/ui'
import { expect, test } from 'vitest'
import { listParameters } from './list.ts'

test('a list begins with its first column, in the direction that it names', () => {
  const ascending = defineFilters(listParameters(['name', 'created_at']))
  expect(ascending.defaults).toEqual({ query: '', sortBy: 'name', sortOrder: 'asc' })
  const latest = defineFilters(listParameters(['created_at', 'name'], 'desc'))
  expect(latest.defaults).toEqual({ query: '', sortBy: 'created_at', sortOrder: 'desc' })
  expect(latest.parse(new URLSearchParams('sortOrder=asc')).sortOrder).toBe('asc')
})

test('a text that is longer than any query is no search', () => {
  const codec = defineFilters(listParameters(['name']))
  expect(codec.parse(new URLSearchParams({ query: '('.repeat(10_000) })).query).toBe('')
  const unfinished = '"never ends (['
  expect(codec.parse(new URLSearchParams({ query: unfinished })).query).toBe(unfinished)
})
