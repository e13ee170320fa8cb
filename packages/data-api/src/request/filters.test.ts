import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText, outcomeOf, slowTexts } from '../../testing/parsers.ts'
import { fullText, parseFilter, parseLogic, parseTarget, quantifiable, simple } from './filters.ts'

const field = { name: 'a', path: [] }
const parse = (value: string) => parseFilter(field, value)
const filter = (operation: object, negated = false, name = 'a') => ({
  kind: 'filter',
  field: { name, path: [] },
  negated,
  operation,
})
const eq = (name: string, value: string) => filter({ kind: 'compare', operator: 'eq', value }, false, name)

describe('parseFilter', () => {
  test.each(Object.keys(quantifiable))('compares by %s, with any and all', (operator) => {
    expect(parse(`${operator}.1.5`)).toEqual(filter({ kind: 'compare', operator, value: '1.5' }))
    for (const quantifier of ['any', 'all'])
      expect(parse(`not.${operator}(${quantifier}).{1,2}`)).toEqual(
        filter({ kind: 'compare', operator, value: '{1,2}', quantifier }, true),
      )
  })

  test.each(Object.keys(simple))('compares by %s, without any and all', (operator) => {
    expect(parse(`${operator}.x`)).toEqual(filter({ kind: 'simple', operator, value: 'x' }))
    expect(() => parse(`${operator}(any).x`)).toThrow('failed to parse filter')
  })

  test.each(Object.keys(fullText))('searches by %s', (operator) => {
    expect(parse(`${operator}.a b`)).toEqual(
      filter({ kind: 'fullText', operator, language: undefined, value: 'a b' }),
    )
    expect(parse(`${operator}(english).a`)).toEqual(
      filter({ kind: 'fullText', operator, language: 'english', value: 'a' }),
    )
  })

  test.each([
    ['in.(1,2)', { kind: 'in', values: ['1', '2'] }],
    ['in.()', { kind: 'in', values: [] }],
    ['in.("a,b","c)",d"e)', { kind: 'in', values: ['a,b', 'c)', 'd"e'] }],
    [String.raw`in.("a\"b","\\")`, { kind: 'in', values: ['a"b', '\\'] }],
    ['in.(,a)', { kind: 'in', values: ['', 'a'] }],
    ['in.("")', { kind: 'in', values: [] }],
    ['is.null', { kind: 'is', value: 'null' }],
    ['is.NOT_NULL', { kind: 'is', value: 'not_null' }],
    ['is.unknown', { kind: 'is', value: 'unknown' }],
    ['isdistinct.x', { kind: 'isdistinct', value: 'x' }],
    ['eq.', { kind: 'compare', operator: 'eq', value: '' }],
    ['eq.not.eq.1', { kind: 'compare', operator: 'eq', value: 'not.eq.1' }],
    ["eq.'; drop table a; --", { kind: 'compare', operator: 'eq', value: "'; drop table a; --" }],
  ])('reads %s', (text, operation) => {
    expect(parse(text)).toEqual(filter(operation))
  })

  test.each(
    [
      ['', '1', 'eq', 'not.', 'not.1', 'not.not.eq.1', 'EQ.1', 'eq(some).1', 'constructor.1', '__proto__.1'],
      ['in.1', 'in.(1', 'in.(1)x', 'is.1', 'is.nullx', 'fts(a.b', 'in(any).(1)', 'is', 'isdistinct'],
    ].flat(),
  )('refuses %j', (text) => {
    expect(() => parse(text)).toThrow('failed to parse filter')
  })

  test('tells arguments of functions from filters', () => {
    expect(parseFilter(field, 'plain', true)).toBeUndefined()
    expect(parseFilter(field, 'eq.1', true)).toBeDefined()
  })

  test('keeps any value as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(parse(`eq.${value}`)).toEqual(filter({ kind: 'compare', operator: 'eq', value }))
      }),
    )
  })

  test('keeps any values of a list that are quoted', () => {
    const list = fc.array(fc.string({ unit: 'binary' }), { minLength: 2 })
    fc.assert(
      fc.property(list, (values) => {
        const quoted = values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`)
        expect(parse(`in.(${quoted.join(',')})`)).toEqual(filter({ kind: 'in', values }))
      }),
    )
  })

  test('reads or refuses any text', () => {
    fc.assert(
      fc.property(
        hostileText,
        fc.boolean(),
        (text, optional) => void outcomeOf(() => parseFilter(field, text, optional)),
      ),
      { numRuns: 3_000 },
    )
  })

  test('takes time by the length of the text only', () => {
    expect(slowTexts(parse)).toEqual([])
  })
})

const LIMIT = 20
const tree = (value: string) => parseLogic('and', false, value, LIMIT)
const logic = (operator: string, terms: readonly unknown[], negated = false) => ({
  kind: 'logic',
  operator,
  negated,
  terms,
})

describe('parseLogic', () => {
  test.each([
    ['(a.eq.1,b.eq.2)', logic('and', [eq('a', '1'), eq('b', '2')])],
    ['( a.eq.1, b.eq.2)', logic('and', [eq('a', '1'), eq('b', '2')])],
    ['(or(a.eq.1,b.eq.2),c.eq.3)', logic('and', [logic('or', [eq('a', '1'), eq('b', '2')]), eq('c', '3')])],
    ['(not.and(a.eq.1))', logic('and', [logic('and', [eq('a', '1')], true)])],
    ['(a.not.eq.1)', logic('and', [filter({ kind: 'compare', operator: 'eq', value: '1' }, true)])],
    ['(a.eq."x,y)")', logic('and', [eq('a', 'x,y)')])],
    ['(a.eq."x"y)', logic('and', [eq('a', '"x"y')])],
    ['(a.cs.{1,2})', logic('and', [filter({ kind: 'simple', operator: 'cs', value: '{1,2}' })])],
    ['(a.in.(1,2),or.eq.1)', logic('and', [filter({ kind: 'in', values: ['1', '2'] }), eq('or', '1')])],
  ])('of %s', (text, expected) => {
    expect(tree(text)).toEqual(expected)
  })

  test.each([
    '',
    '()',
    '(',
    'a.eq.1',
    '(a.eq.1',
    '(a.eq.1))',
    '(a)',
    '(,a.eq.1)',
    '(a.eq.1,)',
    '(and())',
    '(not.a.eq.1)',
  ])('refuses %j', (text) => {
    expect(() => tree(text)).toThrow('failed to parse logic tree')
  })

  test('nests as deep as the limit, and no deeper', () => {
    const nested = (depth: number) => `${'(and'.repeat(depth - 1)}(a.eq.1${')'.repeat(depth)}`
    expect(tree(nested(LIMIT))).toMatchObject({ kind: 'logic' })
    for (const depth of [LIMIT + 1, 1_000, 20_000])
      expect(() => tree(nested(depth))).toThrow('The logic is nested deeper than 20 levels')
  })

  test('reads or refuses any text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        outcomeOf(() => tree(text))
        outcomeOf(() => tree(`(${text})`))
      }),
      { numRuns: 3_000 },
    )
  })

  test('takes time by the length of the text only', () => {
    expect(slowTexts(tree)).toEqual([])
    expect(slowTexts((text) => tree(`(${text}`))).toEqual([])
  })
})

describe('parseTarget', () => {
  test.each([
    ['a', { embeds: [], field: { name: 'a', path: [] } }],
    ['a.b.c', { embeds: ['a', 'b'], field: { name: 'c', path: [] } }],
    ['a."b.c"', { embeds: ['a'], field: { name: 'b.c', path: [] } }],
    ['a.b->>c', { embeds: ['a'], field: { name: 'b', path: [{ key: 'c', text: true }] } }],
  ])('of %s', (text, expected) => {
    expect(parseTarget(text)).toEqual(expected)
  })

  test.each(['', '.', 'a.', '.a', 'a..b', 'a(b)', "a'--", 'a;b', 'a->b.c'])('refuses %j', (text) => {
    expect(outcomeOf(() => parseTarget(text))).toHaveProperty('refusal.status', 400)
  })

  test('reads or refuses any text', () => {
    fc.assert(
      fc.property(hostileText, (text) => void outcomeOf(() => parseTarget(text))),
      { numRuns: 2_000 },
    )
  })

  test('takes time by the length of the text only', () => {
    expect(slowTexts(parseTarget)).toEqual([])
  })
})
