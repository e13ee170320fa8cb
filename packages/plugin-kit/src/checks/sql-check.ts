import { z } from 'zod'
import { defineCheck, type SpecOf } from './check.ts'
import { commonCheckFields } from './common-fields.ts'
import { TESTED_CONNECTION } from '../core/connection.ts'
import { writeServer } from '../core/connection-servers.ts'
import { templatesAt } from './query-template.ts'
import {
  type Credentials,
  credentialsOf,
  type HostAndPort,
  tlsConfig,
  writeHostAndPort,
} from '../core/server-fields.ts'
import { demandSqlUrl, sqlConnection, sqlFields, sqlReference, sqlUrl } from './sql.ts'

/** Server, user and password of an address. */
export interface SqlAddress extends HostAndPort, Credentials {
  database?: string
}

/** Parses the address of a database. @returns the address, or the problem of the text */
export type ReadAddress<Address> = (text: string) => Address | string

/** Requires an address that can be parsed. */
export function demandReadableUrl(
  context: Parameters<typeof demandSqlUrl>[0],
  read: ReadAddress<unknown>,
): void {
  demandSqlUrl(context, (text) => {
    const address = read(text)
    return typeof address === 'string' ? address : undefined
  })
}

/** Server, user and password of a spec. Separate fields take precedence over the address. @returns undefined without an address */
export function addressOf<Address extends object>(
  spec: Parameters<typeof sqlUrl>[0] & Parameters<typeof credentialsOf>[0],
  read: ReadAddress<Address>,
): (Address & Credentials) | undefined {
  const address = read(sqlUrl(spec) ?? '')
  return typeof address === 'string' ? undefined : { ...address, ...credentialsOf(spec) }
}

/** A kind of SQL database, and how its addresses are compared. */
export interface SqlDatabase<Address extends SqlAddress> {
  type: string
  read: ReadAddress<Address>
  /** How TLS is used, in normal form. A password for one way of TLS must not be sent over another. */
  protection: (address: Address) => string
  /** The connection type of such databases. */
  connection: string
}

/** How a spec that names a kind of SQL database uses a stored connection. */
export function sqlDatabaseConnection<Address extends SqlAddress>({
  type,
  read,
  protection,
  connection,
}: SqlDatabase<Address>) {
  return sqlConnection(connection, (text) => {
    const address = read(text)
    if (typeof address === 'string') return undefined
    return [writeServer(`${type}+${protection(address)}`, address.host, address.port)]
  })
}

/**
 * Declares a check type that sends a query to an SQL database and counts the rows.
 * @param type.addressForms the forms of an address, for the help text
 * @example
 * export const check = defineSqlCheck({
 *   type: 'postgres',
 *   title: 'PostgreSQL',
 *   description: 'Runs a query on PostgreSQL and counts the rows.',
 *   addressForms: 'postgres://user:password@host:port/database',
 *   read: readPostgresUrl,
 *   protection: ({ tlsMode }) => tlsMode,
 *   connection: 'postgres',
 *   example: { url: 'postgres://127.0.0.1:5432/shop', query: 'select id from orders' },
 * })
 */
export function defineSqlCheck<Address extends SqlAddress>(
  type: SqlDatabase<Address> & {
    title: string
    description: string
    addressForms: string
    /** Its place among the databases that people choose from. */
    place?: number
    example: { url: string; query: string }
  },
) {
  const { read, connection } = type
  return defineCheck({
    type: type.type,
    title: type.title,
    description: type.description,
    icon: 'database',
    category: 'database',
    ...(type.place === undefined ? {} : { place: type.place }),
    editor: 'code',
    schema: z
      .strictObject({ ...commonCheckFields, ...sqlFields(type.addressForms), tlsConfig })
      .check((context) => demandReadableUrl(context, read)),
    example: {
      name: 'orders of today',
      url: type.example.url,
      username: 'monitor',
      password: { value: 'the password' },
      query: type.example.query,
      results: 1,
    },
    timeoutMilliseconds: 60_000,
    concurrency: 50,
    connections: sqlDatabaseConnection(type),
    connectionTests: { [connection]: () => ({ connection: TESTED_CONNECTION }) },
    scripts: ({ query }) => templatesAt([[['query'], query]]),
    endpoint: (spec) => {
      const address = addressOf(spec, read)
      return address === undefined
        ? sqlReference(spec)
        : `${writeHostAndPort(address)}/${address.database ?? ''}`
    },
    target: (spec) => addressOf(spec, read)?.host ?? sqlReference(spec),
  })
}

/** What is written of a check that sends a query to an SQL database. */
export type SqlCheckSpec = SpecOf<ReturnType<typeof defineSqlCheck>>

/** What a query to an SQL database needs of a spec, whatever its family. */
export type SqlQuerySpec = Pick<
  SqlCheckSpec,
  'connection' | 'url' | 'username' | 'password' | 'authentication' | 'query' | 'tlsConfig'
>
