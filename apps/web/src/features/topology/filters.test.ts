import { expect, test } from 'vitest'
import { parametersOf, pastTime, topologyFilters } from './filters.ts'
import { DEFAULT_SORT } from './sort.ts'

const parse = (text: string) => topologyFilters.parse(new URLSearchParams(text))
const filtered = (
  text: string,
  more: { id?: string; at?: string; showHidden?: boolean; page?: number } = {},
) =>
  Object.fromEntries(
    parametersOf({
      id: more.id,
      values: parse(text),
      sort: DEFAULT_SORT,
      showHidden: more.showHidden ?? false,
      at: more.at,
      page: more.page ?? 0,
    }),
  )

/** What every request asks for. */
const part = { limit: '100', mostBelow: '10' }

test('the address names every filter, the sort and what is hidden [TOP-006]', () => {
  const text =
    'status=unhealthy&type=Service&team=Web&labels=app%3Dshop%3A1&agent_id=a&sortBy=name&sortOrder=asc&showHiddenComponents=yes&refererId=b'
  const values = parse(text)
  expect(values).toMatchObject({
    status: 'unhealthy',
    type: 'Service',
    team: 'Web',
    labels: new Map([['app=shop', 1]]),
    agent_id: 'a',
    sortBy: 'name',
    sortOrder: 'asc',
    showHiddenComponents: 'yes',
    refererId: 'b',
  })
  expect(topologyFilters.serialize(values).toString()).toBe(text)
})

test('a request names what is filtered, and all levels if a type is chosen [TOP-044]', () => {
  expect(
    filtered('status=unhealthy&type=Service&team=Web&labels=app%3Dshop&agent_id=a', { id: 'x' }),
  ).toEqual({
    id: 'x',
    status: 'unhealthy',
    type: 'Service',
    team: 'Web',
    labels: 'app=shop',
    agent_id: 'a',
    sortBy: 'status',
    sortOrder: 'desc',
    flatten: 'true',
    hidden: 'false',
    depth: '3',
    ...part,
  })
  expect(filtered('', { showHidden: true, at: '2026-01-01T00:00:00.000Z' })).toEqual({
    sortBy: 'status',
    sortOrder: 'desc',
    depth: '2',
    ...part,
    at: '2026-01-01T00:00:00.000Z',
  })
})

test('All is no filter in a request [TOP-045]', () => {
  expect(filtered('status=All&type=All&team=All&agent_id=all')).toEqual({
    sortBy: 'status',
    sortOrder: 'desc',
    hidden: 'false',
    depth: '2',
    ...part,
  })
})

test('a request asks for a part of the list', () => {
  expect(filtered('', { page: 3 })).toMatchObject({ offset: '300', limit: '100' })
})

test('a label with a sign is included or excluded', () => {
  expect(filtered('labels=app%3Dshop%3A1%2Cenv%3Dtest%3A-1')).toMatchObject({ labels: 'app=shop,!env=test' })
})

test('only a past time is shown instead of now', () => {
  const now = Date.parse('2026-11-23T12:00:00Z')
  expect(pastTime('2026-11-22T12:00:00Z', now)).toBe('2026-11-22T12:00:00.000Z')
  for (const text of ['', 'yesterday', '2026-11-24T12:00:00Z']) expect(pastTime(text, now)).toBeUndefined()
})
