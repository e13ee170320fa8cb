import type { ClientBase, PoolConfig } from 'pg'
import type { Sql } from 'sql-template-tag'
import type { Relation } from './catalog/types.ts'
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
  /** Columns read or written, in the order they were met. Empty for functions. */
  columns: readonly string[]
}

/** Why something is refused; the status is 403 when none is given. */
export interface Refusal {
  status?: number
  code?: string
  message: string
  hint?: string
}

/**
 * The rows of a relation that somebody may see and write: all, none, or those that meet a condition. A condition looks at
 * the columns of the row that it is given, and may look into other tables, not for the row in its own.
 */
export type RowRight = 'all' | 'none' | Sql

/** A relation whose rows somebody is about to read or write. */
export interface RowsAccess<Actor> {
  actor: Actor
  schema: string
  name: string
}

/** A row as a client sent it: the values of its columns, parsed from JSON. */
export type Row = Readonly<Record<string, unknown>>

/** What to do with a row whose key is taken. */
export interface Conflict {
  columns: readonly string[]
  resolution: 'merge-duplicates' | 'ignore-duplicates'
}

/** What a writer has to do: it owns the rules, the service owns reading the result back. */
export interface Write<Actor> {
  actor: Actor
  relation: Relation
  action: 'insert' | 'update' | 'delete'
  /** For inserts: the rows. For updates: one row with the changes. For deletes: empty. */
  rows: readonly Row[]
  /** For updates and deletes: primary keys of the rows that the filters match, in their order; rows of tables are locked. */
  keys: readonly (readonly string[])[]
  /** For updates and deletes: values that the filters name for a key of one column, by `eq` or `in`, and no row has. */
  missing: readonly string[]
  /** For inserts: what the client wants done with rows whose values of these columns are taken; else they are an error. */
  conflict: Conflict | undefined
  /** The connection of the request's transaction. */
  client: ClientBase
}

/** Owns the writes of a relation. Returns the primary keys of the rows it wrote; a `Refusal` thrown as `refuse` undoes all. */
export type Writer<Actor> = (write: Write<Actor>) => Promise<readonly (readonly string[])[]>

/** Bounds of one request; going over one is a clear error. */
export interface Limits {
  /** Rows that one request reads at most; `limit` above it is cut to it. Infinity for no bound. */
  maximumRows: number
  embedDepth: number
  logicDepth: number
  /** Characters of the query string. */
  queryLength: number
  /** Bytes of the body. */
  bodyBytes: number
  /** Arrays and objects inside each other in a JSON body. */
  bodyDepth: number
  /** Values and keys of a JSON body together; values of a CSV or form body. */
  bodyValues: number
  /** The slowest that a body may arrive; undefined for no bound. */
  bodyPace: Pace | undefined
  /** Milliseconds of one statement. */
  statementMilliseconds: number
}

export interface DataServiceOptions<Actor> {
  connection: PoolConfig
  /** Connections at most. */
  connections?: number
  /** Exposed schemas; the first is the default. */
  schemas: readonly string[]
  limits?: Partial<Limits>
  /** Whether `sum()` and the like may be used. */
  aggregates?: boolean
  /** Whether `Prefer: tx=` may be used. */
  transactionEnd?: boolean
  /** Whether the forgiving readings are on that clients of operations platforms rely on. */
  tolerances?: boolean
  /** Whether updates and deletes without a filter are refused. */
  safeWrites?: boolean
  /** Milliseconds that an exact count may take before an estimate is given instead; undefined for no bound. */
  countBudget?: number
  /** `order` of a relation where the request gives none, as a request would write it. */
  defaultOrder?: (relation: Relation) => string | undefined
  /** Decides about everything a request touches before it runs. Undefined allows. */
  authorize?: (access: Access<Actor>) => Refusal | undefined
  /**
   * Which rows of a relation are there for whoever asks, wherever a request meets it. Undefined for all of every relation.
   * @param row the name that a row has in the statement, such as in `sql\`${row}.team_id = ${actor.team}\``
   */
  rows?: (access: RowsAccess<Actor>, row: Sql) => RowRight
  /** Who owns the writes of a relation; undefined for the generic writer. */
  writer?: (relation: Relation) => Writer<Actor> | undefined
  /** Told about defects that a client only sees as an internal error. */
  onError?: (error: unknown) => void
  /** The present, for date mathematics in `.filter` expressions. */
  now?: () => Date
}

export const defaultLimits: Limits = {
  maximumRows: Infinity,
  embedDepth: 8,
  logicDepth: 20,
  queryLength: 32_768,
  bodyBytes: 10_485_760,
  bodyDepth: 64,
  bodyValues: 200_000,
  bodyPace: undefined,
  statementMilliseconds: 10_000,
}
