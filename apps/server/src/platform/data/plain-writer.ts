import { identifier, type Relation, type Row, type Write, type Writer } from '@binnacle/data-api'
import { isDeepStrictEqual } from 'node:util'
import type { ClientBase } from 'pg'
import sql, { join, type Sql } from 'sql-template-tag'
import { audit, type Snapshot } from '../audit.ts'
import { RequestError } from '../errors.ts'
import type { Actor } from '../access/actor.ts'

/** Which parts of a relation clients may write freely. The product sets the others. */
export interface PlainWrites {
  /** Columns that clients write. */
  columns: readonly string[]
  /** Whether a client may choose the primary key of a new row. */
  chosenKey?: boolean
  /** Why nobody can change or delete the row with this key. Undefined if they can. */
  refusal?: (key: readonly string[]) => string | undefined
  /** Whether a deleted row stays, with the time in `deleted_at`. Clients delete it or send that column. */
  deletesSoftly?: boolean
}

const refuseColumn = (column: string): never => {
  const message = `${column}: The product sets this column. Leave it out`
  throw new RequestError('EINVALID', message, [{ path: column, message }])
}

/** Returns the columns of a new row that a client writes. @throws RequestError for a column that the product sets */
function columnsToInsert(
  row: Row,
  relation: Relation,
  { columns, chosenKey = false }: PlainWrites,
  actor: Actor,
): [string, unknown][] {
  return Object.entries(row).filter(([column, value]) => {
    if (columns.includes(column) || (chosenKey && relation.primaryKey.includes(column))) return true
    // Clients send the creator, who is the sender anyway, and null for columns that have no value yet.
    if (value !== null && !(column === 'created_by' && value === actor.personId)) refuseColumn(column)
    return false
  })
}

/** Returns the columns of a change that a client writes. Clients send whole rows, so unchanged columns are no error. */
function columnsToUpdate(row: Row, before: Snapshot, { columns }: PlainWrites): [string, unknown][] {
  return Object.entries(row).filter(([column, value]) => {
    if (columns.includes(column)) return true
    if (!isDeepStrictEqual(value, before[column])) refuseColumn(column)
    return false
  })
}

const named = ({ schema, name }: Relation): Sql => sql`${identifier(schema)}.${identifier(name)}`

function isRow({ primaryKey }: Relation, key: readonly string[]): Sql {
  const conditions = primaryKey.map(
    (column, position) => sql`row.${identifier(column)}::text = ${key[position]}`,
  )
  return join(conditions, ' and ')
}

async function snapshot(
  client: ClientBase,
  relation: Relation,
  key: readonly string[],
): Promise<Snapshot | undefined> {
  const { rows } = await client.query<{ row: Snapshot }>(
    sql`select to_jsonb(row) as row from ${named(relation)} as row where ${isRow(relation, key)}`,
  )
  return rows[0]?.row
}

async function insertRow(
  client: ClientBase,
  relation: Relation,
  row: Row,
  actor: Actor,
  writes: PlainWrites,
): Promise<readonly string[]> {
  const given = columnsToInsert(row, relation, writes, actor)
  const values = Object.fromEntries(
    relation.columns.has('created_by') ? [...given, ['created_by', actor.personId]] : given,
  )
  const columns = Object.keys(values).map((column) => identifier(column))
  const keys = join(relation.primaryKey.map((column) => sql`${identifier(column)}::text`))
  const table = named(relation)
  const source =
    columns.length === 0
      ? sql`default values`
      : sql`(${join(columns)}) select ${join(columns)} from json_populate_record(null::${table}, ${JSON.stringify(values)})`
  const { rows } = await client.query<{ key: string[] }>(
    sql`insert into ${table} ${source} returning array[${keys}] as key`,
  )
  return rows[0]?.key ?? []
}

async function updateRow(
  client: ClientBase,
  relation: Relation,
  given: readonly [string, unknown][],
  key: readonly string[],
): Promise<void> {
  const values = Object.fromEntries(given)
  const columns = Object.keys(values).map((column) => identifier(column))
  if (columns.length === 0) return
  const table = named(relation)
  await client.query(sql`
    update ${table} as row set ${join(columns.map((column) => sql`${column} = given.${column}`))}
    from json_populate_record(null::${table}, ${JSON.stringify(values)}) as given where ${isRow(relation, key)}`)
}

/** Deletes a row, or takes it out of use where it stays for those that refer to it. */
async function deleteRow(
  client: ClientBase,
  relation: Relation,
  key: readonly string[],
  { deletesSoftly = false }: PlainWrites,
): Promise<void> {
  const table = named(relation)
  const change = deletesSoftly
    ? sql`update ${table} as row set deleted_at = now()`
    : sql`delete from ${table} as row`
  await client.query(sql`${change} where ${isRow(relation, key)}`)
}

/**
 * Creates the writer for relations without verbs. It writes the allowed columns and records each change in the audit
 * log.
 */
export function createPlainWriter(writes: PlainWrites): Writer<Actor> {
  return async (write) => writePlainly(write, writes)
}

async function writePlainly(
  { actor, relation, action, rows, keys, client }: Write<Actor>,
  writes: PlainWrites,
): Promise<readonly (readonly string[])[]> {
  const log = async (key: readonly string[], change: 'create' | 'update' | 'delete', before?: Snapshot) => {
    const after = change === 'delete' ? undefined : await snapshot(client, relation, key)
    const name = (after ?? before)?.['name']
    await audit(client, actor, {
      action: change,
      resource: relation.name,
      id: key.join(','),
      name: typeof name === 'string' ? name : null,
      before,
      after,
    })
  }
  if (action === 'insert') {
    const made: (readonly string[])[] = []
    for (const row of rows) {
      const key = await insertRow(client, relation, row, actor, writes)
      await log(key, 'create')
      made.push(key)
    }
    return made
  }
  for (const key of keys) {
    const refusal = writes.refusal?.(key)
    if (refusal !== undefined) throw new RequestError('EFORBIDDEN', refusal)
    const before = await snapshot(client, relation, key)
    const [row = {}] = rows
    const isDeleted = writes.deletesSoftly === true && (before?.['deleted_at'] ?? null) !== null
    const deletes =
      action === 'delete' ||
      (writes.deletesSoftly === true && !isDeleted && (row['deleted_at'] ?? null) !== null)
    if (deletes && isDeleted) continue
    if (deletes) await deleteRow(client, relation, key, writes)
    else await updateRow(client, relation, columnsToUpdate(row, before ?? {}, writes), key)
    await log(key, deletes ? 'delete' : 'update', before)
  }
  return keys
}
