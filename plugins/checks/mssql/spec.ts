import { defineSqlCheck } from '@binnacle/plugin-kit/checks'
import { readMssqlUrl } from './address.ts'

export const check = defineSqlCheck({
  type: 'mssql',
  title: 'SQL Server',
  description: 'Runs a query on SQL Server and counts the rows. Install the npm package tedious first.',
  addressForms:
    'sqlserver://user:password@host:port?database=…, or server=host,port;user id=…;password=…;database=…; encrypt (default: true) and trustServerCertificate control TLS.',
  read: readMssqlUrl,
  protection: ({ encrypts, skipVerify }) =>
    `${encrypts ? 'encrypted' : 'plain'}${skipVerify ? '+unverified' : ''}`,
  connection: 'sql_server',
  example: {
    url: 'sqlserver://127.0.0.1:1433?database=shop',
    query: 'select top 1 id from orders where created_at > cast(getdate() as date)',
  },
})
