import { expect, test } from 'vitest'
import { rowSearch } from './row-search.ts'

interface Thing {
  name: string
  made: string | null
  runs: number
}
const things: readonly Thing[] = [
  { name: 'Web one', made: '2026-11-22T00:00:00Z', runs: 10 },
  { name: 'web two', made: null, runs: 9 },
  { name: 'db', made: '2026-11-23T00:00:00Z', runs: -1 },
]
const search = rowSearch<Thing>({
  words: ({ name }) => [name],
  fields: [
    { kind: 'text', name: 'name', help: 'Its name', of: ({ name }) => name },
    { kind: 'time', name: 'made', help: 'When', of: ({ made }) => made },
    { kind: 'number', name: 'runs', help: 'How many', of: ({ runs }) => String(runs) },
  ],
  load: async () => things,
})
const names = (text: string) => search.apply(things, text).map(({ name }) => name)

test('rows in memory are found, put in order and limited by a query', () => {
  expect(names('')).toEqual(['Web one', 'web two', 'db'])
  expect(names('WEB -two')).toEqual(['Web one'])
  expect(names('name=web*')).toEqual(['Web one', 'web two'])
  expect(names('-made>2026-11-22')).toEqual(['Web one', 'web two'])
  expect(names('sort=-made')).toEqual(['db', 'Web one', 'web two'])
  expect(names('sort=made limit=2')).toEqual(['Web one', 'db'])
  expect(names('sort=runs')).toEqual(['db', 'web two', 'Web one'])
})

test('a text that is no query is searched for as it is, and the box says why', () => {
  expect(names('web (')).toEqual([])
  expect(search.problemOf('nme=web')).toMatchObject({ from: 0, to: 3 })
})

test('values of the rows are suggested', async () => {
  const { signal } = new AbortController()
  const { offers } = await search.offersAt('name=w', 6, signal)
  expect(offers.map(({ text }) => text)).toEqual(['"Web one"', '"web two"'])
})
