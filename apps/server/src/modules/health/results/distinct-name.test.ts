import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distinctName } from './distinct-name.ts'
import { LONGEST_NAME, storable } from './result.ts'

test('a name that can be stored stays as it is', () => {
  expect(distinctName('Disk of web-1 is full')).toBe('Disk of web-1 is full')
  expect(distinctName('x'.repeat(LONGEST_NAME))).toBe('x'.repeat(LONGEST_NAME))
})

test('two names stay two, however long they are and whatever characters they have', () => {
  // Names that differ at their end only, or only in what is not stored.
  const start = fc.constantFrom(
    '',
    'a',
    'x'.repeat(LONGEST_NAME - 1),
    'x'.repeat(LONGEST_NAME),
    '😀'.repeat(200),
  )
  const end = fc.array(fc.constantFrom('a', '\0', '\ud83d', '\ude00', '\ufffd', '😀', '…'), { maxLength: 4 })
  const name = fc.tuple(start, end).map(([first, last]) => first + last.join(''))
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 20 }), (names) => {
      const stored = names.map(distinctName)
      expect(new Set(stored).size).toBe(names.length)
      // Storing them changes nothing more.
      expect(stored.map((each) => storable(each, LONGEST_NAME))).toEqual(stored)
    }),
    { numRuns: 500 },
  )
})
