import {
  type CheckContext,
  type CheckOutcome,
  createRowKeeper,
  type RowKeeper,
  type RunCheck,
  sqlOutcome,
  sqlUrl,
  tlsSettings,
  unknown,
  UNRESOLVED,
} from '@binnacle/plugin-kit'
import { talkTo } from '@binnacle/plugin-kit/talk'
import type { Connection, ConnectionOptions, SslOptions } from 'mysql2'
import { type MysqlAddress, mysqlAddress } from './address.ts'
import type { MysqlSpec } from './spec.ts'

/** The driver's code for a server that was asked for TLS and has none. */
const WITHOUT_TLS = 'HANDSHAKE_NO_SSL_SUPPORT'

function tlsOptions(spec: MysqlSpec, { tlsMode }: MysqlAddress): SslOptions {
  const { skipVerify, ca, certificate, key } = tlsSettings(spec.tlsConfig)
  const verifies = tlsMode.startsWith('verified') || ca !== undefined
  return {
    rejectUnauthorized: verifies && skipVerify !== true,
    verifyIdentity: tlsMode === 'verified' && skipVerify !== true,
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key }),
  }
}

async function openClient(options: ConnectionOptions): Promise<Connection> {
  const { createConnection } = await import('mysql2')
  const client = createConnection({
    ...options,
    // The run has a time of its own.
    connectTimeout: 0,
    decimalNumbers: true,
    supportBigNumbers: true,
    timezone: 'Z',
    // A server may not ask for files of this machine.
    flags: ['-LOCAL_FILES'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Stays for what fails later: that is known from the query that fails.
  client.on('error', reject)
  client.on('connect', () => resolve())
  await promise
  return client
}

function readRows(client: Connection, sql: string): Promise<RowKeeper> {
  const kept = createRowKeeper()
  const { promise, resolve, reject } = Promise.withResolvers<RowKeeper>()
  let hasRows = false
  client
    .query(sql)
    .on('fields', (fields: unknown) => {
      hasRows = fields !== undefined
    })
    .on('result', (row: object) => {
      try {
        if (hasRows) kept.add(row)
      } catch (error) {
        reject(error)
      }
    })
    .on('error', reject)
    .on('end', () => resolve(kept))
  return promise
}

/**
 * Tells the server to give up when the run does. Comments of these forms are read by MySQL only and by MariaDB only
 * (MariaDB's documentation, "Comment Syntax").
 */
function limitTime(milliseconds: number): string {
  return `SET @binnacle = 1 /*!50708 , SESSION max_execution_time = ${milliseconds} */ /*M!100101 , SESSION max_statement_time = ${milliseconds / 1_000} */`
}

function attempt(
  spec: MysqlSpec,
  address: MysqlAddress,
  context: CheckContext,
  tls: boolean,
): Promise<CheckOutcome> {
  const { host, port, username, password, database } = address
  const secrets = password === undefined ? [] : [password]
  return talkTo({ host, port, secrets }, context, async ({ connection, enter, details }) => {
    enter('signing in')
    const client = await openClient({
      stream: connection.socket,
      // The stream is connected: this is the name that a certificate must be for.
      host: spec.tlsConfig?.serverName ?? host,
      ...(username === undefined ? {} : { user: username }),
      ...(password === undefined ? {} : { password }),
      ...(database === undefined ? {} : { database }),
      ...(tls ? { ssl: tlsOptions(spec, address) } : {}),
    })
    await readRows(client, limitTime(context.timeoutMilliseconds))
    enter('running the query')
    const kept = await readRows(client, spec.query ?? 'SELECT 1')
    const outcome = sqlOutcome(spec, kept, details())
    // Says goodbye; the connection is closed in any case.
    client.end(() => {})
    return outcome
  })
}

export const run: RunCheck<MysqlSpec> = async (spec, context) => {
  const address = mysqlAddress(spec)
  if (sqlUrl(spec) === undefined) return unknown(UNRESOLVED)
  if (address === undefined) return unknown('the address of the database cannot be read')
  const outcome = await attempt(spec, address, context, address.tlsMode !== 'off')
  return address.tlsMode === 'preferred' && outcome.details?.['reason'] === WITHOUT_TLS
    ? attempt(spec, address, context, false)
    : outcome
}
