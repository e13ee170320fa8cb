import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { limitAnswers } from '@binnacle/data-api'
import { type Pool, type PoolClient, type PoolConfig, types } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Log } from '../log.ts'
import { SharedPool } from './shared-pool.ts'

/** Connections to the one database. Modules narrow `tables` to the tables they own with `$extendTables`. */
export interface Database {
  pool: Pool
  tables: Kysely<unknown>
  close(): Promise<void>
}

/** Runs SQL whose rows nobody reads: the pool, a connection, or a transaction of the query builder. */
export interface Queryable {
  query(statement: string | Sql, values?: unknown[]): Promise<unknown>
}

/** Runs SQL in a transaction of the query builder. */
export function queryableOf(tables: { executeQuery(query: CompiledQuery): Promise<unknown> }): Queryable {
  return {
    query(statement, values) {
      const { text, values: own } = typeof statement === 'string' ? { text: statement, values } : statement
      return tables.executeQuery(CompiledQuery.raw(text, own))
    },
  }
}

// Counts and milliseconds stay below 2^53; text would have to be converted at every use.
types.setTypeParser(types.builtins.INT8, Number)

/**
 * Most bytes that one statement answers. The largest is an artifact of 100 MiB, which the protocol doubles. From 512 MiB on
 * the driver would end the process.
 */
export const LARGEST_ANSWER = 256 * 1_048_576

export interface DatabaseOptions {
  connection: PoolConfig
  /** Most connections this process opens. */
  connections: number
  log: Log
}

/** Opens a pool. Connections are opened when they are first needed. */
export function openDatabase({ connection, connections, log }: DatabaseOptions): Database {
  const pool = new SharedPool({
    ...connection,
    max: connections,
    application_name: 'binnacle',
    // A statement that takes longer is a defect. Jobs that need more set their own limit.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    // A process of PostgreSQL keeps 5 to 12 MiB, and opening one takes milliseconds. Every minute jobs need several at once.
    idleTimeoutMillis: 5_000,
  })
  // The pool replaces a connection that the server closes (a restart). Statements on it fail by themselves.
  const onLost = (error: Error) => log.warn({ reason: error.message }, 'a database connection was lost')
  for (const each of [pool, pool.quickPool]) {
    each.on('error', onLost)
    each.on('connect', (client) => client.on('error', () => {}))
    limitAnswers(each, LARGEST_ANSWER)
  }
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  return {
    pool,
    tables,
    close() {
      // The pool does not wait until the server has closed every connection, so a closed one is no error from now on.
      for (const each of [pool, pool.quickPool]) each.off('error', onLost).on('error', () => {})
      return pool.end()
    },
  }
}

/** Waits for a lock that all processes on the database share, and runs work under it. */
export async function withDatabaseLock<Value>(
  pool: Pool,
  name: string,
  work: (client: PoolClient) => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect()
  try {
    // Waiting for the migration of another process may take longer than the limit of statements.
    await client.query('set statement_timeout = 0')
    await client.query(sql`select pg_advisory_lock(hashtextextended(${name}, 0))`)
    return await work(client)
  } finally {
    // Close the connection, which releases the lock and resets settings even if the work failed.
    client.release(true)
  }
}

// A commit with an announcement holds a lock of the whole server until it is on disk, so such commits would wait for the
// disk one after another. They commit without that wait instead, and a message right after them waits for the disk, together
// with those of other connections. WAL is written in order: whatever follows from a commit is on disk after it.
const BEGIN = 'begin; set local synchronous_commit = off'
/** A transaction that wrote nothing has no id, and nothing to wait for. */
const COMMIT = `
  select set_config('binnacle.wrote', (pg_current_xact_id_if_assigned() is not null)::text, false);
  commit;
  select pg_logical_emit_message(true, 'binnacle', '') where current_setting('binnacle.wrote') = 'true'`

/** Runs work in a transaction: all of it or nothing. What it wrote is on disk when this resolves. */
export async function inTransaction<Value>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect()
  try {
    await client.query(BEGIN)
    const value = await work(client)
    await client.query(COMMIT)
    client.release()
    return value
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (failure: unknown) => client.release(failure instanceof Error ? failure : true),
    )
    throw error
  }
}
