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
import { mssqlAddress, readMssqlUrl } from './address.ts'

const schema = z
  .strictObject({
    ...commonCheckFields,
    ...sqlFields(
      'sqlserver://user:password@host:port?database=…, or server=host,port;user id=…;password=…;database=…; encrypt (true without it) and trustServerCertificate say how TLS is used.',
    ),
    tlsConfig,
  })
  .check((context) =>
    demandSqlUrl(context, (text) => {
      const address = readMssqlUrl(text)
      return typeof address === 'string' ? address : undefined
    }),
  )

export const check = defineCheck({
  type: 'mssql',
  title: 'SQL Server',
  description:
    'Signs in to a Microsoft SQL Server, sends a query and counts the rows. It needs the npm package tedious, which is not installed with the product, and was never tried against a real server.',
  icon: 'database',
  editor: 'code',
  schema,
  example: {
    name: 'orders of today',
    url: 'sqlserver://127.0.0.1:1433?database=shop',
    username: 'monitor',
    password: { value: 'the password' },
    query: 'select top 1 id from orders where created_at > cast(getdate() as date)',
    results: 1,
  },
  timeoutMilliseconds: 60_000,
  concurrency: 50,
  connections: sqlConnection('sql_server'),
  connectionTests: { sql_server: () => ({ connection: TESTED_CONNECTION }) },
  endpoint: (spec) => {
    const address = mssqlAddress(spec)
    return address === undefined
      ? sqlReference(spec)
      : `${writeHostAndPort(address)}/${address.database ?? ''}`
  },
  target: (spec) => mssqlAddress(spec)?.host ?? sqlReference(spec),
})

export type MssqlSpec = SpecOf<typeof check>
