import { mssql } from '@binnacle/clients/sql/mssql-address'
import { defineSqlCheck } from '@binnacle/plugin-kit/checks'

export const check = defineSqlCheck({
  ...mssql,
  title: 'SQL Server',
  description: 'Runs a query on SQL Server and counts the rows. Install the npm package tedious first.',
  addressForms:
    'sqlserver://user:password@host:port?database=…, or server=host,port;user id=…;password=…;database=…; encrypt (default: true) and trustServerCertificate control TLS.',
  example: {
    url: 'sqlserver://127.0.0.1:1433?database=shop',
    query: 'select top 1 id from orders where created_at > cast(getdate() as date)',
  },
})
