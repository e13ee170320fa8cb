import { missing as missingMariadb, startMariadb, user } from '@binnacle/clients/sql/testing/mysql'
import { type PostgresServer, startPostgres } from '@binnacle/clients/sql/testing/postgres'
import { closedPort, PROGRAM_START_MILLISECONDS } from '@binnacle/plugin-kit/servers'
import { scrapeForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { driverOf } from './databases.ts'
import { run } from './run.ts'
import { scraper } from './spec.ts'

const scrape = (spec: Record<string, unknown>, timeoutMilliseconds = 20_000) =>
  scrapeForTest(scraper, run, spec, { timeoutMilliseconds })

test.each([
  ['postgres://host/db', 'postgres'],
  ['host=db user=me', 'postgres'],
  ['mysql://host/db', 'mysql'],
  ['mariadb://host/db', 'mysql'],
  ['me:x@tcp(host:3306)/db', 'mysql'],
  ['sqlserver://host?database=db', 'mssql'],
  ['server=host,1433;user id=me', 'mssql'],
  ['oracle://host/db', undefined],
])('%s is the address of %s', (text, driver) => {
  expect(driverOf(text)).toBe(driver)
})

test('a spec needs an address and a query [SPEC-027]', () => {
  const problems = (spec: object) =>
    scraper.schema.safeParse(spec).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  expect(problems({ url: 'postgres://a', query: '' })).toEqual(['query: This field is required'])
  expect(problems({ query: 'select 1' })).toEqual(['url: This field is required'])
  expect(problems({ url: 'oracle://a', query: 'select 1' })?.[0]).toContain(
    'url: not of the form postgres://',
  )
  expect(problems({ connection: 'connection://shop', query: 'select 1' })).toBeUndefined()
})

describe('a PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  }, PROGRAM_START_MILLISECONDS)
  afterAll(() => server.stop())
  const at = (query: string) => scrape({ url: server.url, auth: { password: server.password }, query })

  test('gives each row with the types of its values, all of long texts, and is seen whole', async () => {
    const found = await at(
      `select 7 as id, 1.5::numeric as part, true as live, null as none, '{"a": [1]}'::jsonb as doc,
        timestamptz '2026-01-02T03:04:05Z' as at, '\\x0102'::bytea as bytes, repeat('x', 200000) as long
       union all select 8, 2, false, null, null, null, null, ''`,
    )
    const source = `postgres://127.0.0.1:${server.port}/${server.database}`
    expect(found).toEqual([
      {
        kind: 'item',
        source,
        config: {
          id: 7,
          part: 1.5,
          live: true,
          none: null,
          doc: { a: [1] },
          at: '2026-01-02T03:04:05.000Z',
          bytes: 'AQI=',
          long: 'x'.repeat(200_000),
        },
      },
      expect.objectContaining({ config: expect.objectContaining({ id: 8, live: false }) }),
      { kind: 'complete' },
    ])
  })

  test('gives the value itself where there is one column, and more than a hundred rows', async () => {
    const found = await at(`select jsonb_build_object('id', n) as config from generate_series(1, 250) n`)
    expect(found).toHaveLength(251)
    expect(found[249]).toMatchObject({ config: { id: 250 } })
  })

  test('without rows is empty, and with a wrong query a fault', async () => {
    expect(await at('select 1 as id where false')).toEqual([{ kind: 'complete' }])
    expect(await at('select * from nowhere')).toEqual([
      { kind: 'fault', message: expect.stringContaining('relation "nowhere" does not exist') },
    ])
  })

  test('with more rows than are read is a fault without an item', async () => {
    expect(await at('select n from generate_series(1, 100001) n')).toEqual([
      { kind: 'fault', message: expect.stringContaining('the answer has more than 100000 rows') },
    ])
    expect(await at(`select repeat('x', 10000000) from generate_series(1, 9)`)).toEqual([
      { kind: 'fault', message: expect.stringContaining('the rows have more than 64 million characters') },
    ])
  })
})

test(
  'a MariaDB gives its rows with their types',
  async ({ skip }) => {
    skip(missingMariadb !== undefined, missingMariadb)
    const server = await startMariadb()
    const found = await scrape({
      url: `mysql://127.0.0.1:${server.port}/shop`,
      auth: user,
      query: "select 1 as id, 1.5 as part, 'shop' as name",
    })
    await server.stop()
    expect(found).toEqual([
      expect.objectContaining({ config: { id: 1, part: 1.5, name: 'shop' } }),
      { kind: 'complete' },
    ])
  },
  PROGRAM_START_MILLISECONDS,
)

test('a database that is not there is a fault', async () => {
  const found = await scrape({ url: `postgres://127.0.0.1:${await closedPort()}/x`, query: 'select 1' })
  expect(found).toEqual([{ kind: 'fault', message: expect.stringContaining('connection refused') }])
})
