import type { Socket } from 'node:net'
import type { RunCheck } from './check.ts'
import { UNRESOLVED } from '../core/connection.ts'
import { type CheckOutcome, unknown } from '../core/outcome.ts'
import { fillQuery } from './query-template.ts'
import { tlsSettings } from '../core/server-fields.ts'
import type { RunContext } from '../core/run-context.ts'
import { countRows, type RowUse, sqlUrl } from './sql.ts'
import {
  addressOf,
  type ReadAddress,
  type SqlAddress,
  type SqlCheckSpec,
  type SqlQuerySpec,
} from './sql-check.ts'
import { type MessageHead, talkTo } from './talk.ts'

/** A session of a driver after signing in. */
export interface SqlSession {
  query: (text: string, rows: Pick<RowUse, 'add'>) => Promise<void>
  /** Ends the session. The connection is closed in any case. */
  close: () => void
}

/** Authority, client certificate and key as PEM, under the names of Node.js. */
export function certificateOptions(spec: Pick<SqlQuerySpec, 'tlsConfig'>): {
  ca?: string
  cert?: string
  key?: string
} {
  const { ca, certificate, key } = tlsSettings(spec.tlsConfig)
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key }),
  }
}

/**
 * Connects to a database, sends the query of a spec and hands its rows over.
 * @param signIn signs in over the connection
 * @param messages how messages of the server begin, unless TLS hides them
 */
export async function sendQuery(
  spec: SqlQuerySpec,
  { host, port, password }: SqlAddress,
  context: RunContext,
  rows: RowUse,
  signIn: (socket: Socket) => Promise<SqlSession>,
  messages?: MessageHead,
): Promise<CheckOutcome> {
  const query = await fillQuery(spec.query ?? 'SELECT 1', context)
  if (!query.ok) return unknown(`query: ${query.failure}`)
  const secrets = password === undefined ? [] : [password]
  const target = { host, port, secrets, ...(messages === undefined ? {} : { messages }) }
  return talkTo(target, context, async ({ connection, enter, details }) => {
    enter('signing in')
    const session = await signIn(connection.socket)
    try {
      enter('running the query')
      await session.query(query.value, rows)
      return rows.outcome(details())
    } finally {
      session.close()
    }
  })
}

/** Sends the query of a spec to a database of one kind, and hands the rows over. */
export type QueryDatabase<Address extends SqlAddress> = (
  spec: SqlQuerySpec,
  address: Address,
  context: RunContext,
  rows: RowUse,
) => Promise<CheckOutcome>

/** The run of a check type of `defineSqlCheck`. @param query sends the query once the address is known */
export function runSqlCheck<Address extends SqlAddress>(
  read: ReadAddress<Address>,
  query: QueryDatabase<Address>,
): RunCheck<SqlCheckSpec> {
  return async (spec, context) => {
    if (sqlUrl(spec) === undefined) return unknown(UNRESOLVED)
    const address = addressOf(spec, read)
    return address === undefined
      ? unknown('the address of the database cannot be read')
      : query(spec, address, context, countRows(spec, context))
  }
}
