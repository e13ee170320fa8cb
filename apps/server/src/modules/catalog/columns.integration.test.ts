import {
  catalogItems,
  itemColumns,
  itemFields,
  itemFilters,
  itemSortColumns,
} from '@binnacle/contract/catalog'
import { valueColumns } from '@binnacle/contract/core'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { attributeNames } from './store/attributes.ts'
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

/** Columns of a table or view. */
async function columnsOf(schema: string, name: string): Promise<string[]> {
  const { rows } = await catalog.app.platform.pool.query<{ column_name: string }>(
    sql`select column_name::text from information_schema.columns where table_schema = ${schema} and table_name = ${name}`,
  )
  return rows.map(({ column_name: column }) => column).toSorted()
}

/** Columns of items that the product writes by itself. */
const ownColumns = [
  'agent_id', 'cost_per_minute', 'cost_total_1d', 'cost_total_30d', 'cost_total_7d', 'created_by', 'delete_reason',
  'deleted_at', 'hash', 'id', 'manual', 'namespace', 'parent_id', 'path', 'scraper_id', 'updated_at',
] // prettier-ignore

describe('the columns of the catalog', () => {
  test('are filled by a run, or by the product', async () => {
    expect(await columnsOf('core', 'config_items')).toEqual([...attributeNames, ...ownColumns].toSorted())
  })

  test('are in the views of an item', async () => {
    const shown = attributeNames.filter((name) => name !== 'scope')
    expect(await columnsOf('api', 'config_items')).toEqual(expect.arrayContaining(shown))
    expect(await columnsOf('api', 'config_detail')).toEqual(expect.arrayContaining([...shown, 'namespace']))
  })

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
