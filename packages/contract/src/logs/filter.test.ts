import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchesFilter, parseLogQuery, writeLabelCondition } from './filter.ts'

describe('a query', () => {
  test('has words, quoted texts, excluded ones and labels', () => {
    expect(
      parseLogQuery(String.raw`card "not found" -noise level=error pod!="web 1" -env=test "a \" b"`),
    ).toEqual({
      contains: ['card', 'not found', 'a " b'],
      excludes: ['noise'],
      labels: [
        { name: 'level', value: 'error', isExcluded: false },
        { name: 'pod', value: 'web 1', isExcluded: true },
        { name: 'env', value: 'test', isExcluded: true },
      ],
    })
  })

  test('of any text is read without an error, and a word finds itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const filter = parseLogQuery(text)
        if (filter.excludes.length + filter.labels.length > 0) return
        expect(matchesFilter(filter, { message: filter.contains.join(' '), labels: {} })).toBe(true)
      }),
    )
  })

  test('a written condition on a label is read as it was', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[\w./@-]*\w$/).filter((name) => !name.startsWith('-')),
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.boolean(),
        (name, value, isExcluded) => {
          const condition = { name, value, isExcluded }
          expect(parseLogQuery(writeLabelCondition(condition)).labels).toEqual([condition])
        },
      ),
    )
  })
})

test('words have no case; labels do', () => {
  const line = { message: 'Card REFUSED', labels: { level: 'error' } }
  expect(matchesFilter(parseLogQuery('card refused level=error'), line)).toBe(true)
  expect(matchesFilter(parseLogQuery('level=Error'), line)).toBe(false)
  expect(matchesFilter(parseLogQuery('-refused'), line)).toBe(false)
  expect(matchesFilter(parseLogQuery('pod!=web'), line)).toBe(true)
})
