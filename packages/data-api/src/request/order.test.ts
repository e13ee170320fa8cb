import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText, outcomeOf, slowTexts } from '../../testing/parsers.ts'
import { parseOrder } from './order.ts'

const field = (name: string) => ({ name, path: [] })
const term = (name: string, more: object = {}) => ({
  embed: undefined,
  field: field(name),
  descending: false,
  nulls: undefined,
  ...more,
})

describe('parseOrder', () => {
  test.each([
    ['name', [term('name')]],
    ['name.asc', [term('name')]],
    ['name.desc', [term('name', { descending: true })]],
    ['name.nullsfirst', [term('name', { nulls: 'first' })]],
    ['name.desc.nullslast', [term('name', { descending: true, nulls: 'last' })]],
    ['a, b.desc ,c', [term('a'), term('b', { descending: true }), term('c')]],
    ['clients(name).desc', [term('name', { embed: 'clients', descending: true })]],
    ['"a.b".desc', [term('a.b', { descending: true })]],
    ['data->a', [term('data', { field: { name: 'data', path: [{ key: 'a', text: false }] } })]],
  ])('of %s', (text, expected) => {
    expect(parseOrder(text)).toEqual(expected)
  })

  test.each([
    '',
    ',',
    'a,',
    'a.',
    'a.descending',
    'a.desc.asc',
    'a.nullsfirst.desc',
    'a(b',
    'a(b(c))',
    'a->b(c)',
  ])('refuses %j', (text) => {
    expect(() => parseOrder(text)).toThrow('failed to parse order')
  })

  test('reads or refuses any text', () => {
    fc.assert(
      fc.property(hostileText, (text) => void outcomeOf(() => parseOrder(text))),
      { numRuns: 2_000 },
    )
  })

  test('takes time by the length of the text only', () => {
    expect(slowTexts(parseOrder)).toEqual([])
  })
})
