/** A column of a relation. */
export interface Column {
  name: string
  /** As `format_type` writes it: `integer`, `character varying(20)`, `text[]`. */
  type: string
  /** Type without its modifiers, such as `json` or `timestamptz`. */
  baseType: string
  nullable: boolean
  /** Expression that fills the column when a row leaves it out; undefined when there is none. */
  defaultExpression: string | undefined
  /** Whether a value for it may be given at all: not for generated columns. */
  writable: boolean
  description: string | null
  enumeration: readonly string[]
}

/** A table or view. */
export interface Relation {
  schema: string
  name: string
  kind: 'table' | 'view'
  /** A part of a partitioned table: it can be read and written, and is not listed. */
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
  /** Name of the foreign key; of both for many-to-many; of the function for computed ones. */
  constraint: string
  /** Pairs of a column of the origin and the column of the target that it equals. Empty for many-to-many. */
  columns: readonly (readonly [origin: string, target: string])[]
  /** Name of the table that the key leads to, where the target may be a view of it. */
  targetTable: string
  /** Whether the foreign key is on the origin's side. Only one-to-one needs asking. */
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
  /** What it returns: nothing, single values, or rows, which may be those of a relation. */
  returns:
    | { kind: 'void' }
    | { kind: 'scalar'; type: string; set: boolean }
    | { kind: 'composite'; relation: Relation | undefined; columns: readonly Column[]; set: boolean }
  volatile: boolean
  description: string | null
}

/** A function of one row that reads like a column of it. */
export interface ComputedColumn {
  schema: string
  name: string
  type: string
}

/** Everything requests can name, as the database had it when it was read. */
export interface Catalog {
  schemas: readonly string[]
  /** What the schemas' comments say. */
  comments: ReadonlyMap<string, string | null>
  /** Relations of the exposed schemas by `schema.name` quoted as JSON; use `findRelation`. */
  relations: ReadonlyMap<string, Relation>
  /** Relationships by their origin. */
  relationships: ReadonlyMap<Relation, readonly Relationship[]>
  /** Functions by name, with all their overloads. */
  functions: ReadonlyMap<string, readonly DataFunction[]>
  computedColumns: ReadonlyMap<Relation, ReadonlyMap<string, ComputedColumn>>
  /** SQL of each type that requests can cast to, by the names they may use, in lower case. */
  types: ReadonlyMap<string, string>
  /** Names of time zones, for `Prefer: timezone`. */
  timeZones: ReadonlySet<string>
}

/** The key that a name in a schema has in the maps of a catalog. */
export function nameKey(schema: string, name: string): string {
  return JSON.stringify([schema, name])
}
