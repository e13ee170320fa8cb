import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
  sql as fragment,
} from 'kysely'
import type { ClientBase } from 'pg'
import type { DB } from './tables.ts'

/** The pool, a connection, or a connection in a transaction. */
export type Connection = Pick<ClientBase, 'query'>

const WRITES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

class ConnectionDriver extends DummyDriver {
  readonly #connection: Connection

  constructor(connection: Connection) {
    super()
    this.#connection = connection
  }

  override async acquireConnection() {
    const connection = this.#connection
    return {
      async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
        const { command, rowCount, rows } = await connection.query(sql, [...parameters])
        return WRITES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
      },
      // oxlint-disable-next-line require-yield
      async *streamQuery(): AsyncIterableIterator<never> {
        throw new Error('tablesOn() does not stream')
      },
    }
  }

  override async beginTransaction(): Promise<void> {
    throw new Error('tablesOn() starts no transaction: use inTransaction()')
  }
}

const builders = new WeakMap<Connection, Kysely<unknown>>()

/**
 * Builds statements on single tables, whose columns and rows have the types of the catalog, and sends them to a connection.
 * @typeParam Tables the tables, where a module knows more than the catalog, such as what a JSON column holds
 */
export function tablesOn<Tables extends Record<keyof Tables, object> = DB>(
  connection: Connection,
): Kysely<Tables> {
  let builder = builders.get(connection)
  if (builder === undefined) {
    builder = new Kysely<unknown>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new ConnectionDriver(connection),
        createIntrospector: (tables) => new PostgresIntrospector(tables),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    builders.set(connection, builder)
  }
  return builder.$extendTables<Tables>()
}

/** Any of a list, which may be long or empty: `.where('id', '=', anyOf(ids))`. */
export const anyOf = <Value>(values: readonly Value[]): RawBuilder<Value> => fragment<Value>`any(${values})`
