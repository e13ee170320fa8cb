import { catalogChanges, catalogItems, changeColumns, itemColumns } from '@binnacle/contract/catalog'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { testListColumns } from '../../testing/list-columns.ts'
import { attributeNames } from './store/attributes.ts'
import { useCatalogSamples } from './testing.ts'

const catalog = useCatalogSamples()

async function answerOf(path: string, parameters: Record<string, string>) {
  const search = new URLSearchParams(parameters).toString()
  const answer = await catalog.admin.send('GET', `${path}?${search}`)
  expect({ search, status: answer.status }).toEqual({ search, status: 200 })
  return answer.body
}

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

describe('the attributes of items', () => {
  test('are filled by a run, or by the product', async () => {
    expect(await columnsOf('core', 'config_items')).toEqual([...attributeNames, ...ownColumns].toSorted())
  })

  test('are in the views of an item', async () => {
    const shown = attributeNames.filter((name) => name !== 'scope')
    expect(await columnsOf('api', 'config_items')).toEqual(expect.arrayContaining(shown))
    expect(await columnsOf('api', 'config_detail')).toEqual(expect.arrayContaining([...shown, 'namespace']))
  })
})

testListColumns({
  title: 'the catalog',
  columns: itemColumns,
  list: (parameters) => answerOf('/api/catalog/items', parameters),
  sorted: (sortBy, sortOrder) => ({ sortBy, sortOrder }),
  reverses: true,
  parse: (answer) => catalogItems.parse(answer).rows,
})

testListColumns({
  title: 'changes',
  columns: changeColumns,
  async list(parameters) {
    const found = await answerOf('/api/catalog/changes', { from: 'now-30d', ...parameters })
    return { ...found, rows: found.changes }
  },
  sorted: (column, order) => ({ sort_by: `${order === 'desc' ? '-' : ''}${column}` }),
  reverses: true,
  parse: (answer) => catalogChanges.parse(answer).changes,
})
