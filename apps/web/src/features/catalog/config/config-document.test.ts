import { assert, property, uniqueArray, integer } from 'fast-check'
import { expect, test } from 'vitest'
import { documentText, readLines, selectedText, withLine, withLines } from './config-document.ts'

test('a document is shown as JSON unless somebody wants YAML, and a text as it is [CAT-022]', () => {
  expect(documentText({ a: [1] }, 'json')).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(documentText({ a: [1] }, 'yaml')).toBe('a:\n  - 1\n')
  expect(documentText('a = 1\nb = 2', 'json')).toBe('a = 1\nb = 2')
  expect(documentText(null, 'json')).toBe('null')
})

test('selected lines are repeated in the address, in order, and each press takes one back [CAT-021]', () => {
  const one = withLine(new URLSearchParams('format=yaml'), 7)
  const two = withLine(one, 3)
  expect(two.toString()).toBe('format=yaml&selected=3&selected=7')
  expect(withLine(two, 7).toString()).toBe('format=yaml&selected=3')
  expect(readLines(new URLSearchParams('selected=0&selected=x&selected=12&selected=-1'))).toEqual([12])
})

test('every selection comes back from the address', () => {
  assert(
    property(uniqueArray(integer({ min: 1, max: 999_999 })), (lines) => {
      expect(new Set(readLines(withLines(new URLSearchParams(), lines)))).toEqual(new Set(lines))
    }),
  )
})

test('the text of a selection has only lines that exist', () => {
  expect(selectedText('a\nb\nc', [3, 1, 9])).toBe('a\nc')
})
