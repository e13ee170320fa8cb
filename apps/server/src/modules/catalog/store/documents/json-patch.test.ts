import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyPatch, createMergePatch, createPatch, isJsonRecord } from './json-patch.ts'
import { normalize } from '../stage/normalize.ts'
import type { Json } from '@binnacle/plugin-kit/core'

function parse(text: string): Json {
  return JSON.parse(text)
}

/** A document as the store has it. No part of it is also another part. */
function stored(value: unknown): Json {
  const normal = normalize(value)
  return normal.ok ? parse(normal.value.text) : null
}

const document = fc.jsonValue({ maxDepth: 4 })

/** Documents that have much in common. */
const pair = fc.tuple(document, document, document).map(([a, b, c]) => [
  { same: a, list: [a, b, c, a], inner: { b, c } },
  { same: a, list: [b, c, b, a, a], inner: { b: c, d: a } },
])

const documents = fc.oneof(fc.tuple(document, document), pair).map((values) => values.map(stored))

test('a patch leads from one document to the other', () => {
  fc.assert(
    fc.property(documents, ([from = null, to = null]) => {
      expect(applyPatch(structuredClone(from), createPatch(from, to))).toEqual(to)
    }),
  )
})

test('keys of a patch are escaped, and no key reaches the prototype', () => {
  const from = parse('{"a/b": {"~": 1}, "__proto__": {"x": 1}, "list": [1, 2, 3, 4]}')
  const to = parse('{"a/b": {"~": 2}, "__proto__": {"x": 2}, "list": [1, 3, 4]}')
  expect(createPatch(from, to)).toEqual([
    { op: 'replace', path: '/a~1b/~0', value: 2 },
    { op: 'replace', path: '/__proto__/x', value: 2 },
    { op: 'remove', path: '/list/1' },
  ])
  expect(JSON.stringify(applyPatch(structuredClone(from), createPatch(from, to)))).toBe(JSON.stringify(to))
})

test('a patch of another document is refused', () => {
  expect(() => applyPatch({ a: 1 }, [{ op: 'replace', path: '/b/c', value: 1 }])).toThrow('leads to /b/c')
})

/** Applies a merge patch as RFC 7396 says. */
function merge(target: Json, patch: Json): Json {
  if (!isJsonRecord(patch)) return patch
  const merged = new Map(Object.entries(isJsonRecord(target) ? target : {}))
  for (const [key, value] of Object.entries(patch))
    if (value === null) merged.delete(key)
    else merged.set(key, merge(merged.get(key) ?? null, value))
  return Object.fromEntries(merged)
}

test('a merge patch leads from one document to the other', () => {
  fc.assert(
    fc.property(documents, ([from = null, to = null]) => {
      const patch = createMergePatch(from, to)
      expect(patch === undefined ? from : merge(from, patch)).toEqual(to)
    }),
  )
})
