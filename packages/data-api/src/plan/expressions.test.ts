import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText, outcomeOf, slowTexts } from '../../testing/parsers.ts'
import { evaluateDate, expressionConditions } from './expressions.ts'
import type { Source } from './tree.ts'

const now = new Date('2024-03-31T12:00:00.000Z')

describe('evaluateDate', () => {
  test.each([
    ['now', '2024-03-31T12:00:00.000Z'],
    [' now ', '2024-03-31T12:00:00.000Z'],
    ['now-30s', '2024-03-31T11:59:30.000Z'],
    ['now-5m', '2024-03-31T11:55:00.000Z'],
    ['now-20h', '2024-03-30T16:00:00.000Z'],
    ['now+1d', '2024-04-01T12:00:00.000Z'],
    ['now-1w', '2024-03-24T12:00:00.000Z'],
    ['now-3M', '2023-12-31T12:00:00.000Z'],
    ['now+1y', '2025-03-31T12:00:00.000Z'],
    ['2024-01-02T03:04:05Z', '2024-01-02T03:04:05.000Z'],
    ['2024-01-02', '2024-01-02T00:00:00.000Z'],
    ['now-999999y', undefined],
    ['now+99y', '2123-03-31T12:00:00.000Z'],
    ['now-5x', undefined],
    ['now5h', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ])('of %s is %s', (text, expected) => {
    expect(evaluateDate(text, now)).toBe(expected)
  })
})

const column = (name: string, baseType: string) =>
  [
    name,
    {
      name,
      type: baseType,
      baseType,
      nullable: true,
      defaultExpression: undefined,
      writable: true,
      description: null,
      enumeration: [],
    },
  ] as const
const source: Source = {
  name: 'checks',
  columns: new Map([column('type', 'text'), column('at', 'timestamptz')]),
  computed: new Map(),
  relation: undefined,
}
const conditions = (name: string, expression: string) => expressionConditions(source, name, expression, now)
const type = { name: 'type', path: [] }
const inList = (values: readonly string[], negated: boolean) => ({
  kind: 'filter',
  field: type,
  negated,
  operation: { kind: 'in', values },
})
const like = (value: string, negated: boolean) => ({
  kind: 'filter',
  field: type,
  negated,
  operation: { kind: 'compare', operator: 'like', value },
})
const either = (terms: readonly unknown[]) => ({ kind: 'logic', operator: 'or', negated: false, terms })

describe('expressionConditions', () => {
  test.each([
    ['a', [either([inList(['a'], false)])]],
    ['a, b', [either([inList(['a', 'b'], false)])]],
    ['!a,!b', [inList(['a', 'b'], true)]],
    ['a,!b', [either([inList(['a'], false)]), inList(['b'], true)]],
    ['a*', [either([like('a*', false)])]],
    ['a,*b,!c*', [either([inList(['a'], false), like('*b', false)]), like('c*', true)]],
    ['', []],
    [' , ', []],
  ])('of %j', (expression, expected) => {
    expect(conditions('type', expression)).toEqual(expected)
  })

  test.each([
    ['now-20h', 'lt', '2024-03-30T16:00:00.000Z'],
    ['>now-1d', 'gt', '2024-03-30T12:00:00.000Z'],
    ['<2024-01-01', 'lt', '2024-01-01T00:00:00.000Z'],
    ['= 2024-01-01', 'eq', '2024-01-01T00:00:00.000Z'],
  ])('of a time %s', (expression, operator, value) => {
    expect(conditions('at', expression)).toEqual([
      {
        kind: 'filter',
        field: { name: 'at', path: [] },
        negated: false,
        operation: { kind: 'compare', operator, value },
      },
    ])
  })

  test('refuses times that are none', () => {
    for (const expression of ['', '>', 'soon', '>=now', 'now-999999y'])
      expect(outcomeOf(() => conditions('at', expression))).toHaveProperty('refusal.body.code', 'PGRST100')
  })

  test('reads or refuses any text', () => {
    fc.assert(
      fc.property(hostileText, fc.constantFrom('type', 'at', 'missing'), (text, name) => {
        outcomeOf(() => conditions(name, text))
      }),
    )
    expect(slowTexts((text) => conditions('type', text))).toEqual([])
    expect(slowTexts((text) => conditions('at', text))).toEqual([])
  })
})
