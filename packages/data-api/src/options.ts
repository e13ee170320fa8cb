import type { ClientBase, PoolConfig } from 'pg'
import type { Sql } from 'sql-template-tag'
import type { Relation } from './catalog/types.ts'
import type { ConnectionShares } from './database.ts'
import type { Pace } from './http/read-body.ts'

/** What a request does with a relation or function. */
export type DataAction = 'select' | 'insert' | 'update' | 'delete' | 'execute'

/** One relation or function that a request touches, embeds and filters included. */
export interface Access<Actor> {
  actor: Actor
  schema: string
  name: string
  kind: 'relation' | 'function'
  action: DataAction
  /** Columns read or written, in order of appearance. Empty for functions. */
  columns: readonly string[]
}

/** Why a request is refused. Default status: 403. */
export interface Refusal {
  status?: number
  code?: string
  message: string
  hint?: string
}

/**
 * The rows of a relation that a person may see and write: all, none, or those that meet a condition. A condition
 * reads the columns of the given row. It may read other tables, but must not look for the row in its own table.
 */
export type RowRight = 'all' | 'none' | Sql

/** A relation whose rows a person is about to read or write. */
export interface RowsAccess<Actor> {
  actor: Actor
  schema: string
  name: string
}

/** A row of a client: the values of its columns, parsed from JSON. */
export type Row = Readonly<Record<string, unknown>>

/** How to handle a row whose key is taken. */
export interface Conflict {
  columns: readonly string[]
  resolution: 'merge-duplicates' | 'ignore-duplicates'
}

/** The task of a writer. The writer owns the rules, the service reads the result back. */
export interface Write<Actor> {
  actor: Actor
  relation: Relation
  action: 'insert' | 'update' | 'delete'
  /** For inserts: the rows. For updates: one row with the changes. For deletes: empty. */
  rows: readonly Row[]
  /** Keys of the body that are no columns, each once. The rows do not have them. */
  strangeKeys: readonly string[]
  /**
   * For updates and deletes: primary keys of the rows that the filters match, in their order. Rows of tables are
   * locked.
   */
  keys: readonly (readonly string[])[]
  /**
   * For updates and deletes: values that the filters give for a key of one column, by `eq` or `in`, and that no row
   * has.
   */
  missing: readonly string[]
  /** For inserts: how to handle rows whose values of these columns are taken. Undefined: they are an error. */
  conflict: Conflict | undefined
  /** The connection of the request's transaction. */
  client: ClientBase
}

/**
 * Owns the writes of a relation. Returns the primary keys of the written rows. Throwing a `Refusal` as `refuse` rolls
 * back everything.
 */
export type Writer<Actor> = (write: Write<Actor>) => Promise<readonly (readonly string[])[]>

/** Limits of one request. A request that exceeds one gets an error. */
export interface Limits {
  /** Most rows that one request reads. A larger `limit` is reduced to it. Infinity for no limit. */
  maximumRows: number
  embedDepth: number
  /** Most relations of one request: its own, those that it embeds, and those that only filter. */
  relations: number
  /** How often one request may select the same column of a relation, with aliases or as steps into its JSON. */
  columnUses: number
  /** Most rows that a request with embeds reads by the estimate of PostgreSQL, each as often as it is read. Infinity for no limit. */
  estimatedRows: number
  /** Most bytes of an answer. */
  answerBytes: number
  logicDepth: number
  /** Most characters of the query string. */
  queryLength: number
  /** Most bytes of the body. */
  bodyBytes: number
  /** Most levels of nested arrays and objects in a JSON body. */
  bodyDepth: number
  /** Most values and keys of a JSON body together; most values of a CSV or form body. */
  bodyValues: number
  /** Slowest allowed arrival of a body. Undefined for no limit. */
  bodyPace: Pace | undefined
  /** Most milliseconds of one statement. */
  statementMilliseconds: number
}

export interface DataServiceOptions<Actor> {
  connection: PoolConfig
  /** Most connections, unless there are `shares`. */
  connections?: number
  /** Shares the connections among senders. Default: each request takes the next that is free. */
  shares?: ConnectionShares
  /** Whose share of the connections a request uses. */
  ownerOf?: (actor: Actor) => string
  /** Exposed schemas. The first is the default. */
  schemas: readonly string[]
  limits?: Partial<Limits>
  /** Whether requests may use `sum()` and other aggregates. */
  aggregates?: boolean
  /** Whether requests may use `Prefer: tx=`. */
  transactionEnd?: boolean
  /** Whether to accept the loose syntax that clients of operations platforms rely on. */
  tolerances?: boolean
  /** Whether to refuse updates and deletes without a filter. */
  safeWrites?: boolean
  /** Most milliseconds of an exact count, after which an estimate is given. Undefined for no limit. */
  countBudget?: number
  /** Order of a relation if the request gives none, in the syntax of a request. */
  defaultOrder?: (relation: Relation) => string | undefined
  /** Authorizes everything that a request touches before it runs. Returns undefined to allow. */
  authorize?: (access: Access<Actor>) => Refusal | undefined
  /**
   * Returns which rows of a relation the sender may use, in every part of a request. Default: all rows of
   * every relation.
   * @param row the name of a row in the statement, for example for `sql\`${row}.team_id = ${actor.team}\``
   */
  rows?: (access: RowsAccess<Actor>, row: Sql) => RowRight
  /** Returns the writer of a relation. Undefined for the generic writer. */
  writer?: (relation: Relation) => Writer<Actor> | undefined
  /** Receives defects that a client sees only as an internal error. */
  onError?: (error: unknown) => void
  /** The current time, for date math in `.filter` expressions. */
  now?: () => Date
}

export const defaultLimits: Limits = {
  maximumRows: Infinity,
  embedDepth: 8,
  relations: 24,
  columnUses: 32,
  estimatedRows: Infinity,
  answerBytes: 16_777_216,
  logicDepth: 20,
  queryLength: 32_768,
  bodyBytes: 10_485_760,
  bodyDepth: 64,
  bodyValues: 200_000,
  bodyPace: undefined,
  statementMilliseconds: 10_000,
}
