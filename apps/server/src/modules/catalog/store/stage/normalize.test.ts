import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalize } from './normalize.ts'

function textOf(value: unknown): string {
  const normal = normalize(value)
  return normal.ok ? normal.value.text : `failure: ${normal.failure}`
}

function shuffle(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffle)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, shuffle(inner)]),
  )
}

test('documents that mean the same have the same text', () => {
  expect(textOf({ b: 1.1, a: { d: null, c: [null, 'x'] } })).toBe('{"a":{"c":[null,"x"]},"b":1.1}')
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = textOf(value)
      expect(textOf(shuffle(value))).toBe(text)
      expect(textOf(JSON.parse(text))).toBe(text)
    }),
  )
})

test('numbers stay exact', () => {
  for (const number of [1.1, 0.1 + 0.2, 1e21, 5e-324, 9_007_199_254_740_991])
    expect(JSON.parse(textOf({ number }))).toEqual({ number })
})

test('texts that PostgreSQL refuses are replaced, and what cannot be stored is said', () => {
  expect(textOf('a\0b\ud800')).toBe('"a\uFFFDb\uFFFD"')
  expect(textOf({ number: Number('1e400') })).toBe('failure: has a number that is too large to be stored')
  let deep: unknown = 1
  for (let level = 0; level < 5_000; level += 1) deep = [deep]
  expect(textOf(deep)).toBe('failure: is nested more than 200 levels deep')
})

test('number keys and __proto__ are sorted like all other keys', () => {
  expect(textOf({ b: 1, 9: 1, 10: 1 })).toBe('{"10":1,"9":1,"b":1}')
  expect(textOf({ 1: 1, 2: 1, b: 1 })).toBe('{"1":1,"2":1,"b":1}')
  expect(textOf(JSON.parse('{"b": 1, "__proto__": {"d": 1, "c": 2}}'))).toBe(
    '{"__proto__":{"c":2,"d":1},"b":1}',
  )
})

test('a date is stored as an object without fields, and undefined in a list as null', () => {
  expect(textOf({ at: new Date(0), list: [undefined, null] })).toBe('{"at":{},"list":[null,null]}')
})

test('the value says what the text says, and what was given stays as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (given) => {
      const before = JSON.stringify(given)
      const normal = normalize(given)
      const { text, value } = normal.ok ? normal.value : { text: '', value: undefined }
      expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)))
      expect(JSON.stringify(given)).toBe(before)
    }),
  )
})
