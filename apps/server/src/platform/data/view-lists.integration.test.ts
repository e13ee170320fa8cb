import * as catalog from '@binnacle/contract/catalog'
import { sortableColumns, valueColumns, type ViewList } from '@binnacle/contract/core'
import * as notifications from '@binnacle/contract/notifications'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

let app: TestApp
let browser: TestBrowser

beforeAll(async () => {
  app = await startTestApp()
  browser = await app.signedIn()
})

const isViewList = (value: unknown): value is ViewList =>
  typeof value === 'object' && value !== null && 'view' in value && 'columns' in value

/** Every list of the contract that the screen reads from the data service. */
const lists = [catalog, notifications].flatMap((area) =>
  Object.entries(area).flatMap(([name, value]) => (isViewList(value) ? [[name, value] as const] : [])),
)

/** The columns that a relation of the data service has in the database. */
async function columnsOf(view: string): Promise<ReadonlySet<string>> {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'api' and table_name = $1`,
    [view],
  )
  return new Set(rows.map(({ name }) => name))
}

describe.each(lists)('%s', (_name, { view, columns }) => {
  const values: readonly string[] = valueColumns(columns)
  const sortable: readonly string[] = sortableColumns(columns)
  const filtered = Object.entries(columns).flatMap(([name, { filter }]) =>
    filter === undefined ? [] : [name],
  )

  test('reads, sorts and filters by columns that its relation has', async () => {
    const found = await columnsOf(view)
    expect([...values, ...sortable, ...filtered].filter((name) => !found.has(name))).toEqual([])
  })

  test('is answered with all its columns in each of its orders', async () => {
    for (const column of sortable)
      expect(
        await browser.send('GET', `/api/db/${view}?select=${values.join(',')}&order=${column}.desc&limit=1`),
      ).toMatchObject({ status: 200 })
  })
})

test('insights of a component have the columns of all insights', async () => {
  const { columns } = catalog.insightList
  const select = valueColumns(columns).join(',')
  const id = '00000000-0000-7000-8000-000000000000'
  expect(
    await browser.send('GET', `/api/db/rpc/lookup_analysis_by_component?id=${id}&select=${select}`),
  ).toMatchObject({ status: 200, body: [] })
})
