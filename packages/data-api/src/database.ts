import { createHash } from 'node:crypto'
import { DatabaseError, escapeIdentifier, Pool, type PoolClient, type PoolConfig } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { type Borrow, borrowUntil } from './borrow.ts'
import { DataError } from './errors.ts'
import { createLanes, type LaneOptions } from './lanes.ts'
import { createPlaces } from './places.ts'

/** A count as the driver reads it: text, unless the process has it read as a number. */
export type Count = string | number

/** Runs statements for one request. */
export interface Connections {
  /** Runs one read on any free connection. These connections refuse writes. */
  read<Row extends object>(query: Sql): Promise<Row[]>
  /** Runs work in a transaction. It is rolled back if the work throws or asks for it. */
  transact<Result>(
    work: (transaction: Transaction) => Promise<{ result: Result; undo: boolean }>,
  ): Promise<Result>
}

/** The connections of a data service. */
export interface ConnectionPool {
  /** Returns the connections for one request. */
  forRequest(borrower: Borrower): Connections
  pool: Pool
  /** The pools that run statements of requests. */
  pools: readonly Pool[]
  close(): Promise<void>
}

export interface Transaction {
  query<Row extends object>(query: Sql): Promise<Row[]>
  client: PoolClient
}

/** Most prepared statements of each connection. Their texts contain no values, so the same few repeat. */
const PREPARED_LIMIT = 500
/** Number of successes before a statement is prepared. */
const PREPARED_AFTER = 2
/** Connections that cancel the statements of disconnected clients. */
const CANCELING_CONNECTIONS = 2

/** Names the statements that are worth preparing. */
interface StatementNames {
  of(text: string): string | undefined
  /** Counts a success of a statement. */
  succeeded(text: string): void
  /** Drops the name of a statement whose prepared form is outdated. It gets a new name after further successes. */
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
        // Forget the counts of rare statements. Names stay, because connections keep the statements they name.
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
 * Whether a prepared statement that worked before may fail because tables or views changed since: columns, types or
 * oids. A new attempt that prepares it again works, or fails for another reason.
 */
function isStale(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  const { code = '' } = error
  return code === '0A000' || code === '26000' || code === 'XX000' || code.startsWith('42')
}

/** Settings of each connection: it refuses writes outside of `transact` and cancels slow statements. */
export function connectionSettings(schemas: readonly string[], milliseconds: number): string {
  // In these options a backslash escapes a blank in a value.
  const searchPath = [...schemas, 'public']
    .map((name) => escapeIdentifier(name))
    .join(',')
    .replaceAll(/[\\ ]/g, '\\$&')
  return [
    '-c default_transaction_read_only=on',
    `-c statement_timeout=${milliseconds}`,
    `-c idle_in_transaction_session_timeout=${milliseconds * 2}`,
    `-c search_path=${searchPath}`,
    // Plans for the actual parameters are worth the planning time.
    '-c plan_cache_mode=force_custom_plan',
    '-c jit=off',
  ].join(' ')
}

/** Rolls back a failed transaction. @returns whether the connection is broken */
async function rollBack(client: PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => false,
    () => true,
  )
}

function createTransact(borrow: Borrow, timeZone: string | undefined): Connections['transact'] {
  return (work) =>
    borrow(async (client, reportBroken) => {
      // Prepared statements may be outdated, and a transaction cannot retry one, so nothing is prepared here.
      const query = async <Row extends object>({ text, values }: Sql): Promise<Row[]> =>
        (await client.query<Row>({ text, values })).rows
      try {
        await client.query('begin read write')
        if (timeZone !== undefined) await query(setTimeZone(timeZone))
        const { result, undo } = await work({ client, query })
        await client.query(undo ? 'rollback' : 'commit')
        return result
      } catch (error) {
        // Nobody else gets a connection that cannot roll back.
        if (await rollBack(client)) reportBroken()
        throw error
      }
    })
}

const setTimeZone = (name: string) => sql`select set_config('timezone', ${name}, true)`

/** How the connections of a service are shared among the senders of requests. */
export interface ConnectionShares {
  /** Connections for reads that take little time: all, those of one sender, and that time. */
  quick: LaneOptions['quick']
  /** Connections for reads that take longer: all, and those of one sender. */
  slow: LaneOptions['slow']
  /** Connections for writes: all, and those of one sender. */
  writes: LaneOptions['slow']
  /** Longest wait for a connection. */
  waitMilliseconds: number
}

