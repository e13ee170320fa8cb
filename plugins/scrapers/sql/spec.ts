import { mssql } from '@binnacle/clients/sql/mssql-address'
import { mysql } from '@binnacle/clients/sql/mysql-address'
import { postgres } from '@binnacle/clients/sql/postgres-address'
import { fail, REQUIRED } from '@binnacle/contract/core'
import { addressFields, demandSqlUrl, isTemplate, sqlDatabaseConnection } from '@binnacle/plugin-kit/checks'
import { type ConnectionUse, credentialFields, field, inGroup, tlsConfig } from '@binnacle/plugin-kit/core'
import { defineScraper, type ScraperSpecOf } from '@binnacle/plugin-kit/scrapers'
import { z } from 'zod'
import { drivers, readDatabase } from './databases.ts'

const { username, password, authentication } = credentialFields

const schema = z
  .strictObject({
    ...addressFields(
      'postgres://user@host:port/database?sslmode=…, host=… user=… dbname=…, mysql://user@host:port/database, user@tcp(host:port)/database, or sqlserver://user@host:port?database=….',
    ),
    auth: field(authentication, {
      title: 'Authentication',
      description: 'Username and password. They override those in the address.',
      group: 'authentication',
      aliases: ['authentication'],
    }),
    username: inGroup('authentication', username),
    password: inGroup('authentication', password),
    driver: field(z.enum(drivers).optional(), {
      title: 'Driver',
      description: 'Kind of the database. Default: as the form of the address says.',
    }),
    query: field(z.string().trim().min(1, REQUIRED).max(100_000), {
      title: 'Query',
      description:
        'Each row is an item; of a single column the value is. With {{ it is a Go template without variables.',
      widget: 'code',
      language: 'sql',
      destination: false,
    }),
    tlsConfig,
  })
  .check((context) =>
    demandSqlUrl(context, (text) => {
      const found = readDatabase(text, context.value.driver)
      return typeof found === 'string' ? found : undefined
    }),
  )

/** How each kind of database uses a stored connection. */
const inner = [
  ...sqlDatabaseConnection(postgres),
  ...sqlDatabaseConnection(mysql),
  ...sqlDatabaseConnection(mssql),
]

const use: ConnectionUse = {
  at: [],
  types: inner.flatMap(({ types }) => types),
  fill(written, connection, whole) {
    const own = inner.find(({ types }) => types.includes(connection.type))
    return own === undefined
      ? fail(`a connection of the type ${connection.type} leads to no database that a query can be sent to`)
      : own.fill(written, connection, whole)
  },
}

export const scraper = defineScraper({
  type: 'sql',
  title: 'SQL',
  description: 'Rows of a query on PostgreSQL, MySQL, MariaDB or SQL Server.',
  setup: 'SQL Server needs the npm package tedious next to the product.',
  icon: 'database',
  schema,
  example: {
    url: 'postgres://127.0.0.1:5432/shop?sslmode=disable',
    auth: { username: 'reader', password: 'secret://shop/password' },
    query: 'select id, name, plan from tenants order by id',
  },
  timeoutMilliseconds: 600_000,
  concurrency: 10,
  connections: [use],
  scripts: ({ query }) =>
    isTemplate(query) ? [{ path: ['query'], language: 'template', source: query }] : [],
})

export type SqlSpec = ScraperSpecOf<typeof scraper>
