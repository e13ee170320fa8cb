import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createJsonScan, type JsonExcess } from './json-scan.ts'

const limits = { depth: 64, nodes: 1_000 }

/** Scans a text in chunks of a size. */
function scan(text: string, chunk = text.length || 1, within = limits): JsonExcess | undefined {
  const bytes = Buffer.from(text)
  const feed = createJsonScan(within)
  for (let start = 0; start < bytes.length; start += chunk) {
    const excess = feed(bytes.subarray(start, start + chunk))
    if (excess !== undefined) return excess
  }
  return undefined
}

const keyOf = (text: string, { key }: JsonExcess) =>
  key === undefined ? undefined : Buffer.from(text).toString('utf8', key.start, key.end)

describe('depth', () => {
  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
    ['both', '[{"a":', '}]'],
  ])('of %s is limited', (_what, open, close) => {
    const levels = open.startsWith('[{') ? 2 : 1
    const nested = (depth: number) => `${open.repeat(depth / levels)}0${close.repeat(depth / levels)}`
    expect(scan(nested(64))).toBeUndefined()
    for (const depth of [66, 100_000])
      expect(scan(nested(depth))).toMatchObject({
        limit: 'depth',
        message: 'The JSON is nested deeper than 64 levels',
      })
  })

  test('in texts and one after the other does not count', () => {
    expect(scan(JSON.stringify('['.repeat(100_000)))).toBeUndefined()
    expect(scan(JSON.stringify({ a: '"[\\'.repeat(10_000), ['{'.repeat(1_000)]: 1 }))).toBeUndefined()
    expect(scan(`[${'[],'.repeat(300)}0]`)).toBeUndefined()
  })
})

describe('nodes', () => {
  test.each([
    ['values', `[${'0,'.repeat(1_000)}0]`],
    ['keys and values', `{${'"a":0,'.repeat(600)}"b":0}`],
    ['empty arrays', `[${'[],'.repeat(600)}0]`],
  ])('that are %s are limited', (_what, text) => {
    expect(scan(text)).toMatchObject({
      limit: 'nodes',
      message: 'The JSON has more than 1000 values and keys',
    })
  })

  test('in texts do not count', () => {
    expect(scan(JSON.stringify(',:[{'.repeat(10_000)))).toBeUndefined()
  })
})

test.each([
  [`{"name": "x", "columns": ${'['.repeat(70)}`, '"columns"'],
  [`[{"name": 1}, {"columns": ${'['.repeat(70)}`, '"columns"'],
  [`{"a": {"b": ${'['.repeat(70)}`, '"a"'],
  [`{"a\\"é": ${'['.repeat(70)}`, '"a\\"é"'],
  ['['.repeat(70), undefined],
  ['{'.repeat(70), undefined],
])('the field that exceeds a limit is told: %s', (text, key) => {
  for (const chunk of [1, 3, text.length]) {
    const excess = scan(text, chunk)
    expect(excess && keyOf(text, excess)).toBe(key)
  }
})

/** Depth, and values and keys, of a parsed value. */
function measure(value: unknown): { depth: number; nodes: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, nodes: 1 }
  const inner = Object.values(value).map(measure)
  const keys = Array.isArray(value) ? 0 : inner.length
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    nodes: 1 + keys + inner.reduce((sum, { nodes }) => sum + nodes, 0),
  }
}

test('what passes is within the limits, however it is cut, and nothing is refused that is well below', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 9 }), fc.integer({ min: 1, max: 9 }), (value, chunk) => {
      const text = JSON.stringify(value)
      const { depth, nodes } = measure(value)
      const within = { depth: 5, nodes: 20 }
      const excess = scan(text, chunk, within)
      expect(excess).toEqual(scan(text, text.length, within))
      // An empty array or object counts as one with a value.
      const right = excess === undefined ? depth <= 5 && nodes <= 20 : depth > 5 || nodes * 2 > 20
      expect(right).toBe(true)
    }),
  )
})
