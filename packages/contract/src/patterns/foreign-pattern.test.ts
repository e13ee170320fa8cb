import { expect, test } from 'vitest'
import { growthOf, MOST_GROWTH } from '../testing/index.ts'
import { compilePattern, compilePatterns, patternCost } from './foreign-pattern.ts'

const hostile: readonly [string, string][] = [
  ['a long text', 'a'.repeat(1_000_000)],
  ['repetitions beside each other', 'a{1000}'.repeat(200)],
  ['optional repetitions', '(?:a?){1000}'.repeat(80)],
  ['nested repetitions', '((a{30}){30}){30}'],
  ['open groups', '('.repeat(50_000) + ')'.repeat(50_000)],
  ['classes of Unicode', String.raw`(?i)[${String.raw`\pL`.repeat(900)}]`],
  ['ranges that ignore case', `(?i)${'[a-\uFFFF]'.repeat(200)}`],
  ['ranges by number', String.raw`(?i)${String.raw`[a-\x{ffff}]`.repeat(200)}`],
  ['numbers without end', `a{1,${'9'.repeat(9_000)}}`],
]

test.each(hostile)('refuses a large pattern before it is compiled: %s', (_, source) => {
  const began = performance.now()
  expect(compilePattern(source).ok).toBe(false)
  expect(performance.now() - began).toBeLessThan(200)
})

test('patterns that are large together are refused, and one that is wrong is named', () => {
  const many = Array.from({ length: 50 }, () => 'a{300}')
  expect(compilePatterns(many)).toMatchObject({ failure: { message: expect.stringContaining('too large') } })
  expect(compilePatterns(['a', '(', 'b'])).toMatchObject({
    failure: { index: 1, message: 'missing closing ): `(`' },
  })
  expect(compilePatterns(['a', 'b{1000}'], { most: 900 })).toMatchObject({ failure: { index: 1 } })
})

test.each([
  'web.*|db-[0-9]{1,3}',
  String.raw`\b\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}\b`,
  String.raw`\d{1,3}(\.\d{1,3}){3}:\d{2,5}`,
  '[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}',
  String.raw`(?i)(password|token|secret)["']?\s*[:=]\s*["']?[^\s"',]+`,
  String.raw`[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,24}`,
])('takes patterns that people use: %s', (source) => {
  expect(compilePattern(source).ok).toBe(true)
})

test('the cost of a pattern is found in linear time', () => {
  for (const piece of ['{', '{1', '{1,', '(', 'a{9}', String.raw`\p`, '-', '-é'])
    expect(growthOf((length) => piece.repeat(length), patternCost)).toBeLessThanOrEqual(MOST_GROWTH)
})
