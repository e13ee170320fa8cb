import type { Socket } from 'node:net'
import type { CheckContext, RunCheck } from './check.ts'
import { UNRESOLVED } from '../core/connection.ts'
import { type CheckOutcome, unknown } from '../core/outcome.ts'
import { fillQuery } from './query-template.ts'
import { tlsSettings } from '../core/server-fields.ts'
import { type RowKeeper, sqlOutcome, sqlUrl } from './sql.ts'
import { addressOf, type ReadAddress, type SqlAddress, type SqlCheckSpec } from './sql-check.ts'
import { talkTo } from './talk.ts'

/** A session of a driver after signing in. */
export interface SqlSession {
  query: (text: string) => Promise<RowKeeper>
  /** Ends the session. The connection is closed in any case. */
  close: () => void
}

/** Authority, client certificate and key as PEM, under the names of Node.js. */
export function certificateOptions(spec: SqlCheckSpec): { ca?: string; cert?: string; key?: string } {
  const { ca, certificate, key } = tlsSettings(spec.tlsConfig)
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key }),
  }
}

/**
 * Connects to a database, sends the query of a spec and checks the rows.
 * @param signIn signs in over the connection
 */
export async function sendQuery(
  spec: SqlCheckSpec,
  { host, port, password }: SqlAddress,
  context: CheckContext,
  signIn: (socket: Socket) => Promise<SqlSession>,
): Promise<CheckOutcome> {
  const query = await fillQuery(spec.query ?? 'SELECT 1', context)
  if (!query.ok) return unknown(`query: ${query.failure}`)
  const secrets = password === undefined ? [] : [password]
  return talkTo({ host, port, secrets }, context, async ({ connection, enter, details }) => {
    enter('signing in')
    const session = await signIn(connection.socket)
    try {
      enter('running the query')
      return sqlOutcome(spec, await session.query(query.value), details(), context)
    } finally {
      session.close()
    }
  })
}

/** The run of a check type of `defineSqlCheck`. @param run does it once the address is known */
export function runSqlCheck<Address extends SqlAddress>(
  read: ReadAddress<Address>,
  run: (spec: SqlCheckSpec, address: Address, context: CheckContext) => Promise<CheckOutcome>,
): RunCheck<SqlCheckSpec> {
  return async (spec, context) => {
    if (sqlUrl(spec) === undefined) return unknown(UNRESOLVED)
    const address = addressOf(spec, read)
    return address === undefined
      ? unknown('the address of the database cannot be read')
      : run(spec, address, context)
  }
}
