import { expect, test } from 'vitest'
import { catalogFilters, isSummary, levelsOf, requestGroups, typeOf } from './filters.ts'

const parse = (search: string) => catalogFilters.parse(new URLSearchParams(search))

test('an empty address groups by class and type, and sorts by type [CAT-004][CAT-005][CAT-006]', () => {
  const { groupBy, sortBy, sortOrder, pageIndex, pageSize } = parse('')
  expect({ groupBy, sortBy, sortOrder, pageIndex, pageSize }).toEqual({
    groupBy: 'config_class,type',
    sortBy: 'type',
    sortOrder: 'asc',
    pageIndex: 0,
    pageSize: 50,
  })
})

test('a type or a search shows the list, and nothing else does [CAT-011][CAT-030]', () => {
  expect(isSummary(parse('health=unhealthy:1&labels=app%3Dweb:1'))).toBe(true)
  expect(isSummary(parse('configType=Kubernetes::Pod'))).toBe(false)
  expect(isSummary(parse('search=web'))).toBe(false)
  expect(isSummary(parse('words=nginx'))).toBe(false)
  expect(isSummary(parse('search=+'))).toBe(true)
  expect(typeOf(parse('type=Kubernetes::Pod'))).toBe('Kubernetes::Pod')
  expect(typeOf(parse('type=A&configType=B'))).toBe('B')
})

test('health is read as included or excluded values [CAT-018]', () => {
  expect([...parse('health=unhealthy:1,unknown:-1').health]).toEqual([
    ['unhealthy', 1],
    ['unknown', -1],
  ])
})

test('the class is read from the type, and tags are told from columns [CAT-049]', () => {
  expect(requestGroups('config_class,type')).toEqual(['type'])
  expect(requestGroups('config_class')).toEqual(['config_class'])
  expect(requestGroups('')).toEqual(['type'])
  expect(requestGroups('namespace__tag,type')).toEqual(['namespace__tag', 'type'])
  expect(levelsOf('namespace__tag,type')).toEqual([
    { kind: 'tag', name: 'namespace' },
    { kind: 'column', name: 'type' },
  ])
})
