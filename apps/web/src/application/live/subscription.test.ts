import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { covers, neededBy, union } from './subscription.ts'

const allowed = new Set(['checks', 'canaries'])

function needed(queryKey: readonly unknown[], meta?: { shows?: string[]; follows?: string[] }): string[] {
  const queries = new QueryClient()
  const query = queries.getQueryCache().build(queries, { queryKey, ...(meta && { meta }) })
  return [...neededBy(query, allowed)].toSorted()
}

test('a query needs the rows that it names, or else its topic', () => {
  expect(needed(['checks', 'list'])).toEqual(['checks'])
  expect(needed(['checks', 'detail'], { shows: ['a', 'b'], follows: ['canaries', 'people'] })).toEqual([
    'canaries',
    'checks:a',
    'checks:b',
  ])
  expect(needed(['checks', 'none'], { shows: [] })).toEqual([])
  expect(needed(['people', 'list'], { follows: ['checks:a', 'people:b'] })).toEqual(['checks:a'])
})

test('a query needs nothing of a topic that the person may not follow, or of none', () => {
  expect(needed(['people', 'list'])).toEqual([])
  expect(needed([{ checks: true }])).toEqual([])
  expect(needed(['connection-types'])).toEqual([])
})

test('a query with very many rows, or with an id that would end the list, needs the topic', () => {
  expect(needed(['checks', 'many'], { shows: Array.from({ length: 51 }, String) })).toEqual(['checks'])
  expect(needed(['checks', 'odd'], { shows: ['a,people'] })).toEqual(['checks'])
})

test('a topic covers its rows, and a row covers neither its topic nor other rows', () => {
  const [whole, one] = [new Set(['checks']), new Set(['checks:a'])]
  expect(covers(whole, one)).toBe(true)
  expect(covers(one, whole)).toBe(false)
  expect(covers(one, new Set(['checks:b']))).toBe(false)
  expect(covers(one, new Set())).toBe(true)
})

test('rows are left out when their whole topic is named', () => {
  expect([...union([new Set(['checks:a', 'people:b']), new Set(['checks'])])].toSorted()).toEqual([
    'checks',
    'people:b',
  ])
})
