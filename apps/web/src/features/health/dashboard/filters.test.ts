import { expect, test } from 'vitest'
import { dashboardFilters, isNarrowed, pivotOf, scopeOf } from './filters.ts'

const parse = (search: string) => dashboardFilters.parse(new URLSearchParams(search))
const written = (search: string, changes: object = {}) =>
  dashboardFilters.serialize({ ...parse(search), ...changes }, new URLSearchParams(search)).toString()

test('the plain address is the table of what does not pass, in groups and tabs, fifty at a time [HLT-002, HLT-005, HLT-008, HLT-010, HLT-014]', () => {
  expect(parse('')).toMatchObject({
    layout: 'table',
    groupBy: 'canary_name',
    tabBy: 'namespace',
    tab: undefined,
    hidePassing: true,
    pageIndex: 0,
    pageSize: 50,
  })
  expect(written('')).toBe('')
})

test('every parameter is read and written as it was [HLT-003]', () => {
  const search = new URLSearchParams({
    layout: 'cards',
    query: 'a, b',
    status: 'unhealthy',
    hidePassing: 'false',
    labels: 'team=web:1,tier=a\\,b:-1',
    tabBy: 'label:team',
    tab: 'web',
    groupBy: 'label:tier',
    collapsed: '=a,-',
    pivotBy: 'label',
    pivotLabel: 'team',
    pivotCellType: 'uptime',
    sortBy: 'name',
    sortOrder: 'desc',
    pageIndex: '3',
    pageSize: '100',
    checkId: 'x',
  }).toString()
  expect(written(search)).toBe(search)
  expect(pivotOf(parse(search))).toBe('label:team')
  expect(scopeOf(parse(search))).toMatchObject({
    labels: 'team=web,!tier=a\\,b',
    tab: 'web',
    status: 'unhealthy',
  })
})

test('sortDesc is another name of the order, which is not written [HLT-003]', () => {
  expect(parse('sortBy=name&sortDesc=true').sortOrder).toBe('desc')
  expect(parse('sortBy=name&sortDesc=true&sortOrder=asc').sortOrder).toBe('asc')
  expect(written('sortBy=name&sortDesc=true')).toBe('sortBy=name&sortOrder=desc')
})

test('all is no value of a tab, group or health [HLT-016]', () => {
  for (const name of ['tab', 'status', 'groupBy', 'tabBy', 'labels']) {
    expect(isNarrowed(parse(`${name}=all`))).toBe(false)
    expect(written(`${name}=all&timeRange=3h`)).toBe('timeRange=3h')
  }
})

test('what means nothing counts as not said', () => {
  expect(parse('groupBy=label:&tabBy=moon&pivotBy=x&pageSize=0&layout=list&status=green')).toEqual(parse(''))
  expect(pivotOf(parse('pivotBy=label'))).toBeUndefined()
})

test('hiding what passes narrows nothing down, all else does', () => {
  expect(isNarrowed(parse('hidePassing=false&groupBy=none&layout=cards'))).toBe(false)
  for (const search of ['query=x', 'status=warning', 'labels=a%3Db:1', 'tab=prod'])
    expect(isNarrowed(parse(search))).toBe(true)
})
