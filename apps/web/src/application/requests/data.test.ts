import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { anyContains, containing, firstRowOf, pageOrEnd, rowsOf } from './data.ts'
import { RequestFailure } from './failure.ts'

test('signs that stand for others are looked for as they are', () => {
  expect(containing(' ada ')).toBe('*ada*')
  expect(containing('50%_\\')).toBe(String.raw`*50\%\_\\*`)
  expect(containing('a*b')).toBe('*a_b*')
})

test('a text may hold the signs that conditions are made of', () => {
  expect(anyContains(['name', 'email'], 'a,(b)')).toBe('name.ilike."*a,(b)*",email.ilike."*a,(b)*"')
  expect(anyContains(['name'], 'the "best"')).toBe(String.raw`name.ilike."*the \"best\"*"`)
})

test('a page beyond the last one is empty, and says how many rows there are', async () => {
  const load = (pageIndex: number) =>
    pageIndex === 0
      ? Promise.resolve({ rows: ['a'], total: 1 })
      : Promise.reject(new RequestFailure('not satisfiable', { status: 416 }))
  await expect(pageOrEnd(0, load)).resolves.toEqual({ rows: ['a'], total: 1 })
  await expect(pageOrEnd(3, load)).resolves.toEqual({ rows: [], total: 1 })
  const failing = () => Promise.reject(new RequestFailure('away', { status: 503 }))
  await expect(pageOrEnd(3, failing)).rejects.toThrow('away')
})

test('the rows of a query are parsed, and the first one may be missing', async () => {
  const row = z.object({ id: z.string() })
  const answer = (data: unknown) => ({
    abortSignal: () => ({ throwOnError: () => Promise.resolve({ data }) }),
  })
  const { signal } = new AbortController()
  await expect(rowsOf(answer([{ id: 'a', more: 1 }]), row, signal)).resolves.toEqual([{ id: 'a' }])
  await expect(rowsOf(answer([{ id: 1 }]), row, signal)).rejects.toThrow('id')
  await expect(firstRowOf(answer([{ id: 'a' }, { id: 'b' }]), row, signal)).resolves.toEqual({ id: 'a' })
  await expect(firstRowOf(answer([]), row, signal)).resolves.toBeNull()
})
