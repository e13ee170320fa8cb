import { queryMysql } from '@binnacle/clients/sql/mysql'
import { readMysqlUrl } from '@binnacle/clients/sql/mysql-address'
import { runSqlCheck } from '@binnacle/plugin-kit/sql'

export const run = runSqlCheck(readMysqlUrl, queryMysql)
