import type { RowUse } from '@binnacle/plugin-kit/checks'
import { isRecord, unknown } from '@binnacle/plugin-kit/core'
import { certificateOptions, type QueryDatabase, sendQuery } from '@binnacle/plugin-kit/sql'
import { TalkFailure } from '@binnacle/plugin-kit/talk'
import type { MssqlAddress } from './mssql-address.ts'
import { type Driver, type DriverConnection, loadDriver } from './mssql-driver.ts'

/** Time of the driver beyond the timeout of the run. */
const MARGIN_MILLISECONDS = 5_000

function opened(connection: DriverConnection): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Later errors need a listener, but the failing query reports them.
  connection.on('error', (error) => reject(error ?? new Error('the connection failed')))
  connection.on('connect', (error) => (error === undefined || error === null ? resolve() : reject(error)))
  connection.connect()
  return promise
}

/** Maps column names to values. The driver returns each value with metadata of its column. */
function rowOf(columns: unknown): Record<string, unknown> {
  if (!isRecord(columns)) return {}
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, isRecord(column) ? column['value'] : null]),
  )
}

function readRows(
  { Request }: Driver,
  connection: DriverConnection,
  sql: string,
  rows: Pick<RowUse, 'add'>,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const request = new Request(sql, (error) =>
    error === undefined || error === null ? resolve() : reject(error),
  )
  request.on('row', (columns) => {
    try {
      rows.add(rowOf(columns))
    } catch (error) {
      reject(error)
    }
  })
  connection.execSql(request)
  return promise
}

/** Sends a query. */
export const queryMssql: QueryDatabase<MssqlAddress> = async (spec, address, context, rows) => {
  const driver = loadDriver()
  if (driver === undefined)
    return unknown(
      'the npm package "tedious" is missing on the machine that runs this check; install it with "npm install tedious"',
    )
  const { host, port, username = '', password = '', database } = address
  return sendQuery(spec, address, context, rows, async (socket) => {
    let isTaken = false
    const client = new driver.Connection({
      server: host,
      authentication: { type: 'default', options: { userName: username, password } },
      options: {
        port,
        ...(database === undefined ? {} : { database }),
        appName: context.userAgent,
        encrypt: address.encrypts,
        trustServerCertificate: spec.tlsConfig?.insecureSkipVerify ?? address.skipVerify,
        // The name that the certificate must have.
        serverName: spec.tlsConfig?.serverName ?? host,
        cryptoCredentialsDetails: certificateOptions(spec),
        // The run ends earlier. In this driver, 0 means at once.
        connectTimeout: context.timeoutMilliseconds + MARGIN_MILLISECONDS,
        requestTimeout: context.timeoutMilliseconds + MARGIN_MILLISECONDS,
        useColumnNames: true,
        connector: async () => {
          // A server can redirect its clients, and egress has not checked the other address.
          if (isTaken) throw new TalkFailure('the server redirects to another server, which is not allowed')
          isTaken = true
          return socket
        },
      },
    })
    try {
      await opened(client)
    } catch (error) {
      client.close()
      throw error
    }
    return { query: (text, use) => readRows(driver, client, text, use), close: () => client.close() }
  })
}
