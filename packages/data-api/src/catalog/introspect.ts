import type { ClientBase, Pool } from 'pg'
import type { Sql } from 'sql-template-tag'
import {
  functionsQuery,
  keysQuery,
  relationsQuery,
  schemasQuery,
  timeZonesQuery,
  typesQuery,
  viewsQuery,
} from './queries.ts'
import { type ForeignKey, relationshipsOf } from './relationships.ts'
import {
  type Catalog,
  type Column,
  type ComputedColumn,
  type DataFunction,
  nameKey,
  type Relation,
  type Relationship,
} from './types.ts'
import { readDerivedColumns } from './view-columns.ts'

interface ColumnRow extends Column {
  number: number
}

interface RelationRow {
  oid: string
  schema: string
  name: string
  kind: 'table' | 'view'
  partition: boolean
  writes: number
  description: string | null
  columns: (Omit<ColumnRow, 'defaultExpression'> & { defaultExpression: string | null })[]
}

interface KeyRow {
  name: string
  kind: 'p' | 'u' | 'f'
  relation: string
  /** Of a foreign key. */
  target: string | null
  columns: number[]
  target_columns: number[] | null
}

interface ArgumentRow {
  name: string
  type: string
  mode: 'i' | 'o' | 'b' | 'v' | 't'
  relation: number
  required: boolean
}

interface FunctionRow {
  schema: string
  name: string
  description: string | null
  volatile: boolean
  set: boolean
  rows: number
  type: string
  void: boolean
  /** The relation whose rows it returns. */
  relation: string | null
  composite: boolean
  record: boolean
  arguments: ArgumentRow[]
  /** Attributes of a composite type. */
  attributes: { name: string; type: string; baseType: string }[]
}

/** Bits of `pg_relation_is_updatable`. */
const UPDATE = 1 << 2
const INSERT = 1 << 3
const DELETE = 1 << 4

/** Type names of SQL that PostgreSQL's catalog does not use. */
const shortNames: readonly (readonly [string, string])[] = [
  ['int', 'integer'],
  ['decimal', 'numeric'],
  ['float', 'double precision'],
  ['dec', 'numeric'],
  // Without a length, SQL makes these one long. `bpchar` and `varbit` have no length.
  ['char', 'character'],
  ['character', 'character'],
  ['bit', 'bit'],
]

/** A relation while the catalog is built, with its columns by number. */
interface RelationColumns {
  relation: Relation
  primaryKey: string[]
  columns: Map<number, string>
}

function toRelationColumns(row: RelationRow): RelationColumns {
  const primaryKey: string[] = []
  const columns = row.columns.map(({ number: _number, defaultExpression, ...column }): Column => ({
    ...column,
    defaultExpression: defaultExpression ?? undefined,
  }))
  const { schema, name, kind, partition, description } = row
  const relation: Relation = {
    schema,
    name,
    kind,
    partition,
    description,
    columns: new Map(columns.map((column) => [column.name, column])),
    primaryKey,
    insertable: (row.writes & INSERT) !== 0,
    updatable: (row.writes & UPDATE) !== 0,
    deletable: (row.writes & DELETE) !== 0,
  }
  return { relation, primaryKey, columns: new Map(row.columns.map(({ number, name }) => [number, name])) }
}

/** The table column behind a column of a view or table, as oid and number. */
type BaseColumn = readonly [table: string, column: number]

/**
 * For each table, the relations that show its columns, with the column names there: the table itself and views of it.
 */
function showers(
  known: ReadonlyMap<string, RelationColumns>,
  derivations: ReadonlyMap<string, ReadonlyMap<number, BaseColumn>>,
): Map<string, { oid: string; columns: Map<number, string[]> }[]> {
  const found = new Map<string, { oid: string; columns: Map<number, string[]> }[]>()
  const resolve = ([relation, column]: BaseColumn, depth: number): BaseColumn => {
    const further = depth > 50 ? undefined : derivations.get(relation)?.get(column)
    return further === undefined ? [relation, column] : resolve(further, depth + 1)
  }
  for (const [oid, { columns }] of known) {
    const byTable = new Map<string, Map<number, string[]>>()
    for (const [number, name] of columns) {
      const [table, column] = resolve([oid, number], 0)
      const shown = byTable.get(table) ?? new Map<number, string[]>()
      byTable.set(table, shown.set(column, [...(shown.get(column) ?? []), name]))
    }
    for (const [table, shown] of byTable)
      found.set(table, [...(found.get(table) ?? []), { oid, columns: shown }])
  }
  return found
}

