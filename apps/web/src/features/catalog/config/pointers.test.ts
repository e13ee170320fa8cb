import { assert, jsonValue, property } from 'fast-check'
import { expect, test } from 'vitest'
import { documentText } from './config-document.ts'
import { pointersOf } from './pointers.ts'

test('each line of a document has the pointer of its value', () => {
  expect(pointersOf({ a: 1, 'b/c': { d: [], e: [true, null] } })).toEqual([
    undefined,
    '/a',
    undefined,
    '/b~1c/d',
    undefined,
    '/b~1c/e/0',
    '/b~1c/e/1',
    undefined,
    undefined,
    undefined,
  ])
})

test('every document has as many pointers as lines', () => {
  assert(
    property(jsonValue(), (document) => {
      const text = typeof document === 'string' ? '""' : documentText(document, 'json')
      expect(pointersOf(document)).toHaveLength(text.split('\n').length)
    }),
  )
})
