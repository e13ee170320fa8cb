import type { SqlAddress, SqlDatabase } from '@binnacle/plugin-kit/checks'
import { addressProblem, decodePart, readHostAndPort } from '@binnacle/plugin-kit/core'

const DEFAULT_PORT = 1_433

export interface MssqlAddress extends SqlAddress {
  /** Whether the whole connection is encrypted, not only the sign-in. */
  encrypts: boolean
  /** Whether any certificate is accepted. */
  skipVerify: boolean
}

/** Synonyms in connection strings of ADO.NET ("SqlConnection.ConnectionString"), in lower case. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['data source', 'server'],
  ['address', 'server'],
  ['addr', 'server'],
  ['network address', 'server'],
  ['user id', 'user'],
  ['uid', 'user'],
  ['pwd', 'password'],
  ['initial catalog', 'database'],
  ['trust server certificate', 'trustservercertificate'],
])

type Values = ReadonlyMap<string, string>

/** A value in quotes, in which a quote is written twice, and what is behind it up to the next pair. */
const quotedValue = /\s*(?:"((?:[^"]|"")*)"|'((?:[^']|'')*)')\s*(?:;|$)/y

/** name=value;name="value with ; in it" */
function readPairs(text: string): Values | undefined {
  const values = new Map<string, string>()
  let at = 0
  while (at < text.length) {
    const next = text.indexOf(';', at)
    const end = next === -1 ? text.length : next
    if (text.slice(at, end).trim() === '') {
      at = end + 1
      continue
    }
    const equals = text.indexOf('=', at)
    if (equals === -1 || equals > end) return undefined
    const key = text.slice(at, equals).trim().toLowerCase()
    if (key === '') return undefined
    quotedValue.lastIndex = equals + 1
    const quoted = quotedValue.exec(text)
    const [whole, doubled, single] = quoted ?? []
    const value = doubled?.replaceAll('""', '"') ?? single?.replaceAll("''", "'")
    values.set(synonyms.get(key) ?? key, value ?? text.slice(equals + 1, end).trim())
    at = whole === undefined ? end + 1 : equals + 1 + whole.length
  }
  return values
}

function readUrl(text: string): Values | undefined {
  const url = URL.parse(text)
  if (url === null) return undefined
  const options = [...url.searchParams].map(([name, value]): [string, string] => {
    const key = name.toLowerCase()
    return [synonyms.get(key) ?? key, value]
  })
  return new Map([
    ['database', decodePart(url.pathname.replace(/^\//, ''))],
    ...options,
    ['server', url.host],
    ['user', decodePart(url.username)],
    ['password', decodePart(url.password)],
  ])
}

const isOn = (text: string | undefined) =>
  ['true', 'yes', '1', 'mandatory'].includes((text ?? '').toLowerCase())

/**
 * Parses the address of a database: sqlserver://user:password@host:port?database=…, or server=host,port;user
 * id=…;password=…; database=…;encrypt=…;trustServerCertificate=….
 * @returns the address, or what is wrong with the text
 */
export function readMssqlUrl(text: string): MssqlAddress | string {
  const problem = addressProblem(text)
  if (problem !== undefined) return problem
  const values = /^(?:sqlserver|mssql):\/\//.test(text) ? readUrl(text) : readPairs(text)
  const server = values?.get('server') ?? ''
  if (values === undefined || server === '')
    return 'not of the form sqlserver://user:password@host:port?database=… or server=host,port;user id=…;password=…;database=…'
  if (server.includes('\\')) return 'named instances cannot be found; give the port of the instance'
  const written = server.replace(/^tcp:/i, '').replace(/,\s*(\d+)$/, ':$1')
  const place = readHostAndPort(written, Number(values.get('port') ?? DEFAULT_PORT))
  if (place === undefined) return 'the address names no host with a port from 1 to 65535'
  const encrypt = values.get('encrypt') ?? 'true'
  if (encrypt.toLowerCase() === 'strict') return 'encrypt=strict is not known here; there are true and false'
  const optional = {
    username: values.get('user') ?? '',
    password: values.get('password') ?? '',
    database: values.get('database') ?? '',
  }
  return {
    ...place,
    encrypts: isOn(encrypt),
    skipVerify: isOn(values.get('trustservercertificate')),
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== '')),
  }
}

/** How checks and scrapers reach such a database. */
export const mssql: SqlDatabase<MssqlAddress> = {
  type: 'mssql',
  read: readMssqlUrl,
  protection: ({ encrypts, skipVerify }) =>
    `${encrypts ? 'encrypted' : 'plain'}${skipVerify ? '+unverified' : ''}`,
  connection: 'sql_server',
}
