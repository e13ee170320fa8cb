import type { Socket } from 'node:net'
import type { RowUse, SqlQuerySpec } from '@binnacle/plugin-kit/checks'
import type { CheckOutcome, RunContext } from '@binnacle/plugin-kit/core'
import type { MessageHead } from '@binnacle/plugin-kit/talk'
import { certificateOptions, type QueryDatabase, sendQuery, type SqlSession } from '@binnacle/plugin-kit/sql'
import type { Connection, ConnectionOptions, SslOptions } from 'mysql2'
import type { MysqlAddress } from './mysql-address.ts'

/** How packets begin (https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_packets.html): the length of the rest, and a number. */
const mysqlPackets: MessageHead = {
  bytes: 4,
  lengthOf(head) {
    const rest = head.readUIntLE(0, 3)
    return rest === 0 ? undefined : 4 + rest
  },
}

/** The driver's error code if a server does not support the required TLS. */
const WITHOUT_TLS = 'HANDSHAKE_NO_SSL_SUPPORT'

function tlsOptions(spec: SqlQuerySpec, { tlsMode }: MysqlAddress): SslOptions {
  const certificates = certificateOptions(spec)
  const skipVerify = spec.tlsConfig?.insecureSkipVerify
  const verifies = tlsMode.startsWith('verified') || certificates.ca !== undefined
  return {
    rejectUnauthorized: verifies && skipVerify !== true,
    verifyIdentity: tlsMode === 'verified' && skipVerify !== true,
    ...certificates,
  }
}

async function openClient(options: ConnectionOptions): Promise<Connection> {
  const { createConnection } = await import('mysql2')
  const client = createConnection({
    ...options,
    // The timeout of the run applies.
    connectTimeout: 0,
    decimalNumbers: true,
    supportBigNumbers: true,
    timezone: 'Z',
    // The server must not request files of this machine.
    flags: ['-LOCAL_FILES'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Later errors need a listener, but the failing query reports them.
  client.on('error', reject)
  client.on('connect', () => resolve())
  await promise
  return client
}

function readRows(client: Connection, sql: string, rows?: Pick<RowUse, 'add'>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let hasRows = false
  client
    .query(sql)
    .on('fields', (fields: unknown) => {
      hasRows = fields !== undefined
    })
    .on('result', (row: object) => {
      try {
        if (hasRows) rows?.add(row)
      } catch (error) {
        reject(error)
      }
    })
    .on('error', reject)
    .on('end', () => resolve())
  return promise
}

/**
 * Tells the server to cancel a query when the run times out. Only MySQL reads the first form of comment, and only
 * MariaDB the second (MariaDB's documentation, "Comment Syntax").
 */
function limitTime(milliseconds: number): string {
  return `SET @binnacle = 1 /*!50708 , SESSION max_execution_time = ${milliseconds} */ /*M!100101 , SESSION max_statement_time = ${milliseconds / 1_000} */`
}

function attempt(
  spec: SqlQuerySpec,
  address: MysqlAddress,
  context: RunContext,
  rows: RowUse,
  tls: boolean,
): Promise<CheckOutcome> {
  const { host, username, password, database } = address
  const signIn = async (socket: Socket): Promise<SqlSession> => {
    const client = await openClient({
      stream: socket,
      // The stream is already connected. This is the name that the certificate must have.
      host: spec.tlsConfig?.serverName ?? host,
      ...(username === undefined ? {} : { user: username }),
      ...(password === undefined ? {} : { password }),
      ...(database === undefined ? {} : { database }),
      ...(tls ? { ssl: tlsOptions(spec, address) } : {}),
    })
    await readRows(client, limitTime(context.timeoutMilliseconds))
    return {
      query: (text, use) => readRows(client, text, use),
      close: () => client.end(() => {}),
    }
  }
  return sendQuery(spec, address, context, rows, signIn, tls ? undefined : mysqlPackets)
}

/** Sends a query, with TLS as the address says. */
export const queryMysql: QueryDatabase<MysqlAddress> = async (spec, address, context, rows) => {
  const outcome = await attempt(spec, address, context, rows, address.tlsMode !== 'off')
  return address.tlsMode === 'preferred' && outcome.details?.['reason'] === WITHOUT_TLS
    ? attempt(spec, address, context, rows, false)
    : outcome
}
