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
import { mysqlAddress, readMysqlUrl } from './address.ts'

const schema = z
  .strictObject({
    ...commonCheckFields,
    ...sqlFields(
      'mysql://user:password@host:port/database?tls=…, or user:password@tcp(host:port)/database?tls=…; tls is false, preferred (without it), skip-verify or true.',
    ),
    tlsConfig,
  })
  .check((context) =>
    demandSqlUrl(context, (text) => {
      const address = readMysqlUrl(text)
      return typeof address === 'string' ? address : undefined
    }),
  )

export const check = defineCheck({
  type: 'mysql',
  title: 'MySQL and MariaDB',
  description: 'Signs in to a MySQL or MariaDB database, sends a query and counts the rows.',
  icon: 'database',
  editor: 'code',
  schema,
  example: {
    name: 'orders of today',
    url: 'mysql://127.0.0.1:3306/shop',
    username: 'monitor',
    password: { value: 'the password' },
    query: 'select id from orders where created_at > current_date limit 1',
    results: 1,
  },
  timeoutMilliseconds: 60_000,
  concurrency: 50,
  connections: sqlConnection('mysql'),
  connectionTests: { mysql: () => ({ connection: TESTED_CONNECTION }) },
  endpoint: (spec) => {
    const address = mysqlAddress(spec)
    return address === undefined
      ? sqlReference(spec)
      : `${writeHostAndPort(address)}/${address.database ?? ''}`
  },
  target: (spec) => mysqlAddress(spec)?.host ?? sqlReference(spec),
})

export type MysqlSpec = SpecOf<typeof check>
