import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkListQuery } from '../../features/health/dashboard/queries.ts'
import { dashboardFilters } from '../../features/health/dashboard/filters.ts'
import { pageRange } from '../../features/health/default-range.ts'
import { request } from './api.ts'
import { askEarly, FIRST_CHECKS, neededEarly } from './early.ts'

test('the checks that are asked for early are those that the page asks for first', async () => {
  const asked: string[] = []
  const original = globalThis.fetch
  globalThis.fetch = (address) => {
    asked.push(address instanceof Request ? address.url : address.toString())
    return Promise.reject(new TypeError('no network'))
  }
  try {
    const { queryFn, queryKey } = checkListQuery({
      values: dashboardFilters.parse(new URLSearchParams()),
      range: pageRange,
    })
    if (typeof queryFn !== 'function') throw new TypeError('no function')
    const context = {
      signal: new AbortController().signal,
      queryKey,
      meta: undefined,
      client: new QueryClient(),
    }
    await Promise.resolve(queryFn(context)).catch(() => undefined)
  } finally {
    globalThis.fetch = original
  }
  expect(asked).toEqual([FIRST_CHECKS])
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
  expect(neededEarly({ pathname: '/', search: '' })).toContain(FIRST_CHECKS)
  expect(neededEarly({ pathname: '/health', search: '?status=unhealthy' })).not.toContain(FIRST_CHECKS)
  expect(neededEarly({ pathname: '/settings/users', search: '' })).toEqual(['/api/auth/whoami'])
})
