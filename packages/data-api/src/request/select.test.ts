import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText, outcomeOf, slowTexts } from '../../testing/parsers.ts'
import { parseSelect } from './select.ts'

const limits = { embedDepth: 8 }
const parse = (text: string, forgiving = false) => parseSelect(text, limits, forgiving)
const column = (name: string, more: object = {}) => ({
  kind: 'column',
  field: { name, path: [] },
  alias: undefined,
  cast: undefined,
  aggregate: undefined,
  aggregateCast: undefined,
  ...more,
})
const embed = (name: string, select: readonly unknown[], more: object = {}) => ({
  kind: 'embed',
  name,
  alias: undefined,
  hint: undefined,
  inner: false,
  spread: false,
  select,
  ...more,
})
const all = { kind: 'all' }

describe('parseSelect', () => {
  test.each([
    ['', [all]],
    ['*', [all]],
    ['a,b', [column('a'), column('b')]],
    [' a , b ', [column('a'), column('b')]],
    ['x:a', [column('a', { alias: 'x' })]],
    ['"x y":"a:b"', [column('a:b', { alias: 'x y' })]],
    ['a::text', [column('a', { cast: 'text' })]],
    ['x:a::int[]', [column('a', { alias: 'x', cast: 'int[]' })]],
    ['a::double precision', [column('a', { cast: 'double precision' })]],
    ['a.sum()', [column('a', { aggregate: 'sum' })]],
    ['a::int.avg()::text', [column('a', { cast: 'int', aggregate: 'avg', aggregateCast: 'text' })]],
    ['count()', [column('', { field: undefined, aggregate: 'count' })]],
    [
      'n:count()::int',
      [column('', { field: undefined, alias: 'n', aggregate: 'count', aggregateCast: 'int' })],
    ],
    [
      'data->a->>b',
      [
        column('data', {
          field: {
            name: 'data',
            path: [
              { key: 'a', text: false },
              { key: 'b', text: true },
            ],
          },
        }),
      ],
    ],
    ['a(*)', [embed('a', [all])]],
    ['a()', [embed('a', [])]],
    ['x:a!hint!inner(b)', [embed('a', [column('b')], { alias: 'x', hint: 'hint', inner: true })]],
    ['a!left(b)', [embed('a', [column('b')])]],
    ['...a(b)', [embed('a', [column('b')], { spread: true })]],
    ['a(b(c),d)', [embed('a', [embed('b', [column('c')]), column('d')])]],
  ])('of %s', (text, expected) => {
    expect(parse(text)).toEqual(expected)
  })

  test.each([
    'a,',
    ',',
    'a(',
    'a(b',
    'a)',
    'a(b))',
    'a::',
    'a!x',
    '...a',
    'a->b(c)',
    'a.median()',
    'a b(c',
    ':a',
  ])('refuses %j', (text) => {
    expect(() => parse(text)).toThrow('failed to parse select parameter')
  })

  test('passes over closing brackets too many only when forgiving', () => {
    expect(parse('a(b)) )', true)).toEqual([embed('a', [column('b')])])
    expect(() => parse('a(b)) )x', true)).toThrow('failed to parse')
  })

  test('embeds as deep as the limit, and no deeper', () => {
    const nested = (depth: number) => `${'a('.repeat(depth)}b${')'.repeat(depth)}`
    expect(parse(nested(8))).toHaveLength(1)
    expect(() => parse(nested(9))).toThrow('Resources are embedded deeper than 8 levels')
    expect(() => parse(nested(50_000))).toThrow('Resources are embedded deeper than 8 levels')
  })

  test('reads or refuses any text', () => {
    fc.assert(
      fc.property(
        hostileText,
        fc.boolean(),
        (text, forgiving) => void outcomeOf(() => parse(text, forgiving)),
      ),
      { numRuns: 3_000 },
    )
  })

  test('takes time by the length of the text only', () => {
    expect(slowTexts((text) => parse(text, true))).toEqual([])
  })
})