/** Most connections unless they are shared. */
const CONNECTIONS = 10

/** What the connections of a request are for. Calls may change data, but their sender need not be allowed to write. */
export type Purpose = 'read' | 'write' | 'call'

/** One request, as far as its connections depend on it. */
interface Borrower {
  /** Name from the database's list of time zones; undefined for the database's default. */
  timeZone: string | undefined
  /** Aborts when the client is gone; a running statement is then canceled. */
  signal: AbortSignal
  /** Whose share the request uses. */
  owner: string
  purpose: Purpose
}

const tooLate = () =>
  new DataError(504, 'PGRST003', 'Timed out acquiring connection from connection pool', {
    hint: 'Try again in a moment.',
  })

/** Opens the lanes of reads, and places for writes. */
function openShares({ quick, slow, writes, waitMilliseconds }: ConnectionShares) {
  const rest = { waiting: Infinity, waitMilliseconds, late: tooLate, full: tooLate }
  return {
    lanes: createLanes({ quick, slow, waitMilliseconds, late: tooLate }),
    writing: createPlaces({ ...writes, ...rest }),
  }
}

/**
 * Opens the connections of a data service.
 * @param options `milliseconds` is the most of one statement
 */
export function openConnections({
  connection,
  schemas,
  connections = CONNECTIONS,
  milliseconds,
  shares,
}: {
  connection: PoolConfig
  schemas: readonly string[]
  connections: number | undefined
  milliseconds: number
  shares: ConnectionShares | undefined
}): ConnectionPool {
  const settings = { application_name: 'data-service', connectionTimeoutMillis: 5_000, ...connection }
  const open = (max: number, statementMilliseconds: number) =>
    new Pool({
      ...settings,
      max,
      options: `${connection.options ?? ''} ${connectionSettings(schemas, statementMilliseconds)}`.trim(),
    })
  const pool = open(
    shares === undefined ? connections : shares.slow.total + shares.writes.total,
    milliseconds,
  )
  const quickPool = shares === undefined ? pool : open(shares.quick.total, shares.quick.milliseconds)
  const canceling = new Pool({ ...settings, max: CANCELING_CONNECTIONS })
  const pools = [...new Set([pool, quickPool, canceling])]
  for (const each of pools) {
    // The pool replaces a connection that breaks while idle.
    each.on('error', () => undefined)
    // Ignore errors of a connection that is being closed.
    each.on('connect', (client) => client.on('error', () => undefined))
  }
  const names = createStatementNames()
  const shared = shares === undefined ? undefined : openShares(shares)

  function createRead(borrow: Borrow): Connections['read'] {
    return <Row extends object>({ text, values }: Sql) =>
      borrow(async (client) => {
        const name = names.of(text)
        try {
          const { rows } = await client.query<Row>(
            name === undefined ? { text, values } : { name, text, values },
          )
          names.succeeded(text)
          return rows
        } catch (error) {
          if (name === undefined || !isStale(error)) throw error
          names.stale(text)
          return (await client.query<Row>({ text, values })).rows
        }
      })
  }

  /** The connections of a pool, without a share. */
  function plain(from: Pool, { timeZone, signal }: Borrower): Connections {
    const borrow = borrowUntil(from, canceling, signal)
    const transact = createTransact(borrow, timeZone)
    if (timeZone === undefined) return { read: createRead(borrow), transact }
    return {
      read: (query) =>
        transact(async (transaction) => ({ result: await transaction.query(query), undo: true })),
      transact,
    }
  }

  return {
    pools: [pool, quickPool],
    pool,
    forRequest(borrower) {
      const whole = plain(pool, borrower)
      if (shared === undefined) return whole
      const { owner, signal, purpose } = borrower
      const { lanes, writing } = shared
      const ofLane = { quick: plain(quickPool, borrower), slow: whole }
      return {
        read: (query) => lanes.read(owner, signal, (lane) => ofLane[lane].read(query)),
        async transact(work) {
          // Reads count in a transaction, with a limit of time that is shorter than that of the lane.
          const lane = purpose === 'read' ? lanes.laneOf(owner) : 'slow'
          if (purpose !== 'write') return lanes.run(owner, signal, lane, () => ofLane[lane].transact(work))
          const end = await writing.take(owner, signal)
          try {
            return await whole.transact(work)
          } finally {
            end()
          }
        },
      }
    },
    async close() {
      await Promise.all(pools.map((each) => each.end()))
    },
  }
}
