import { defineSqlCheck } from '@binnacle/plugin-kit/checks'
import { readMysqlUrl } from './address.ts'

export const check = defineSqlCheck({
  type: 'mysql',
  title: 'MySQL and MariaDB',
  description: 'Runs a query on MySQL or MariaDB and counts the rows.',
  addressForms:
    'mysql://user:password@host:port/database?tls=…, or user:password@tcp(host:port)/database?tls=…; tls is false, preferred (default), skip-verify or true.',
  read: readMysqlUrl,
  protection: ({ tlsMode }) => tlsMode,
  connection: 'mysql',
  place: 2,
  example: {
    url: 'mysql://127.0.0.1:3306/shop',
    query: 'select id from orders where created_at > current_date limit 1',
  },
})
