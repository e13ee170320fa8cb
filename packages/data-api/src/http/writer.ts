import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Relation } from '../catalog/types.ts'
import type { Count, Transaction } from '../database.ts'
import { DataError } from '../errors.ts'
import type { Row, Writer } from '../options.ts'
import type { IncomingRequest } from '../plan/request.ts'
import { ownPart } from '../plan/tree.ts'
import { allColumns, bodyRows, columnList } from '../sql/body.ts'
import { where } from '../sql/conditions.ts'
import { columnOf, identifier, qualified } from '../sql/names.ts'
import { type KeyValues, matching } from '../sql/write.ts'
import { notWritten } from './hidden.ts'
import type { Writing } from './write.ts'

/** Reads rows of a relation by their primary keys, in the order of the keys and in the form that a write returns. */
function rowsByKey(
  relation: Relation,
  keys: readonly (readonly string[])[],
  { inserted, only }: { inserted: boolean; only: KeyValues },
): Sql {
  const parts = relation.primaryKey.map((name, position) => ({
    values: sql`${keys.map((key) => key[position] ?? null)}::${raw(relation.columns.get(name)?.type ?? 'text')}[]`,
    alias: raw(`_k${position}`),
    equal: sql`${columnOf('_0', name)} = _keys.${raw(`_k${position}`)}`,
  }))
  const list = (key: 'values' | 'alias') =>
    join(
      parts.map((part) => part[key]),
      ', ',
    )
  const kept = only.map(([column, value]) => sql`${columnOf('_0', column)} = ${value}`)
  return sql`select ${columnList('_0', allColumns(relation))}, ${inserted}::boolean as _inserted
    from unnest(${list('values')}) with ordinality as _keys (${list('alias')}, _position)
    join ${qualified(relation)} as _0 on ${join(
      parts.map(({ equal }) => equal),
      ' and ',
    )}${where(kept)} order by _keys._position`
}

/** Returns the primary keys of the rows that an update or delete matches. Rows of tables are locked. */
async function matchingKeys(
  { relation, node, compilation }: Writing,
  transaction: Transaction,
): Promise<string[][]> {
  const keys = relation.primaryKey.map((key) => columnOf(node.alias, key))
  const texts = join(
    keys.map((key) => sql`${key}::text`),
    ', ',
  )
  // PostgreSQL cannot lock rows of views with groups.
  const lock = raw(relation.kind === 'table' ? ' for update' : '')
  const rows = await transaction.query<{ key: string[] }>(
    sql`select array[${texts}] as key from ${qualified(relation)} as ${identifier(node.alias)}${matching(ownPart(node), relation, compilation)} order by ${join(keys, ', ')}${lock}`,
  )
  return rows.map(({ key }) => key)
}

/** Returns the values that the filters give for a key of one column, whether such rows exist or not. */
function namedKeys({ relation, node }: Writing): string[] {
  const [key, ...more] = relation.primaryKey
  if (more.length > 0) return []
  return node.conditions.flatMap((condition) => {
    if (condition.kind !== 'filter' || condition.negated) return []
    const { field, operation } = condition
    if (field.name !== key || field.path.length > 0) return []
    if (operation.kind === 'in') return [...operation.values]
    return operation.kind === 'compare' && operation.operator === 'eq' && operation.quantifier === undefined
      ? [operation.value]
      : []
  })
}

/** @throws DataError for rows that would be merged with a row that the sender may not write */
export async function refuseTaken(
  transaction: Transaction,
  { relation, conflict, body, columns, compilation }: Writing,
): Promise<void> {
  if (conflict?.resolution !== 'merge-duplicates' || body === undefined || body.length === 0) return
  const own = compilation.rights.condition(relation, '_0')
  const keys = columns.filter(({ name }) => conflict.columns.includes(name))
  if (own === undefined || keys.length < conflict.columns.length) return
  const same = keys.map(({ name }) => sql`${columnOf('_0', name)} = ${columnOf('_body', name)}`)
  const taken = await transaction.query(
    sql`select 1 from ${qualified(relation)} as _0 join ${bodyRows(body.json, keys, false)} as _body on ${join(same, ' and ')} where ${own} is not true limit 1`,
  )
  if (taken.length > 0) throw notWritten()
}

/** Copies the rows that a deletion returns before they are deleted. */
async function remember(
  relation: Relation,
  keys: readonly (readonly string[])[],
  transaction: Transaction,
): Promise<Sql> {
  const [row] = await transaction.query<{ rows: Count }>(
    sql`select coalesce(json_agg(_w.*), '[]')::text as rows from (${rowsByKey(relation, keys, { inserted: false, only: [] })}) as _w`,
  )
  return sql`select _w.*, false as _inserted from json_populate_recordset(null::${qualified(relation)}, ${row?.rows ?? '[]'}::json) as _w`
}

/**
 * Lets the writer of a relation write, and reads back what it wrote.
 * @returns a statement of the written rows, in the form that a write returns
 */
export async function writeByOwner<Actor>(
  { actor }: IncomingRequest<Actor>,
  transaction: Transaction,
  writing: Writing,
  owner: Writer<Actor>,
): Promise<Sql | undefined> {
  const { relation, action, body, columns, conflict, only = [] } = writing
  if (relation.primaryKey.length === 0)
    throw new DataError(405, '55000', `"${relation.name}" has no primary key to write by`)
  const rows = (body?.rows ?? []).map((row): Row =>
    Object.fromEntries(columns.flatMap(({ name }) => (Object.hasOwn(row, name) ? [[name, row[name]]] : []))),
  )
  const strangeKeys = [...new Set((body?.rows ?? []).flatMap((row) => Object.keys(row)))].filter(
    (key) => !relation.columns.has(key),
  )
  const keys = action === 'insert' ? [] : await matchingKeys(writing, transaction)
  const found = new Set(keys.map(([key]) => key))
  const missing = action === 'insert' ? [] : namedKeys(writing).filter((key) => !found.has(key))
  if (action === 'insert' ? rows.length === 0 : keys.length + missing.length === 0) return undefined
  const before = action === 'delete' ? await remember(relation, keys, transaction) : undefined
  const written = await owner({
    actor,
    relation,
    action,
    rows,
    strangeKeys,
    keys,
    missing,
    conflict,
    client: transaction.client,
  })
  return before ?? rowsByKey(relation, written, { inserted: action === 'insert', only })
}