/** All ways to name the columns of a key in a relation that shows them. A view may show one column twice. */
function namings(columns: readonly number[], shown: ReadonlyMap<number, readonly string[]>): string[][] {
  return columns.reduce<string[][]>(
    (sofar, column) => sofar.flatMap((names) => (shown.get(column) ?? []).map((name) => [...names, name])),
    [[]],
  )
}

function sameColumns(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((column) => others.includes(column))
}

function foreignKeysOf(
  keys: readonly KeyRow[],
  known: ReadonlyMap<string, RelationColumns>,
  shownBy: ReturnType<typeof showers>,
): ForeignKey[] {
  const uniques = Map.groupBy(
    keys.filter(({ kind }) => kind !== 'f'),
    ({ relation }) => relation,
  )
  const found: ForeignKey[] = []
  for (const key of keys) {
    const { target: targetId, target_columns: targetColumns } = key
    if (key.kind !== 'f' || targetId === null || targetColumns === null) continue
    const unique = (uniques.get(key.relation) ?? []).some(({ columns }) => sameColumns(columns, key.columns))
    for (const from of shownBy.get(key.relation) ?? [])
      for (const to of shownBy.get(targetId) ?? []) {
        const origin = known.get(from.oid)?.relation
        const target = known.get(to.oid)?.relation
        const tables = [key.relation, targetId].map((oid) => known.get(oid)?.relation.name ?? '')
        if (origin === undefined || target === undefined) continue
        for (const own of namings(key.columns, from.columns))
          for (const other of namings(targetColumns, to.columns))
            found.push({
              constraint: key.name,
              origin,
              target,
              columns: own.map((name, position) => [name, other[position] ?? ''] as const),
              tables: [tables[0] ?? '', tables[1] ?? ''],
              unique,
            })
      }
  }
  return found
}

function setPrimaryKeys(
  keys: readonly KeyRow[],
  known: ReadonlyMap<string, RelationColumns>,
  shownBy: ReturnType<typeof showers>,
): void {
  for (const key of keys) {
    if (key.kind !== 'p') continue
    for (const { oid, columns } of shownBy.get(key.relation) ?? []) {
      const names = namings(key.columns, columns)[0]
      const entry = known.get(oid)
      // A view over several tables gets the key of the first table whose whole key it shows.
      if (names !== undefined && entry !== undefined && entry.primaryKey.length === 0)
        entry.primaryKey.push(...names)
    }
  }
}

function argumentsIn(row: FunctionRow): ArgumentRow[] {
  return row.arguments.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
}

function toFunction(row: FunctionRow, relationOf: (oid: string) => Relation | undefined): DataFunction {
  const { schema, name, description, volatile, set, type } = row
  const parameters = argumentsIn(row).map(({ name, type, required, mode }) => ({
    name,
    type,
    required: required && mode !== 'v',
    variadic: mode === 'v',
  }))
  const outputs = row.arguments.filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't')
  const results =
    outputs.length > 0 ? outputs.map((output) => ({ ...output, baseType: output.type })) : row.attributes
  const columns = results.map((result): Column => ({
    name: result.name,
    type: result.type,
    baseType: result.baseType,
    nullable: true,
    defaultExpression: undefined,
    writable: false,
    description: null,
    enumeration: [],
  }))
  const table = row.relation === null ? undefined : relationOf(row.relation)
  const shared = { schema, name, parameters, volatile, description }
  if (row.void) return { ...shared, returns: { kind: 'void' } }
  if (table !== undefined)
    return {
      ...shared,
      returns: { kind: 'composite', relation: table, columns: [...table.columns.values()], set },
    }
  // A named result is a column, even if it is the only one.
  if (columns.length > 0 || (row.composite && !row.record))
    return { ...shared, returns: { kind: 'composite', relation: undefined, columns, set } }
  return { ...shared, returns: { kind: 'scalar', type, set } }
}

