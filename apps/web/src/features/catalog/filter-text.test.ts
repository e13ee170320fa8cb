import { expect, test } from 'vitest'
import { chosen, pairText, tagPair, tagSelector } from './filter-text.ts'

const filter = (...entries: [string, 1 | -1][]) => new Map(entries)

test('a pair of key and value comes back, whatever the value contains', () => {
  expect(tagPair(pairText('app', 'a=b'))).toEqual(['app', 'a=b'])
  expect(tagPair('app')).toEqual(['app', ''])
})

test('tags of changes are a selector', () => {
  expect(tagSelector(filter(['a=1', 1], ['b=2', -1], ['c=3', 1], ['c=4', 1], ['d=5', -1], ['d=6', -1]))).toBe(
    'a=1,b!=2,c in (3,4),d notin (5,6)',
  )
  expect(tagSelector(filter())).toBe('')
})

test('included and excluded values are told apart', () => {
  const both = filter(['a', 1], ['b', -1])
  expect([chosen(both, 1), chosen(both, -1)]).toEqual([['a'], ['b']])
})
