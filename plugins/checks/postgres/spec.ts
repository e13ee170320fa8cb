import { defineSqlCheck } from '@binnacle/plugin-kit/checks'
import { readPostgresUrl } from './address.ts'

export const check = defineSqlCheck({
  type: 'postgres',
  title: 'PostgreSQL',
  description: 'Runs a query on PostgreSQL and counts the rows.',
  addressForms:
    'postgres://user:password@host:port/database?sslmode=…, or host=… port=… user=… password=… dbname=… sslmode=….',
  read: readPostgresUrl,
  protection: ({ tlsMode }) => tlsMode,
  connection: 'postgres',
  place: 1,
  example: {
    url: 'postgres://127.0.0.1:5432/shop?sslmode=disable',
    query: 'select id from orders where created_at > current_date limit 1',
  },
})
