import { queryPostgres } from '@binnacle/clients/sql/postgres'
import { readPostgresUrl } from '@binnacle/clients/sql/postgres-address'
import { runSqlCheck } from '@binnacle/plugin-kit/sql'

export const run = runSqlCheck(readPostgresUrl, queryPostgres)
