import { defineViewList } from '@binnacle/contract/core'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { filtered, selectText, viewFields } from './view-list.ts'

const list = defineViewList('alerts', {
  id: { value: z.string() },
  resource_name: { value: z.string(), field: { kind: 'text', name: 'name', help: 'Its name' } },
  severity: { value: z.string(), filter: 'severity' },
  namespace: { filter: 'in' },
  reason: { label: 'Reason', filter: 'why' },
})

/** A request that writes down how it is narrowed. */
class Narrowed {
  readonly conditions: readonly string[]

  constructor(conditions: readonly string[] = []) {
    this.conditions = conditions
  }

  eq(column: string, value: string): Narrowed {
    return new Narrowed([...this.conditions, `${column} = ${value}`])
  }

  in(column: string, values: readonly string[]): Narrowed {
    return new Narrowed([...this.conditions, `${column} in ${values.join()}`])
  }

  notIn(column: string, values: readonly string[]): Narrowed {
    return new Narrowed([...this.conditions, `${column} not in ${values.join()}`])
  }
}

test('a request names the columns with a value, and a field its column', () => {
  expect(selectText(list.columns)).toBe('id,resource_name,severity')
  expect(viewFields(list, { resource_name: { offers: false } })).toEqual([
    { kind: 'text', name: 'name', help: 'Its name', column: 'resource_name', offers: false },
  ])
})

test('a filter is a value, some values, or values with signs', () => {
  const narrow = (filters: Parameters<typeof filtered<Narrowed, (typeof list)['columns']>>[2]) =>
    filtered(new Narrowed(), list.columns, filters).conditions
  const nothing = { severity: undefined, in: undefined, why: undefined }
  expect(narrow(nothing)).toEqual([])
  expect(narrow({ ...nothing, severity: ['high', 'low'], in: 'shop' })).toEqual([
    'severity in high,low',
    'namespace = shop',
  ])
  const signs = new Map([
    ['a', 1],
    ['b', -1],
    ['c', -1],
  ] as const)
  expect(narrow({ ...nothing, why: signs })).toEqual(['reason in a', 'reason not in b,c'])
  expect(narrow({ ...nothing, why: new Map() })).toEqual([])
})
