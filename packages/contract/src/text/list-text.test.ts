import { array, assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { joinList, splitList } from './list-text.ts'

test('a list of texts becomes one text and comes back', () => {
  expect(joinList(['a', 'b,c', String.raw`d\e`])).toBe(String.raw`a,b\,c,d\\e`)
  assert(
    property(array(string({ unit: 'binary', minLength: 1 })), (items) => {
      expect(splitList(joinList(items))).toEqual(items)
    }),
  )
})

test('commas without anything between them are no items', () => {
  expect(splitList(',,a,')).toEqual(['a'])
  expect(splitList('')).toEqual([])
})