/** Finds functions whose one argument is a row of a relation: computed columns and relationships. */
function computedOf(rows: readonly FunctionRow[], relationOf: (oid: string) => Relation | undefined) {
  const columns = new Map<Relation, Map<string, ComputedColumn>>()
  const relationships: Relationship[] = []
  for (const row of rows) {
    const [argument, another] = argumentsIn(row)
    const origin = argument === undefined ? undefined : relationOf(String(argument.relation))
    if (origin === undefined || another !== undefined) continue
    const { schema, name } = row
    const target = row.relation === null ? undefined : relationOf(row.relation)
    if (target !== undefined)
      relationships.push({
        origin,
        target,
        cardinality: row.set && row.rows !== 1 ? 'one-to-many' : 'many-to-one',
        constraint: name,
        columns: [],
        targetTable: target.name,
        fromOrigin: true,
        computed: { schema, name },
      })
    else if (!row.set && !row.void) {
      const own = columns.get(origin) ?? new Map<string, ComputedColumn>()
      columns.set(origin, own.set(name, { schema, name, type: row.type }))
    }
  }
  return { columns, relationships }
}

/**
 * Reads from the database what requests can name. Takes tens of milliseconds for a hundred tables.
 * @param schemas exposed schemas; relations of other schemas only provide keys for views
 */
export async function introspect(client: ClientBase | Pool, schemas: readonly string[]): Promise<Catalog> {
  const read = async <Row extends object>(query: Sql): Promise<Row[]> => (await client.query<Row>(query)).rows
  const relationRows = await read<RelationRow>(relationsQuery(schemas))
  const keys = await read<KeyRow>(keysQuery)
  const views = await read<{ oid: string; action: string }>(viewsQuery)
  const functionRows = await read<FunctionRow>(functionsQuery(schemas))
  const types = await read<{ name: string; sql: string }>(typesQuery(schemas))
  const comments = await read<{ schema: string; description: string | null }>(schemasQuery(schemas))
  const timeZones = await read<{ name: string }>(timeZonesQuery)

  const known = new Map(relationRows.map((row) => [row.oid, toRelationColumns(row)]))
  const derivations = new Map(
    views.map(({ oid, action }) => [
      oid,
      new Map(
        readDerivedColumns(action).map(
          ({ number, relation, column }) => [number, [String(relation), column] as const] as const,
        ),
      ),
    ]),
  )
  const shownBy = showers(known, derivations)
  setPrimaryKeys(keys, known, shownBy)

  const exposed = (relation: Relation) => schemas.includes(relation.schema)
  const relationOf = (oid: string) => known.get(oid)?.relation
  const computed = computedOf(functionRows, relationOf)
  const relationships = [
    ...relationshipsOf(foreignKeysOf(keys, known, shownBy), exposed),
    ...computed.relationships.filter(({ origin, target }) => exposed(origin) && exposed(target)),
  ]
  return {
    schemas,
    comments: new Map(comments.map(({ schema, description }) => [schema, description])),
    relations: new Map(
      [...known.values()]
        .filter(({ relation }) => exposed(relation))
        .map(({ relation }) => [nameKey(relation.schema, relation.name), relation]),
    ),
    relationships: Map.groupBy(relationships, ({ origin }) => origin),
    functions: Map.groupBy(
      functionRows.map((row) => toFunction(row, relationOf)),
      ({ schema, name }) => nameKey(schema, name),
    ),
    computedColumns: computed.columns,
    types: new Map([
      ...types.flatMap(({ name, sql }) => [
        [name.toLowerCase(), sql] as const,
        [sql.toLowerCase(), sql] as const,
      ]),
      ...shortNames,
    ]),
    timeZones: new Set(timeZones.map(({ name }) => name)),
  }
}
