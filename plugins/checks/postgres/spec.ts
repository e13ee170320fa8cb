import {
  commonCheckFields,
  defineCheck,
  demandSqlUrl,
  type SpecOf,
  sqlConnection,
  sqlFields,
  sqlReference,
  TESTED_CONNECTION,
  tlsConfig,
  writeHostAndPort,
} from '@binnacle/plugin-kit'
import { z } from 'zod'
import { postgresAddress, readPostgresUrl } from './address.ts'

const schema = z
  .strictObject({
    ...commonCheckFields,
    ...sqlFields(
      'postgres://user:password@host:port/database?sslmode=…, or host=… port=… user=… password=… dbname=… sslmode=….',
    ),
    tlsConfig,
  })
  .check((context) =>
    demandSqlUrl(context, (text) => {
      const address = readPostgresUrl(text)
      return typeof address === 'string' ? address : undefined
    }),
  )

export const check = defineCheck({
  type: 'postgres',
  title: 'PostgreSQL',
  description: 'Signs in to a PostgreSQL database, sends a query and counts the rows.',
  icon: 'database',
  editor: 'code',
  schema,
  example: {
    name: 'orders of today',
    url: 'postgres://127.0.0.1:5432/shop?sslmode=disable',
    username: 'monitor',
    password: { value: 'the password' },
    query: 'select id from orders where created_at > current_date limit 1',
    results: 1,
  },
  timeoutMilliseconds: 60_000,
  concurrency: 50,
  connections: sqlConnection('postgres'),
  connectionTests: { postgres: () => ({ connection: TESTED_CONNECTION }) },
  endpoint: (spec) => {
    const address = postgresAddress(spec)
    return address === undefined
      ? sqlReference(spec)
      : `${writeHostAndPort(address)}/${address.database ?? ''}`
  },
  target: (spec) => postgresAddress(spec)?.host ?? sqlReference(spec),
})

export type PostgresSpec = SpecOf<typeof check>
