import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText, outcomeOf, slowTexts } from '../../testing/parsers.ts'
import { contentRange, rangeOf, rangeStatus } from './range.ts'

describe('rangeOf', () => {
  test.each([
    [null, undefined, undefined, Infinity, { offset: 0, limit: undefined }],
    [null, 5, undefined, Infinity, { offset: 0, limit: 5 }],
    [null, 0, undefined, Infinity, { offset: 0, limit: 0 }],
    [null, 5, 10, Infinity, { offset: 10, limit: 5 }],
    [null, undefined, -3, Infinity, { offset: 0, limit: undefined }],
    ['0-9', undefined, undefined, Infinity, { offset: 0, limit: 10 }],
    ['items=10-19', undefined, undefined, Infinity, { offset: 10, limit: 10 }],
    ['10-', undefined, undefined, Infinity, { offset: 10, limit: undefined }],
    ['0-9', 5, 2, Infinity, { offset: 2, limit: 5 }],
    ['0-9', 50, 2, Infinity, { offset: 2, limit: 8 }],
    ['bytes=0-9', undefined, undefined, Infinity, { offset: 0, limit: undefined }],
    [null, undefined, undefined, 3, { offset: 0, limit: 3 }],
    [null, 10, 5, 3, { offset: 5, limit: 3 }],
    ['0-9', undefined, undefined, 3, { offset: 0, limit: 3 }],
  ])('of %s, limit %s, offset %s, at most %s', (header, limit, offset, maximum, expected) => {
    expect(rangeOf(header, limit, offset, maximum)).toEqual(expected)
  })

  test.each([
    ['9-0', undefined],
    [null, -1],
  ])('refuses the range %s and limit %s', (header, limit) => {
    expect(outcomeOf(() => rangeOf(header, limit, undefined, Infinity))).toHaveProperty('refusal.status', 416)
  })

  test('gives whole numbers or refuses, whatever the header says', () => {
    const number = fc.option(fc.integer({ min: -(10 ** 15), max: 10 ** 15 }), { nil: undefined })
    const header = fc.oneof(
      hostileText,
      fc.tuple(fc.nat(), fc.nat()).map(([from, to]) => `${from}-${to}`),
    )
    fc.assert(
      fc.property(
        header,
        number,
        number,
        fc.integer({ min: 1, max: 1_000 }),
        (text, limit, offset, maximum) => {
          const outcome = outcomeOf(() => rangeOf(text, limit, offset, maximum))
          if (!('result' in outcome)) return
          expect(outcome.result.offset).toBeGreaterThanOrEqual(0)
          expect(outcome.result.limit).toBeGreaterThanOrEqual(0)
          expect(outcome.result.limit).toBeLessThanOrEqual(maximum)
          expect(Number.isSafeInteger(outcome.result.offset)).toBe(true)
        },
      ),
    )
    expect(slowTexts((text) => rangeOf(text, undefined, undefined, Infinity))).toEqual([])
  })
})

test.each([
  [0, 10, 100, '0-9/100'],
  [5, 1, undefined, '5-5/*'],
  [0, 0, 0, '*/0'],
  [7, 0, undefined, '*/*'],
])('contentRange from %s with %s rows of %s is %s', (offset, rows, total, expected) => {
  expect(contentRange(offset, rows, total)).toBe(expected)
})

test('rangeStatus is 206 for a part, 416 behind the end', () => {
  expect(rangeStatus(0, 5, undefined)).toBe(200)
  expect(rangeStatus(0, 5, 5)).toBe(200)
  expect(rangeStatus(0, 5, 6)).toBe(206)
  expect(rangeStatus(6, 0, 6)).toBe(206)
  expect(outcomeOf(() => rangeStatus(7, 0, 6))).toMatchObject({
    refusal: { status: 416, headers: { 'content-range': '*/6' } },
  })
})
