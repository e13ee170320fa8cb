import { assert, constantFrom, property, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'
import { hiddenOf, hiddenText } from './hidden-columns.ts'

test('the address says which columns are hidden, unless they are those hidden at first', () => {
  expect(hiddenText(['type', 'cost'], ['cost', 'type'])).toBeUndefined()
  expect(hiddenText([], ['cost'])).toBe('-')
  const columns = uniqueArray(constantFrom('name', 'type', 'cost', 'tags'))
  assert(
    property(columns, columns, (hidden, atFirst) => {
      expect(hiddenOf(hiddenText(hidden, atFirst), atFirst).toSorted()).toEqual(hidden.toSorted())
    }),
  )
})
