import type { SqlAddress, SqlDatabase } from '@binnacle/plugin-kit/checks'
import { addressProblem, decodePart, readHostAndPort } from '@binnacle/plugin-kit/core'

const DEFAULT_PORT = 5_432

/** The use of TLS (PostgreSQL's documentation of libpq, "SSL Support", table of sslmode). */
const tlsModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
type TlsMode = (typeof tlsModes)[number]

export interface PostgresAddress extends SqlAddress {
  tlsMode: TlsMode
  /** Settings of the session, by name. */
  settings: Readonly<Record<string, string>>
}

/** Parameters of libpq that only affect the client. They are not sent to the server. */
const clientParameters = new Set([
  'connect_timeout',
  'target_session_attrs',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'binary_parameters',
  'gssencmode',
  'channel_binding',
])

interface Parts {
  host: string
  port: string
  username: string
  password: string
  database: string
  parameters: Readonly<Record<string, string>>
}

function fromUrl(text: string): Parts | undefined {
  const url = URL.parse(text)
  if (url === null) return undefined
  const parameters = Object.fromEntries(url.searchParams)
  return {
    host: decodePart(url.hostname),
    port: url.port,
    username: decodePart(url.username),
    password: decodePart(url.password),
    database: decodePart(url.pathname.replace(/^\//, '')),
    parameters,
  }
}

/** Parses libpq's keyword = value form. Values with spaces are in single quotes, with \ before ' and \. */
function fromKeywords(text: string): Parts | undefined {
  const values: Record<string, string> = {}
  const pair = /([A-Za-z_]+)\s*=(?:\s*'((?:[^'\\]|\\.)*)'|\s*((?:[^\s'\\]|\\.)+)|)(?:\s+|$)/y
  const trimmed = text.trim()
  while (pair.lastIndex < trimmed.length) {
    const match = pair.exec(trimmed)
    if (match?.[1] === undefined) return undefined
    values[match[1]] = (match[2] ?? match[3] ?? '').replaceAll(/\\(.)/g, '$1')
  }
  const { host, hostaddr, port = '', user = '', password = '', dbname = '', ...parameters } = values
  return { host: host ?? hostaddr ?? '', port, username: user, password, database: dbname, parameters }
}

function isTlsMode(text: string): text is TlsMode {
  return tlsModes.some((mode) => mode === text)
}

function splitParameters(all: Readonly<Record<string, string>>) {
  const { sslmode = 'prefer', ...rest } = all
  const settings = Object.fromEntries(Object.entries(rest).filter(([name]) => !clientParameters.has(name)))
  return { sslmode, settings }
}

/**
 * Parses the address of a database in either form of libpq.
 * @returns the address, or what is wrong with the text
 */
export function readPostgresUrl(text: string): PostgresAddress | string {
  const problem = addressProblem(text)
  if (problem !== undefined) return problem
  const isUrl = /^postgres(?:ql)?:\/\//.test(text)
  const parts = isUrl ? fromUrl(text) : fromKeywords(text)
  if (parts === undefined)
    return 'not of the form postgres://user:password@host:port/database or host=… user=… dbname=…'
  const { host, port, username, password, database, parameters } = parts
  if (host === '' || host.startsWith('/')) return 'the address names no host'
  const place = readHostAndPort(port === '' ? host : `${host}:${port}`, DEFAULT_PORT)
  if (place === undefined) return 'the address names no single host with a port from 1 to 65535'
  const { sslmode, settings } = splitParameters(parameters)
  if (!isTlsMode(sslmode)) return `"${sslmode}" is not a valid sslmode; use one of ${tlsModes.join(', ')}`
  return {
    ...place,
    tlsMode: sslmode,
    settings,
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
    ...(database === '' ? {} : { database }),
  }
}

/** How checks and scrapers reach such a database. */
export const postgres: SqlDatabase<PostgresAddress> = {
  type: 'postgres',
  read: readPostgresUrl,
  protection: ({ tlsMode }) => tlsMode,
  connection: 'postgres',
}
