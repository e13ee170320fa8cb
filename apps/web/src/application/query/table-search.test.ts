import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { searchedPage } from './searched-page.ts'

const requests: URL[] = []
let rows: readonly object[] = []

vi.stubGlobal('location', { origin: 'http://data' })
vi.stubGlobal('fetch', async (address: string | URL | Request) => {
  requests.push(new URL(address instanceof Request ? address.url : address, 'http://data'))
  return Response.json(rows)
})
vi.mock('../requests/api.ts', () => ({ sendRequest: (address: string) => fetch(address) }))
// The client takes its address when it is loaded, and another file of this process may have loaded it.
vi.resetModules()
const { tableSearch } = await import('./table-search.ts')

afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})
afterEach(() => {
  requests.length = 0
  rows = []
})

const { signal } = new AbortController()
const search = tableSearch({
  table: 'sent',
  words: ['resource_name'],
  narrow: (query) => query.is('deleted_at', null),
  lookups: { resource_name: { table: 'names', text: 'name', value: 'id', column: 'resource_id' } },
  fields: [
    { kind: 'text', name: 'resource', help: 'Of what', column: 'resource_name' },
    { kind: 'text', name: 'type', help: 'A type', column: 'types', list: true },
    { kind: 'text', name: 'host', help: 'Where', column: 'host' },
    { kind: 'map', name: 'labels', help: 'A label', column: 'labels', keyed: true },
  ],
})

test('a query is asked for as a filter, an order and a limit', async () => {
  expect(await search.ask('host=web sort=-labels.team,host limit=3', signal)).toEqual({
    filter: 'host.ilike."web"',
    order: [
      { column: 'labels->>"team"', ascending: false },
      { column: 'host', ascending: true },
    ],
    limit: 3,
  })
  expect(requests).toEqual([])
})

test('a text that is no query is searched for as it is', async () => {
  rows = []
  for (const text of ['web (', 'hst=web']) {
    expect(search.problemOf(text)).toMatchObject({ from: expect.any(Number) })
    await search.ask(text, signal)
  }
  expect(requests.map((address) => address.searchParams.get('or'))).toEqual([
    '(name.ilike."*web (*")',
    '(name.ilike."*hst=web*")',
  ])
})

test('names that are kept elsewhere are looked up, unless many have the text', async () => {
  rows = [{ value: '1' }, { value: '2' }]
  expect((await search.ask('resource=web*', signal)).filter).toBe('resource_id.in.("1","2")')
  rows = []
  expect((await search.ask('-web', signal)).filter).toBe(
    'or(resource_name.is.null,resource_name.not.is.null)',
  )
  rows = Array.from({ length: 101 }, (_, index) => ({ value: String(index) }))
  expect((await search.ask('web', signal)).filter).toBe('resource_name.ilike."*web*"')
})

test('suggests fields, values, parts of lists and keys of what the list shows', async () => {
  const offers = async (text: string) =>
    (await search.offersAt(text, text.length, signal)).offers.map((offer) => offer.text)
  expect(await offers('h')).toEqual(['host='])
  rows = [{ value: 'web one' }, { value: 'Web' }, { value: 'web one' }]
  expect(await offers('host=w')).toEqual(['Web', '"web one"'])
  const [wanted] = requests
  expect(Object.fromEntries(wanted?.searchParams ?? [])).toMatchObject({
    select: 'value:host',
    host: 'ilike.w*',
    deleted_at: 'is.null',
    order: 'id.desc',
    limit: '2000',
  })
  expect(await offers('host=w*')).toEqual([])
  rows = [{ value: 'tcp,http' }, { value: null }, { value: 'http' }]
  expect(await offers('type=')).toEqual(['http', 'tcp'])
  rows = [{ value: { team: 'a', 'my key': 'b' } }, { value: { team: 'c' } }]
  expect(await offers('labels.')).toEqual(['labels."my key"=', 'labels.team='])
})

test('a limit of the query ends the last page', async () => {
  const load = async ([first]: [number, number]) => ({ rows: [first, first + 1, first + 2], total: 10 })
  const page = (pageIndex: number, limit: number | undefined) =>
    searchedPage({ pageIndex, pageSize: 3 }, { limit }, load)
  expect(await page(1, undefined)).toEqual({ rows: [3, 4, 5], total: 10 })
  expect(await page(1, 5)).toEqual({ rows: [3, 4], total: 5 })
  expect(await page(2, 5)).toEqual({ rows: [], total: 5 })
})
