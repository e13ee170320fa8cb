import { queryMssql } from '@binnacle/clients/sql/mssql'
import { readMssqlUrl } from '@binnacle/clients/sql/mssql-address'
import { runSqlCheck } from '@binnacle/plugin-kit/sql'

export const run = runSqlCheck(readMssqlUrl, queryMssql)
