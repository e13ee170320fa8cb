import { ALL } from '@binnacle/ui'
import { hashKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { type RunListRequest, runListQuery } from './queries.ts'

const wanted: RunListRequest = {
  query: '',
  sortBy: 'created_at',
  sortOrder: 'desc',
  pageIndex: 0,
  pageSize: 150,
  resourceType: ALL,
  duration: ALL,
  range: undefined,
  name: new Map(),
  status: new Map(),
  resource: undefined,
}

test('lists with other jobs or statuses are other queries', () => {
  const keys = [
    wanted,
    { ...wanted, name: new Map([['Canary', 1]] as const) },
    { ...wanted, name: new Map([['Canary', -1]] as const) },
    { ...wanted, status: new Map([['SUCCESS', -1]] as const) },
  ].map((request) => hashKey(runListQuery(request).queryKey))
  expect(new Set(keys).size).toBe(keys.length)
})
