import type { Json } from '@binnacle/plugin-kit/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { binOf } from './record.ts'
import { toResult } from './result.ts'

/** A JSON value in our own type. */
function toJson(value: unknown): Json {
  return z.json().parse(value)
}

const now = new Date('2026-01-01T00:00:00Z')

test('texts lose what a database cannot store, and their length is bounded', () => {
  const result = toResult(
    {
      state: 'unhealthy',
      error: `a\0b\uD800c${'x'.repeat(10_000)}`,
      details: { 'k\0': 'v\0', deep: [{ n: Number.NaN }] },
    },
    now,
    5,
  )
  expect(result.error?.startsWith('ab\uFFFDcxxx')).toBe(true)
  expect(result.error?.length).toBeLessThan(4_200)
  expect(result.details).toEqual({ k: 'v', deep: [{ n: null }] })
})

test('details that are too large are cut to an excerpt', () => {
  const result = toResult(
    { state: 'healthy', details: { list: Array.from({ length: 50_000 }, () => 'abc') } },
    now,
    5,
  )
  expect(result.details).toHaveProperty('truncated', true)
  expect(JSON.stringify(result.details).length).toBeLessThan(40_000)
})

test('any JSON becomes storable JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const details = { value: toJson(value) }
      const text = JSON.stringify(toResult({ state: 'healthy', details }, now, 1))
      expect(text).not.toMatch(/\\u0000|\\ud[89a-f]/i)
    }),
  )
})

test('the duration is what the check measured, else the wall time', () => {
  expect(toResult({ state: 'healthy', durationMilliseconds: 3.5 }, now, 100).duration).toBe(3.5)
  expect(toResult({ state: 'healthy' }, now, 100).duration).toBe(100)
})

test('a percentile read from its histogram bin is at most 5 % off', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.11, max: 600_000, noNaN: true }), (milliseconds) => {
      const read = 1.1 ** binOf(milliseconds)
      expect(Math.abs(read - milliseconds) / milliseconds).toBeLessThanOrEqual(0.05)
    }),
  )
  expect([0, -1, 1e9].map(binOf)).toEqual([-24, -24, 160])
})
