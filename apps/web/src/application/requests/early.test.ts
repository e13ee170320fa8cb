import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkListQuery } from '../../features/health/dashboard/queries.ts'
import { dashboardFilters } from '../../features/health/dashboard/filters.ts'
import { pageRange } from '../../features/health/default-range.ts'
import { topologyFilters } from '../../features/topology/filters.ts'
import { readShowHidden } from '../../features/topology/preferences.ts'
import { treeQuery } from '../../features/topology/queries.ts'
import { sortOf } from '../../features/topology/sort.ts'
import { request } from './api.ts'
import { askEarly, FIRST_CHECKS, FIRST_TREE, neededEarly } from './early.ts'

/** The addresses that something asks for, while there is no network. */
async function addressesOf(ask: () => unknown): Promise<string[]> {
  const requests: string[] = []
  const original = globalThis.fetch
  globalThis.fetch = (address) => {
    requests.push(address instanceof Request ? address.url : address.toString())
    return Promise.reject(new TypeError('no network'))
  }
  try {
    await Promise.resolve(ask()).catch(() => undefined)
  } finally {
    globalThis.fetch = original
  }
  return requests
}

const context = { signal: new AbortController().signal, meta: undefined, client: new QueryClient() }

test('the checks that are asked for early are those that the page asks for first', async () => {
  const { queryFn, queryKey } = checkListQuery({
    values: dashboardFilters.parse(new URLSearchParams()),
    range: pageRange,
  })
  if (typeof queryFn !== 'function') throw new TypeError('no function')
  expect(await addressesOf(() => queryFn({ ...context, queryKey }))).toEqual([FIRST_CHECKS])
})

test('the tree that is asked for early is the one that the page asks for first', async () => {
  const { queryFn, queryKey } = treeQuery({
    id: undefined,
    values: topologyFilters.parse(new URLSearchParams()),
    sort: sortOf({ sortBy: undefined, sortOrder: undefined }),
    showHidden: readShowHidden(),
    at: undefined,
    page: 0,
  })
  if (typeof queryFn !== 'function') throw new TypeError('no function')
  expect(await addressesOf(() => queryFn({ ...context, queryKey }))).toEqual([FIRST_TREE])
})

test('an early answer is taken once', async () => {
  const original = globalThis.fetch
  let answers = 0
  globalThis.fetch = () => {
    answers += 1
    return Promise.resolve(Response.json(answers))
  }
  try {
    askEarly(['/api/number'])
    expect(await request('/api/number', z.number())).toBe(1)
    expect(answers).toBe(1)
    expect(await request('/api/number', z.number())).toBe(2)
  } finally {
    globalThis.fetch = original
  }
})

test('a page whose address narrows down what it shows asks early only for what everybody needs', () => {
  expect(neededEarly({ pathname: '/health', search: '' })).toContain(FIRST_CHECKS)
  expect(neededEarly({ pathname: '/', search: '' })).toEqual(['/api/auth/whoami', FIRST_TREE])
  expect(neededEarly({ pathname: '/topology', search: '' })).toContain(FIRST_TREE)
  expect(neededEarly({ pathname: '/topology', search: '?type=Pod' })).not.toContain(FIRST_TREE)
  expect(neededEarly({ pathname: '/health', search: '?status=unhealthy' })).not.toContain(FIRST_CHECKS)
  expect(neededEarly({ pathname: '/settings/users', search: '' })).toEqual(['/api/auth/whoami'])
})
