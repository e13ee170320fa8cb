import sql, { join, type Sql } from 'sql-template-tag'
import type { Relation } from '../catalog/types.ts'
import type { Transaction } from '../database.ts'
import { DataError } from '../errors.ts'
import type { Row, Writer } from '../options.ts'
import type { Incoming } from '../plan/request.ts'
import { allColumns, columnList } from '../sql/body.ts'
import { nodeConditions, where } from '../sql/conditions.ts'
import { columnOf, identifier, qualified } from '../sql/names.ts'
import type { Writing } from './write.ts'

/** Rows of a relation by their primary keys, in the form that a write returns. */
function rowsByKey(relation: Relation, keys: readonly (readonly string[])[], inserted: boolean): Sql {
  const names = relation.primaryKey
  const wanted = keys.map(
    (key) =>
      sql`(${join(
        names.map((name, position) => sql`${columnOf('_0', name)} = ${key[position] ?? null}`),
        ' and ',
      )})`,
  )
  return sql`select ${columnList('_0', allColumns(relation))}, ${inserted}::boolean as _inserted
    from ${qualified(relation)} as _0${where([wanted.length === 0 ? sql`false` : sql`(${join(wanted, ' or ')})`])}`
}

async function matchingKeys(
  { relation, node, compilation }: Writing,
  transaction: Transaction,
): Promise<string[][]> {
  const keys = join(
    relation.primaryKey.map((key) => sql`${columnOf(node.alias, key)}::text`),
    ', ',
  )
  const own = { ...node, embeds: [], items: [] }
  const rows = await transaction.query<{ key: string[] }>(
    sql`select array[${keys}] as key from ${qualified(relation)} as ${identifier(node.alias)}${where(nodeConditions(own, compilation))}`,
  )
  return rows.map(({ key }) => key)
}

/** A copy of rows that a deletion returns, made before they go. */
async function remember(
  relation: Relation,
  keys: readonly (readonly string[])[],
  transaction: Transaction,
): Promise<Sql> {
  const [row] = await transaction.query<{ rows: string }>(
    sql`select coalesce(json_agg(_w.*), '[]')::text as rows from (${rowsByKey(relation, keys, false)}) as _w`,
  )
  return sql`select _w.*, false as _inserted from json_populate_recordset(null::${qualified(relation)}, ${row?.rows ?? '[]'}::json) as _w`
}

/**
 * Lets the owner of a relation write, and says how to read what it wrote.
 * @returns a statement of the written rows, in the form that a write returns
 */
export async function writeByOwner<Actor>(
  { actor }: Incoming<Actor>,
  transaction: Transaction,
  writing: Writing,
  owner: Writer<Actor>,
): Promise<Sql | undefined> {
  const { relation, action, body, columns } = writing
  if (relation.primaryKey.length === 0)
    throw new DataError(405, '55000', `"${relation.name}" has no primary key to write by`)
  const rows = (body?.rows ?? []).map((row): Row =>
    Object.fromEntries(columns.flatMap(({ name }) => (Object.hasOwn(row, name) ? [[name, row[name]]] : []))),
  )
  const keys = action === 'insert' ? [] : await matchingKeys(writing, transaction)
  if (action === 'insert' ? rows.length === 0 : keys.length === 0) return undefined
  const before = action === 'delete' ? await remember(relation, keys, transaction) : undefined
  const written = await owner({
    actor,
    relation,
    action,
    rows,
    keys,
    client: transaction.client,
  })
  return before ?? rowsByKey(relation, written, action === 'insert')
}
