import { createHash } from 'node:crypto'
import { DatabaseError, escapeIdentifier, Pool, type PoolClient, type PoolConfig } from 'pg'
import sql, { type Sql } from 'sql-template-tag'

/** Runs statements for requests. */
export interface Connections {
  /** Runs one read on whichever connection is free; such connections refuse to write. */
  read<Row extends object>(query: Sql): Promise<Row[]>
  /** Runs work in a transaction, which is undone when the work throws or says so. */
  transact<Result>(
    work: (transaction: Transaction) => Promise<{ result: Result; undo: boolean }>,
  ): Promise<Result>
  /** The same connections, in a time zone of the database's own list. */
  inTimeZone(name: string): Connections
  pool: Pool
  close(): Promise<void>
}

export interface Transaction {
  query<Row extends object>(query: Sql): Promise<Row[]>
  client: PoolClient
}

/** Statements kept prepared on each connection. Their texts hold no values, so that the same few come again and again. */
const PREPARED_LIMIT = 500
/** How often a statement has to succeed before it is kept. */
const PREPARED_AFTER = 2

/** Gives names to the statements that are worth keeping prepared. */
interface StatementNames {
  of(text: string): string | undefined
  /** Notes that a statement ran. */
  succeeded(text: string): void
  /** Drops the name of a statement whose prepared form fits the database no longer; it gets another one in time. */
  stale(text: string): void
}

function createStatementNames(): StatementNames {
  const seen = new Map<string, { times: number; name: string | undefined }>()
  let named = 0
  let renamed = 0
  return {
    of: (text) => seen.get(text)?.name,
    succeeded(text) {
      const entry = seen.get(text)
      if (entry === undefined) {
        // What came once long ago makes room; names stay, because connections keep what they name.
        if (seen.size >= PREPARED_LIMIT * 4)
          for (const [old, { name }] of seen) if (name === undefined) seen.delete(old)
        seen.set(text, { times: 1, name: undefined })
        return
      }
      if (entry.name !== undefined) return
      entry.times += 1
      if (entry.times < PREPARED_AFTER || named >= PREPARED_LIMIT) return
      named += 1
      entry.name = `data_${renamed}_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`
    },
    stale(text) {
      if (!seen.delete(text)) return
      named -= 1
      renamed += 1
    },
  }
}

/**
 * Whether a prepared statement, which ran before, may have failed because tables or views changed since: their
 * columns, types or oids. Asked anew it is right, or fails for a reason of its own.
 */
function isStale(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  const { code = '' } = error
  return code === '0A000' || code === '26000' || code === 'XX000' || code.startsWith('42')
}

/** The settings of each connection: it refuses writes outside of `transact`, and statements that take too long. */
export function connectionSettings(schemas: readonly string[], milliseconds: number): string {
  // In options a backslash keeps a blank within its value.
  const searchPath = [...schemas, 'public']
    .map((name) => escapeIdentifier(name))
    .join(',')
    .replaceAll(/[\\ ]/g, '\\$&')
  return [
    '-c default_transaction_read_only=on',
    `-c statement_timeout=${milliseconds}`,
    `-c idle_in_transaction_session_timeout=${milliseconds * 2}`,
    `-c search_path=${searchPath}`,
    // Values of parameters matter to plans more than the time that planning takes.
    '-c plan_cache_mode=force_custom_plan',
    '-c jit=off',
  ].join(' ')
}

/** Ends a transaction that failed. @returns whether the connection is broken */
async function rollBack(client: PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => false,
    () => true,
  )
}

function createTransact(pool: Pool, timeZone: string | undefined): Connections['transact'] {
  return async (work) => {
    const client = await pool.connect()
    // What is prepared may be stale, and cannot be tried again inside a transaction: nothing is prepared here.
    const query = async <Row extends object>({ text, values }: Sql): Promise<Row[]> =>
      (await client.query<Row>({ text, values })).rows
    try {
      await client.query('begin read write')
      if (timeZone !== undefined) await query(setTimeZone(timeZone))
      const { result, undo } = await work({ client, query })
      await client.query(undo ? 'rollback' : 'commit')
      client.release()
      return result
    } catch (error) {
      // A connection that cannot even roll back is not given to anyone else.
      client.release(await rollBack(client))
      throw error
    }
  }
}

const setTimeZone = (name: string) => sql`select set_config('timezone', ${name}, true)`

/**
 * Opens the connections of a data service.
 * @param milliseconds of one statement
 */
export function openConnections(
  connection: PoolConfig,
  schemas: readonly string[],
  count: number,
  milliseconds: number,
): Connections {
  const pool = new Pool({
    application_name: 'data-service',
    connectionTimeoutMillis: 5_000,
    ...connection,
    max: count,
    options: `${connection.options ?? ''} ${connectionSettings(schemas, milliseconds)}`.trim(),
  })
  // A connection that breaks while nobody uses it is replaced by the pool.
  pool.on('error', () => undefined)
  // One that breaks while it is being closed is nobody's any more.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const names = createStatementNames()

  async function read<Row extends object>({ text, values }: Sql): Promise<Row[]> {
    const name = names.of(text)
    try {
      const { rows } = await pool.query<Row>(name === undefined ? { text, values } : { name, text, values })
      names.succeeded(text)
      return rows
    } catch (error) {
      if (name === undefined || !isStale(error)) throw error
      names.stale(text)
      return (await pool.query<Row>({ text, values })).rows
    }
  }

  const close = () => pool.end()
  const inTimeZone = (name: string): Connections => {
    const transact = createTransact(pool, name)
    return {
      pool,
      read: (query) =>
        transact(async (transaction) => ({ result: await transaction.query(query), undo: true })),
      transact,
      inTimeZone,
      close,
    }
  }
  return { pool, read, transact: createTransact(pool, undefined), inTimeZone, close }
}
