import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../options.ts'
import { hostileText, outcomeOf, slowTexts } from '../../testing/parsers.ts'
import { parseQuery, type QueryContext } from './query.ts'

const context: QueryContext = { limits: defaultLimits, tolerances: false, callsFunction: false }
const parse = (search: string | [string, string][], more: Partial<QueryContext> = {}) =>
  parseQuery(new URLSearchParams(search), { ...context, ...more })

const part = (more: object = {}) => ({
  embeds: [],
  conditions: [],
  order: undefined,
  limit: undefined,
  offset: undefined,
  ...more,
})

describe('parseQuery', () => {
  test('without parameters selects everything', () => {
    expect(parse('')).toEqual({
      select: [{ kind: 'all' }],
      parts: [],
      columns: undefined,
      onConflict: undefined,
      arguments: [],
      expressions: [],
    })
  })

  test.each([
    ['limit=5&offset=10', [part({ limit: 5, offset: 10 })]],
    ['limit=5&limit=6', [part({ limit: 5 })]],
    ['films.limit=5', [part({ embeds: ['films'], limit: 5 })]],
    ['films.actors.offset=5', [part({ embeds: ['films', 'actors'], offset: 5 })]],
    ['limit=%20-1%20', [part({ limit: -1 })]],
    ['order=', [part({ order: [] })]],
  ])('reads ranges and orders of %s', (search, parts) => {
    expect(parse(search).parts).toEqual(parts)
  })

  test('gathers filters by the embed that they are of', () => {
    const { parts } = parse('a=eq.1&films.a=eq.2&or=(a.eq.3,b.eq.4)&films.not.and=(c.is.null)')
    expect(parts).toMatchObject([
      { embeds: [], conditions: [{ kind: 'filter' }, { kind: 'logic', operator: 'or', negated: false }] },
      {
        embeds: ['films'],
        conditions: [{ kind: 'filter' }, { kind: 'logic', operator: 'and', negated: true }],
      },
    ])
  })

  test('reads names of columns', () => {
    expect(parse('columns=a,"b,c"&on_conflict=d')).toMatchObject({ columns: ['a', 'b,c'], onConflict: ['d'] })
  })

  test.each([
    'limit=a',
    'limit=',
    'limit=1.5',
    'limit=9999999999999999',
    'offset=1e3',
    'columns=',
    'columns=a,',
    'on_conflict=a.b',
    'a=1',
    'a..b=eq.1',
    'a.b.limit=x',
  ])('refuses %s', (search) => {
    expect(outcomeOf(() => parse(search))).toHaveProperty('refusal.body.code', 'PGRST100')
  })

  test('takes what is no filter for an argument when a function is called', () => {
    expect(parse('a=1&b=eq.2', { callsFunction: true })).toMatchObject({
      arguments: [['a', '1']],
      parts: [{ conditions: [{ field: { name: 'b' } }] }],
    })
  })

  test('takes the last order and all selects only under the tolerances', () => {
    const search = 'select=a&select=b&order=a&order=b.desc'
    expect(parse(search)).toMatchObject({
      select: [{ field: { name: 'a' } }],
      parts: [{ order: [{ descending: false }] }],
    })
    expect(parse(search, { tolerances: true })).toMatchObject({
      select: [{ field: { name: 'a' } }, { field: { name: 'b' } }],
      parts: [{ order: [{ descending: true }] }],
    })
  })

  test('keeps expressions of columns under the tolerances', () => {
    expect(parse('type.filter=a,!b', { tolerances: true }).expressions).toEqual([['type', 'a,!b']])
    expect(() => parse('type.filter=a,!b')).toThrow('failed to parse filter')
  })

  test('decodes operands of labels once more under the tolerances', () => {
    const value = (tolerances: boolean, text: string) =>
      parse([['labels->>a', `eq.${text}`]], { tolerances }).parts[0]?.conditions[0]
    expect(value(true, 'a%20b')).toMatchObject({ operation: { value: 'a b' } })
    expect(value(true, '100%')).toMatchObject({ operation: { value: '100%' } })
    expect(value(false, 'a%20b')).toMatchObject({ operation: { value: 'a%20b' } })
  })

  const keys = fc.oneof(
    hostileText,
    fc.constantFrom(
      'select',
      'order',
      'and',
      'not.or',
      'columns',
      'on_conflict',
      'limit',
      'a.order',
      'a.filter',
    ),
  )

  test('reads or refuses any parameters', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(keys, hostileText), { maxLength: 3 }),
        fc.boolean(),
        fc.boolean(),
        (pairs, tolerances, callsFunction) => {
          outcomeOf(() => parse(pairs, { tolerances, callsFunction }))
        },
      ),
      { numRuns: 3_000 },
    )
  })

  test.each(['columns', 'limit', 'a.filter'])('takes time by the length of %s only', (key) => {
    expect(slowTexts((text) => parse([[key, text]], { tolerances: true }))).toEqual([])
  })

  test('takes time by the length of a name only', () => {
    expect(slowTexts((text) => parse([[text, 'eq.1']], { tolerances: true }))).toEqual([])
  })
})
