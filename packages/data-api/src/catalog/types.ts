/** A column of a relation. */
export interface Column {
  name: string
  /** As `format_type` writes it: `integer`, `character varying(20)`, `text[]`. */
  type: string
  /** Type without its modifiers, such as `json` or `timestamptz`. */
  baseType: string
  nullable: boolean
  /** Expression that fills the column if a row omits it. Undefined if missing. */
  defaultExpression: string | undefined
  /** Whether rows may give it a value. False for generated columns. */
  writable: boolean
  description: string | null
  enumeration: readonly string[]
}

/** A table or view. */
export interface Relation {
  schema: string
  name: string
  kind: 'table' | 'view'
  /** A part of a partitioned table. It can be read and written, but is not listed. */
  partition: boolean
  columns: ReadonlyMap<string, Column>
  primaryKey: readonly string[]
  insertable: boolean
  updatable: boolean
  deletable: boolean
  description: string | null
}

type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'

/** A way from the rows of one relation to those of another. */
export interface Relationship {
  origin: Relation
  target: Relation
  cardinality: Cardinality
  /** Name of the foreign key; names of both for many-to-many; name of the function if computed. */
  constraint: string
  /** Pairs of a column of the origin and the equal column of the target. Empty for many-to-many. */
  columns: readonly (readonly [origin: string, target: string])[]
  /** Name of the table that the key references. The target may be a view of it. */
  targetTable: string
  /** Whether the origin has the foreign key. Only one-to-one relationships need this. */
  fromOrigin: boolean
  junction?: {
    relation: Relation
    /** Pairs of a column of the origin and one of the junction. */
    origin: readonly (readonly [origin: string, junction: string])[]
    /** Pairs of a column of the junction and one of the target. */
    target: readonly (readonly [junction: string, target: string])[]
    constraints: readonly [origin: string, target: string]
  }
  /** The function that finds the target's rows for a row of the origin. */
  computed?: { schema: string; name: string }
}

/** A parameter of a function. */
export interface Parameter {
  name: string
  type: string
  required: boolean
  variadic: boolean
}

/** A function that requests can call. */
export interface DataFunction {
  schema: string
  name: string
  parameters: readonly Parameter[]
  /** What it returns: nothing, single values, or rows, possibly rows of a relation. */
  returns:
    | { kind: 'void' }
    | { kind: 'scalar'; type: string; set: boolean }
    | { kind: 'composite'; relation: Relation | undefined; columns: readonly Column[]; set: boolean }
  volatile: boolean
  description: string | null
}

/** A function of one row that requests read like a column. */
export interface ComputedColumn {
  schema: string
  name: string
  type: string
}

/** Everything that requests can name, as it was when the database was read. */
export interface Catalog {
  schemas: readonly string[]
  /** Comments of the schemas. */
  comments: ReadonlyMap<string, string | null>
  /** Relations of the exposed schemas by `schema.name` quoted as JSON; use `findRelation`. */
  relations: ReadonlyMap<string, Relation>
  /** Relationships by origin. */
  relationships: ReadonlyMap<Relation, readonly Relationship[]>
  /** Functions by name, with all overloads. */
  functions: ReadonlyMap<string, readonly DataFunction[]>
  computedColumns: ReadonlyMap<Relation, ReadonlyMap<string, ComputedColumn>>
  /** SQL of each type that requests can cast to, by allowed name in lower case. */
  types: ReadonlyMap<string, string>
  /** Names of time zones, for `Prefer: timezone`. */
  timeZones: ReadonlySet<string>
}

/** Returns the key of a name in a schema, for the maps of a catalog. */
export function nameKey(schema: string, name: string): string {
  return JSON.stringify([schema, name])
}
