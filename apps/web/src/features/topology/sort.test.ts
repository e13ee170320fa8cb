import { expect, test } from 'vitest'
import { DEFAULT_SORT, sortByParameter, sortOf, sortOptions } from './sort.ts'

test('cards are sorted by status descending at first [TOP-040]', () => {
  expect(DEFAULT_SORT).toEqual({ by: 'status', order: 'desc' })
  expect(sortOf({ sortBy: undefined, sortOrder: undefined })).toEqual(DEFAULT_SORT)
})

test('the address wins over the stored sort', () => {
  expect(sortOf({ sortBy: 'name', sortOrder: 'asc' })).toEqual({ by: 'name', order: 'asc' })
  expect(sortOf({ sortBy: undefined, sortOrder: 'asc' })).toEqual({ by: 'status', order: 'asc' })
  expect(sortByParameter().read('surprise')).toBeUndefined()
  expect(sortByParameter().read('field:cpu')).toBe('field:cpu')
})

test('headline properties are offered after the columns, each once', () => {
  const offered = sortOptions(['memory', 'cpu', 'cpu'], 'field:gone').map(({ label }) => label)
  expect(offered).toEqual(['Health', 'Name', 'Type', 'Last Updated', 'cpu', 'gone', 'memory'])
})
