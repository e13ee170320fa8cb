import { postgres } from '@binnacle/clients/sql/postgres-address'
import { defineSqlCheck } from '@binnacle/plugin-kit/checks'

export const check = defineSqlCheck({
  ...postgres,
  title: 'PostgreSQL',
  description: 'Runs a query on PostgreSQL and counts the rows.',
  addressForms:
    'postgres://user:password@host:port/database?sslmode=…, or host=… port=… user=… password=… dbname=… sslmode=….',
  place: 1,
  example: {
    url: 'postgres://127.0.0.1:5432/shop?sslmode=disable',
    query: 'select id from orders where created_at > current_date limit 1',
  },
})
