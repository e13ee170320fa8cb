import { createHash } from 'node:crypto'
import { escapeIdentifier, Pool, type PoolClient, type PoolConfig } from 'pg'
import sql, { type Sql } from 'sql-template-tag'

/** Runs statements for requests. */
export interface Connections {
  /** Runs one read on whichever connection is free; such connections refuse to write. */
  read<Row extends object>(query: Sql, timeZone?: string): Promise<Row[]>
  /** Runs work in a transaction, which is undone when the work throws or says so. */
  transact<Result>(
    work: (transaction: Transaction) => Promise<{ result: Result; undo: boolean }>,
  ): Promise<Result>
  pool: Pool
  /** Listens for notifications on a connection of its own until told to stop. */
  close(): Promise<void>
}

export interface Transaction {
  query<Row extends object>(query: Sql): Promise<Row[]>
  client: PoolClient
}

/** Statements kept prepared on each connection. Their texts hold no values, so that the same few come again and again. */
const PREPARED_LIMIT = 500
/** How often a statement has to come before it is kept. */
const PREPARED_AFTER = 3

/** Names for the statements worth keeping. */
function createStatementNames(): (text: string) => string | undefined {
  const seen = new Map<string, { times: number; name: string | undefined }>()
  let named = 0
  return (text) => {
    const entry = seen.get(text) ?? { times: 0, name: undefined }
    entry.times += 1
    if (entry.name === undefined && entry.times >= PREPARED_AFTER && named < PREPARED_LIMIT) {
      named += 1
      entry.name = `data_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`
    }
    if (!seen.has(text)) {
      // What came once long ago makes room; names stay, because connections keep what they name.
      if (seen.size >= PREPARED_LIMIT * 4)
        for (const [old, { name }] of seen) if (name === undefined) seen.delete(old)
      seen.set(text, entry)
    }
    return entry.name
  }
}

/** Sets the time zone of a transaction. */
export function inTimeZone(name: string): Sql {
  return sql`select set_config('timezone', ${name}, true)`
}

/**
 * Opens the connections of a data service. They refuse writes outside of `transact` and statements that take too long.
 * @param milliseconds of one statement
 */
export function openConnections(
  connection: PoolConfig,
  schemas: readonly string[],
  count: number,
  milliseconds: number,
): Connections {
  // In options a backslash keeps a blank within its value.
  const searchPath = [...schemas, 'public']
    .map((name) => escapeIdentifier(name))
    .join(',')
    .replaceAll(/[\\ ]/g, '\\$&')
  const settings = [
    '-c default_transaction_read_only=on',
    `-c statement_timeout=${milliseconds}`,
    `-c idle_in_transaction_session_timeout=${milliseconds * 2}`,
    `-c search_path=${searchPath}`,
    // Values of parameters matter to plans more than the time that planning takes.
    '-c plan_cache_mode=force_custom_plan',
    '-c jit=off',
  ]
  const pool = new Pool({
    application_name: 'data-service',
    connectionTimeoutMillis: 5_000,
    ...connection,
    max: count,
    options: [connection.options ?? '', ...settings].join(' ').trim(),
  })
  // A connection that breaks while nobody uses it is replaced by the pool.
  pool.on('error', () => undefined)
  // One that breaks while it is being closed is nobody's any more.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const nameOf = createStatementNames()
  const prepare = (query: Sql) => {
    const name = nameOf(query.text)
    return name === undefined
      ? { text: query.text, values: query.values }
      : { name, text: query.text, values: query.values }
  }
  async function transact<Result>(
    work: (transaction: Transaction) => Promise<{ result: Result; undo: boolean }>,
    begin = 'begin read write',
  ): Promise<Result> {
    const client = await pool.connect()
    try {
      await client.query(begin)
      const { result, undo } = await work({
        client,
        async query<Row extends object>(query: Sql) {
          return (await client.query<Row>(prepare(query))).rows
        },
      })
      await client.query(undo ? 'rollback' : 'commit')
      client.release()
      return result
    } catch (error) {
      // A connection that cannot even roll back is not given to anyone else.
      const broken = await client.query('rollback').then(
        () => false,
        () => true,
      )
      client.release(broken)
      throw error
    }
  }
  return {
    pool,
    async read<Row extends object>(query: Sql, timeZone?: string) {
      if (timeZone === undefined) return (await pool.query<Row>(prepare(query))).rows
      return transact(async (transaction) => {
        await transaction.query(inTimeZone(timeZone))
        return { result: await transaction.query<Row>(query), undo: true }
      }, 'begin read only')
    },
    transact,
    close: () => pool.end(),
  }
}
