import {
  createRowKeeper,
  isRecord,
  type RowKeeper,
  type RunCheck,
  sqlOutcome,
  sqlUrl,
  tlsSettings,
  unknown,
  UNRESOLVED,
} from '@binnacle/plugin-kit'
import { TalkFailure, talkTo } from '@binnacle/plugin-kit/talk'
import { mssqlAddress } from './address.ts'
import { type Driver, type DriverConnection, loadDriver } from './driver.ts'
import type { MssqlSpec } from './spec.ts'

/** What the driver has longer than the run. */
const MARGIN_MILLISECONDS = 5_000

function opened(connection: DriverConnection): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Stays for what fails later: that is known from the query that fails.
  connection.on('error', (error) => reject(error ?? new Error('the connection failed')))
  connection.on('connect', (error) => (error === undefined || error === null ? resolve() : reject(error)))
  connection.connect()
  return promise
}

/** The value of each column by its name; the driver gives it with what is known of the column. */
function rowOf(columns: unknown): Record<string, unknown> {
  if (!isRecord(columns)) return {}
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, isRecord(column) ? column['value'] : null]),
  )
}

function readRows({ Request }: Driver, connection: DriverConnection, sql: string): Promise<RowKeeper> {
  const kept = createRowKeeper()
  const { promise, resolve, reject } = Promise.withResolvers<RowKeeper>()
  const request = new Request(sql, (error) =>
    error === undefined || error === null ? resolve(kept) : reject(error),
  )
  request.on('row', (columns) => {
    try {
      kept.add(rowOf(columns))
    } catch (error) {
      reject(error)
    }
  })
  connection.execSql(request)
  return promise
}

export const run: RunCheck<MssqlSpec> = async (spec, context) => {
  if (sqlUrl(spec) === undefined) return unknown(UNRESOLVED)
  const address = mssqlAddress(spec)
  if (address === undefined) return unknown('the address of the database cannot be read')
  const driver = loadDriver()
  if (driver === undefined)
    return unknown(
      'the npm package "tedious" is missing on the machine that runs this check; install it with "npm install tedious"',
    )
  const { host, port, username = '', password = '', database } = address
  const { ca, certificate, key, ...tls } = tlsSettings(spec.tlsConfig)
  const secrets = password === '' ? [] : [password]
  return talkTo({ host, port, secrets }, context, async ({ connection, enter, details }) => {
    enter('signing in')
    let isTaken = false
    const client = new driver.Connection({
      server: host,
      authentication: { type: 'default', options: { userName: username, password } },
      options: {
        port,
        ...(database === undefined ? {} : { database }),
        appName: context.userAgent,
        encrypt: address.encrypts,
        trustServerCertificate: tls.skipVerify ?? address.skipVerify,
        // The name that a certificate must be for.
        serverName: tls.serverName ?? host,
        cryptoCredentialsDetails: {
          ...(ca === undefined ? {} : { ca }),
          ...(certificate === undefined ? {} : { cert: certificate }),
          ...(key === undefined ? {} : { key }),
        },
        // The run ends by itself before; 0 means at once here.
        connectTimeout: context.timeoutMilliseconds + MARGIN_MILLISECONDS,
        requestTimeout: context.timeoutMilliseconds + MARGIN_MILLISECONDS,
        useColumnNames: true,
        connector: async () => {
          // A server can send its clients elsewhere, and nobody judged that place.
          if (isTaken) throw new TalkFailure('the server leads to another one')
          isTaken = true
          return connection.socket
        },
      },
    })
    try {
      await opened(client)
      enter('running the query')
      return sqlOutcome(spec, await readRows(driver, client, spec.query ?? 'SELECT 1'), details())
    } finally {
      client.close()
    }
  })
}
