import type { PostgresAddress } from '@binnacle/clients/sql/postgres-address'
import { readPostgresUrl } from '@binnacle/clients/sql/postgres-address'
import { type MssqlAddress, readMssqlUrl } from '@binnacle/clients/sql/mssql-address'
import { type MysqlAddress, readMysqlUrl } from '@binnacle/clients/sql/mysql-address'

/** Kinds of databases that a query can be sent to. */
export const drivers = ['postgres', 'mysql', 'mssql'] as const
export type Driver = (typeof drivers)[number]

export type DatabaseAddress =
  | { driver: 'postgres'; address: PostgresAddress }
  | { driver: 'mysql'; address: MysqlAddress }
  | { driver: 'mssql'; address: MssqlAddress }

/** The kind of database that an address is of, by its form. */
export function driverOf(text: string): Driver | undefined {
  if (/^postgres(?:ql)?:\/\//i.test(text)) return 'postgres'
  if (/^(?:mysql|mariadb):\/\//i.test(text) || /(?:^|@)(?:tcp6?)?\([^()]*\)\//.test(text)) return 'mysql'
  if (/^(?:sqlserver|mssql):\/\//i.test(text) || /(?:^|;)\s*(?:server|data source)\s*=/i.test(text))
    return 'mssql'
  return /(?:^|\s)host(?:addr)?\s*=/.test(text) ? 'postgres' : undefined
}

/** Reads the address of a database. @returns the address, or what is wrong with the text */
export function readDatabase(text: string, driver = driverOf(text)): DatabaseAddress | string {
  if (driver === 'postgres') {
    const address = readPostgresUrl(text)
    return typeof address === 'string' ? address : { driver, address }
  }
  if (driver === 'mysql') {
    const address = readMysqlUrl(text)
    return typeof address === 'string' ? address : { driver, address }
  }
  if (driver === 'mssql') {
    const address = readMssqlUrl(text)
    return typeof address === 'string' ? address : { driver, address }
  }
  return 'not of the form postgres://…, host=…, mysql://…, user@tcp(host:port)/database or sqlserver://…'
}
