import type { Json } from '@binnacle/plugin-kit/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { likeness } from './likeness.ts'

test('documents are alike by the part of their values that are equal', () => {
  expect(likeness({ a: 1, b: [1, 2], c: { d: 'x' } }, { a: 2, b: [1, 2], c: { d: 'x' } })).toBe(0.75)
  expect(likeness({ a: 1 }, { b: 1 })).toBe(0)
  expect(likeness({}, {})).toBe(0)
})

test('likeness is symmetric, at most 1, and 1 for a document and itself', () => {
  const document = fc
    .dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 })
    .map((value): Json => JSON.parse(JSON.stringify({ ...value, id: 1 })))
  fc.assert(
    fc.property(document, document, (one, other) => {
      const found = likeness(one, other)
      expect(found).toBe(likeness(other, one))
      expect(found).toBeGreaterThanOrEqual(0)
      expect(found).toBeLessThanOrEqual(1)
      expect(likeness(one, one)).toBe(1)
    }),
  )
})
