import { array, assert, boolean, constantFrom, integer, property, record, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defineFilters, type ValuesOf } from './codec.ts'
import {
  booleanParameter,
  choiceParameter,
  filterParameter,
  integerParameter,
  listParameter,
  optionalParameter,
  textParameter,
  triStateParameter,
} from './parameter.ts'
import type { TriStateFilter } from './tri-state.ts'

const codec = defineFilters({
  query: textParameter(),
  status: filterParameter(['healthy', 'unhealthy', 'unknown'] as const),
  groupBy: choiceParameter(['canary_name', 'none'] as const, 'canary_name'),
  hidePassing: booleanParameter(true),
  labels: triStateParameter(),
  collapsed: listParameter(),
  checkId: optionalParameter(),
  pageIndex: integerParameter({ fallback: 0, minimum: 0 }),
})
type Values = ValuesOf<typeof codec>

const address = (values: Partial<Values>, search?: string): string =>
  codec.serialize({ ...codec.defaults, ...values }, new URLSearchParams(search)).toString()

const parse = (search: string): Values => codec.parse(new URLSearchParams(search))

describe('parameters in the address', () => {
  it('leaves defaults out, and reads an empty address as the defaults', () => {
    expect(address({})).toBe('')
    expect(parse('')).toEqual(codec.defaults)
    expect(address({ hidePassing: false, pageIndex: 2 })).toBe('hidePassing=false&pageIndex=2')
  })

  it('falls back to the default for values that mean nothing', () => {
    const values = parse('status=green&groupBy=&hidePassing=maybe&pageIndex=-1&labels=x&unheard=1')
    expect(values).toEqual(codec.defaults)
    expect(parse('pageIndex=1e3').pageIndex).toBe(0)
  })

  it('removes a parameter whose value is all [HLT-016]', () => {
    expect(address({ status: 'all' }, 'status=unhealthy')).toBe('')
    expect(parse('status=all&groupBy=all&labels=all')).toEqual(codec.defaults)
  })

  it('lets people search for the word all', () => {
    expect(address({ query: 'all' })).toBe('query=all')
    expect(parse('query=all').query).toBe('all')
  })

  it('keeps what belongs to others, in its place', () => {
    expect(address({ query: 'api' }, 'tab=1&query=old&open=2')).toBe('tab=1&query=api&open=2')
  })

  it('gives two tables their own names', () => {
    const changes = defineFilters({ query: textParameter() }, 'changes.')
    expect(changes.serialize({ query: 'x' }, new URLSearchParams('query=y')).toString()).toBe(
      'query=y&changes.query=x',
    )
    expect(changes.parse(new URLSearchParams('query=y')).query).toBe('')
  })

  it('tells which values differ from their defaults', () => {
    expect(codec.changed({ ...codec.defaults, status: 'unhealthy', query: '' })).toEqual(['status'])
  })

  it('brings every value back', () => {
    const sign = constantFrom<1 | -1>(1, -1)
    const values = record({
      query: string({ unit: 'binary' }),
      status: constantFrom('healthy', 'unhealthy', 'unknown', 'all'),
      groupBy: constantFrom('canary_name', 'none'),
      hidePassing: boolean(),
      labels: array(record({ value: string({ unit: 'binary' }), sign })).map(
        (items): TriStateFilter => new Map(items.map(({ value, sign: state }) => [value, state])),
      ),
      collapsed: array(string({ unit: 'binary', minLength: 1 })),
      checkId: string({ unit: 'binary', minLength: 1 }),
      pageIndex: integer({ min: 0, max: 1_000_000 }),
    })
    assert(
      property(values, (original) => {
        const search = codec.serialize(original).toString()
        expect(codec.parse(new URLSearchParams(search))).toEqual(original)
      }),
    )
  })
})
