import type { SqlAddress, SqlDatabase } from '@binnacle/plugin-kit/checks'
import { addressProblem, decodePart, readHostAndPort } from '@binnacle/plugin-kit/core'

const DEFAULT_PORT = 3_306

/** The use of TLS: none, if the server supports it, and without or with verification of the certificate. */
type TlsMode = 'off' | 'preferred' | 'unverified' | 'verified-authority' | 'verified'

export interface MysqlAddress extends SqlAddress {
  tlsMode: TlsMode
}

/** Values of `tls` in data source names of the Go driver, and of `ssl-mode` in URLs of MySQL's own programs. */
const tlsModes: ReadonlyMap<string, TlsMode> = new Map([
  ['false', 'off'],
  ['preferred', 'preferred'],
  ['skip-verify', 'unverified'],
  ['true', 'verified'],
  ['disabled', 'off'],
  ['required', 'unverified'],
  ['verify_ca', 'verified-authority'],
  ['verify_identity', 'verified'],
])

interface Parts {
  place: string
  username: string
  password: string
  database: string
  parameters: URLSearchParams
}

function fromUrl(text: string): Parts | undefined {
  const url = URL.parse(text)
  if (url === null) return undefined
  return {
    place: url.host,
    username: decodePart(url.username),
    password: decodePart(url.password),
    database: decodePart(url.pathname.replace(/^\//, '')),
    parameters: url.searchParams,
  }
}

/** Parses user:password@tcp(host:port)/database?name=value. The last @ ends the password. */
function fromDataSourceName(text: string): Parts | undefined {
  const match = /^(?:([^:]*)(?::(.*))?@)?(?:tcp6?)?(?:\(([^()]*)\))?\/([^?/]*)(?:\?(.*))?$/s.exec(text)
  if (match === null) return undefined
  const [, username = '', password = '', place = '', database = '', parameters = ''] = match
  return {
    place: place === '' ? '127.0.0.1' : place,
    username,
    password,
    database,
    parameters: new URLSearchParams(parameters),
  }
}

/**
 * Parses the address of a database: a mysql:// URL, or a data source name of the Go driver.
 * @returns the address, or what is wrong with the text
 */
export function readMysqlUrl(text: string): MysqlAddress | string {
  const problem = addressProblem(text)
  if (problem !== undefined) return problem
  const [, scheme, rest = text] = /^(mysql:\/\/|mariadb:\/\/)?(.*)$/s.exec(text) ?? []
  // A data source name may follow a scheme: mysql://user:password@tcp(host:port)/database.
  const isUrl = scheme !== undefined && !/(?:^|@)tcp6?\([^()]*\)\//.test(rest)
  const parts = isUrl ? fromUrl(text) : fromDataSourceName(rest)
  if (parts === undefined)
    return 'not of the form mysql://user:password@host:port/database or user:password@tcp(host:port)/database'
  const place = readHostAndPort(parts.place, DEFAULT_PORT)
  if (place === undefined) return 'the address names no host with a port from 1 to 65535'
  const written = (
    parts.parameters.get('tls') ??
    parts.parameters.get('ssl-mode') ??
    'preferred'
  ).toLowerCase()
  const tlsMode = tlsModes.get(written)
  if (tlsMode === undefined)
    return `"${written}" is not a valid value of tls; use one of ${[...tlsModes.keys()].join(', ')}`
  return {
    ...place,
    tlsMode,
    ...(parts.username === '' ? {} : { username: parts.username }),
    ...(parts.password === '' ? {} : { password: parts.password }),
    ...(parts.database === '' ? {} : { database: parts.database }),
  }
}

/** How checks and scrapers reach such a database. */
export const mysql: SqlDatabase<MysqlAddress> = {
  type: 'mysql',
  read: readMysqlUrl,
  protection: ({ tlsMode }) => tlsMode,
  connection: 'mysql',
}
