import { mysql } from '@binnacle/clients/sql/mysql-address'
import { defineSqlCheck } from '@binnacle/plugin-kit/checks'

export const check = defineSqlCheck({
  ...mysql,
  title: 'MySQL and MariaDB',
  description: 'Runs a query on MySQL or MariaDB and counts the rows.',
  addressForms:
    'mysql://user:password@host:port/database?tls=…, or user:password@tcp(host:port)/database?tls=…; tls is false, preferred (default), skip-verify or true.',
  place: 2,
  example: {
    url: 'mysql://127.0.0.1:3306/shop',
    query: 'select id from orders where created_at > current_date limit 1',
  },
})
