import {
  catalogItems,
  itemColumns,
  itemFields,
  itemFilters,
  itemSortColumns,
} from '@binnacle/contract/catalog'
import { valueColumns } from '@binnacle/contract/core'
import { describe, expect, test } from 'vitest'
import { useCatalogSamples } from './testing.ts'

const catalog = useCatalogSamples()

async function list(parameters: Record<string, string>) {
  const search = new URLSearchParams(parameters).toString()
  const answer = await catalog.admin.send('GET', `/api/catalog/items?${search}`)
  expect({ parameters, status: answer.status }).toEqual({ parameters, status: 200 })
  return answer.body
}

/** A condition that each kind of field understands. */
const conditions = {
  text: '=nothing*',
  choice: '=healthy',
  time: '<1990-01-01',
  number: '<0',
  map: '.nothing=nothing',
} as const

describe('the columns of the catalog', () => {
  test('are all in an answer, and nothing else is', async () => {
    const { rows } = await list({})
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(Object.keys(row).toSorted()).toEqual(valueColumns(itemColumns).toSorted())
    expect(catalogItems.parse(await list({})).rows).toHaveLength(rows.length)
  })

  test.each(itemSortColumns)('sort the list both ways by %s', async (sortBy) => {
    const [up, down] = await Promise.all([
      list({ sortBy, sortOrder: 'asc' }),
      list({ sortBy, sortOrder: 'desc' }),
    ])
    expect(up.rows.length).toBeGreaterThan(1)
    // What is equal comes in the order of names, in the same direction; what is missing comes last both ways.
    const filled = ({ rows }: { rows: Record<string, unknown>[] }) =>
      rows.flatMap((row) => (row[sortBy] === null ? [] : [row['id']]))
    expect(filled(up)).toEqual(filled(down).toReversed())
  })

  test.each(itemFields.map((field) => [field.name, field.kind] as const))(
    'are searched by %s, a %s',
    async (name, kind) => {
      const { total } = await list({ query: `${name}${conditions[kind]}` })
      const all = await list({})
      expect(total).toBeLessThan(all.total)
    },
  )

  test.each(itemFilters)('are filtered by %s', async (filter) => {
    const all = await list({})
    expect((await list({ [filter]: 'nothing' })).total).toBe(0)
    expect((await list({ [filter]: '!nothing' })).total).toBe(all.total)
  })
})
