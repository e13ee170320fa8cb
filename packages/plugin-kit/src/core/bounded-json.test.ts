import { expect, test } from 'vitest'
import { parseBoundedJson } from './bounded-json.ts'

test('reads JSON, with what looks like structure within texts', () => {
  const value = { 'a:[{,': ['\\"[[[', { b: [1, null, true] }, '\\'] }
  expect(parseBoundedJson(JSON.stringify(value))).toEqual({ ok: true, value })
  expect(parseBoundedJson('{')).toMatchObject({
    ok: false,
    failure: { isJson: false, message: expect.stringMatching(/^is not JSON: /) },
  })
})

test.each([
  ['lists in lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, /^has more than 1000 levels/],
  ['objects in objects', '{"a":'.repeat(100_000), /^has more than 1000 levels/],
  ['many objects', `[${'{},'.repeat(300_000)}1]`, /^has more values than are read/],
  [
    'many keys',
    `{${Array.from({ length: 100_000 }, (_, index) => `"${index}":1`).join(',')}}`,
    /^has more values/,
  ],
])('%s are refused before they are parsed', (_, text, failure) => {
  expect(parseBoundedJson(text)).toMatchObject({
    ok: false,
    failure: { message: expect.stringMatching(failure) },
  })
})

test('a list of numbers of a mebibyte is read', () => {
  const text = JSON.stringify(Array.from({ length: 180_000 }, (_, index) => index))
  expect(text.length).toBeGreaterThan(1_000_000)
  expect(parseBoundedJson(text).ok).toBe(true)
})
