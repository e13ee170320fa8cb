import { defineFilters } from '@binnacle/ui'
import { expect, test } from 'vitest'
import { listParameters, searchProblem } from './list.ts'

test('a list begins with its first column, in the direction that it names', () => {
  const ascending = defineFilters(listParameters(['name', 'created_at']))
  expect(ascending.defaults).toEqual({ query: '', sortBy: 'name', sortOrder: 'asc' })
  const latest = defineFilters(listParameters(['created_at', 'name'], 'desc'))
  expect(latest.defaults).toEqual({ query: '', sortBy: 'created_at', sortOrder: 'desc' })
  expect(latest.parse(new URLSearchParams('sortOrder=asc')).sortOrder).toBe('asc')
})

test('a text that makes an address too long is not searched', () => {
  const codec = defineFilters(listParameters(['name']))
  const long = '('.repeat(10_000)
  expect(searchProblem(long)).toBe('A search has at most 200 characters.')
  expect(codec.parse(new URLSearchParams({ query: long })).query).toBe('')
  const unfinished = '"never ends (['
  expect(searchProblem(unfinished)).toBeUndefined()
  expect(codec.parse(new URLSearchParams({ query: unfinished })).query).toBe(unfinished)
})
