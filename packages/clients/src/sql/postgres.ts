import type { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { exactNumber, type RowUse, type SqlQuerySpec } from '@binnacle/plugin-kit/checks'
import type { CheckOutcome, RunContext } from '@binnacle/plugin-kit/core'
import { certificateOptions, type QueryDatabase, sendQuery, type SqlSession } from '@binnacle/plugin-kit/sql'
import type { MessageHead } from '@binnacle/plugin-kit/talk'
import type { Client, ClientConfig } from 'pg'
import type { PostgresAddress } from './postgres-address.ts'

/** How messages begin (https://www.postgresql.org/docs/current/protocol-message-formats.html): a letter or digit, and the length of the rest. */
const postgresMessages: MessageHead = {
  bytes: 5,
  lengthOf(head) {
    const [type = 0] = head
    const rest = head.readInt32BE(1)
    return /[0-9A-Za-z]/.test(String.fromCharCode(type)) && rest >= 4 ? 1 + rest : undefined
  },
}

/** The driver's message if a server does not support the required TLS. */
const WITHOUT_TLS = 'The server does not support SSL connections'

/** Verifies certificates as libpq does: fully, without the name, or only if an authority is given. */
function tlsOptions(spec: SqlQuerySpec, address: PostgresAddress): ConnectionOptions {
  const certificates = certificateOptions(spec)
  const verifiesName = address.tlsMode === 'verify-full'
  const verifies = verifiesName || address.tlsMode === 'verify-ca' || certificates.ca !== undefined
  return {
    rejectUnauthorized: verifies && spec.tlsConfig?.insecureSkipVerify !== true,
    // Compared with the certificate if the address has no name.
    host: address.host,
    ...(verifiesName ? {} : { checkServerIdentity: () => undefined }),
    ...certificates,
  }
}

/** The driver connects its stream itself, but this one is already connected. */
function connectedStream(socket: Socket): Socket {
  return Object.assign(socket, {
    connect: () => {
      process.nextTick(() => socket.emit('connect'))
      return socket
    },
  })
}

async function openClient(socket: Socket, config: ClientConfig): Promise<Client> {
  const { Client: PostgresClient, types } = await import('pg')
  // Numbers that the driver returns as text, because JavaScript cannot represent all of them.
  const numbers = new Set([types.builtins.INT8, types.builtins.NUMERIC])
  const client = new PostgresClient({
    ...config,
    stream: () => connectedStream(socket),
    types: {
      getTypeParser: (id, format) => (numbers.has(id) ? exactNumber : types.getTypeParser(id, format)),
    },
  })
  // The failing call reports the error.
  client.on('error', () => {})
  await client.connect()
  return client
}

async function readRows(client: Client, text: string, rows: Pick<RowUse, 'add'>): Promise<void> {
  const { Query } = await import('pg')
  const query = client.query(new Query(text))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  query.on('row', (row: object) => {
    try {
      rows.add(row)
    } catch (error) {
      reject(error)
    }
  })
  query.on('error', reject)
  query.on('end', () => resolve())
  return promise
}

function attempt(
  spec: SqlQuerySpec,
  address: PostgresAddress,
  context: RunContext,
  rows: RowUse,
  tls: boolean,
): Promise<CheckOutcome> {
  const { host, username, password, database, settings } = address
  const signIn = async (socket: Socket): Promise<SqlSession> => {
    const client = await openClient(socket, {
      // The stream is already connected. This is the name that the certificate must have.
      host: spec.tlsConfig?.serverName ?? host,
      user: username ?? 'postgres',
      password: password ?? '',
      database: database ?? username ?? 'postgres',
      application_name: context.userAgent,
      // The server must cancel the query too, even if it does not notice that the client is gone.
      statement_timeout: context.timeoutMilliseconds,
      options: Object.entries(settings)
        .map(([name, value]) => `-c ${name}=${value.replaceAll(/([\\ ])/g, String.raw`\$1`)}`)
        .join(' '),
      ...(tls ? { ssl: tlsOptions(spec, address) } : {}),
    })
    return {
      query: (text, use) => readRows(client, text, use),
      close: () => void client.end().catch(() => {}),
    }
  }
  return sendQuery(spec, address, context, rows, signIn, tls ? undefined : postgresMessages)
}

/** Sends a query, with TLS as the address says. */
export const queryPostgres: QueryDatabase<PostgresAddress> = async (spec, address, context, rows) => {
  const { tlsMode } = address
  const outcome = await attempt(spec, address, context, rows, tlsMode !== 'disable')
  const mayBePlain = tlsMode === 'allow' || tlsMode === 'prefer'
  return mayBePlain && outcome.error?.includes(WITHOUT_TLS) === true
    ? attempt(spec, address, context, rows, false)
    : outcome
}
