import type { Relation, Row, Writer } from '@binnacle/data-api'
import { type ClientBase, escapeIdentifier } from 'pg'
import { audit, type Snapshot } from '../audit.ts'
import type { Actor } from '../http/route.ts'

/** Columns that the server fills in; what a client sends for them is passed over. */
const ownColumns: ReadonlySet<string> = new Set(['created_at', 'updated_at', 'created_by'])

const named = ({ schema, name }: Relation): string => `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`

function condition({ primaryKey }: Relation, first: number): string {
  return primaryKey
    .map((column, position) => `row.${escapeIdentifier(column)}::text = $${first + position}`)
    .join(' and ')
}

async function snapshot(
  client: ClientBase,
  relation: Relation,
  key: readonly string[],
): Promise<Snapshot | undefined> {
  const { rows } = await client.query<{ row: Snapshot }>(
    `select to_jsonb(row) as row from ${named(relation)} as row where ${condition(relation, 1)}`,
    [...key],
  )
  return rows[0]?.row
}

async function insertRow(
  client: ClientBase,
  relation: Relation,
  row: Row,
  actor: Actor,
): Promise<readonly string[]> {
  const given = Object.entries(row).filter(([column]) => !ownColumns.has(column))
  const values = Object.fromEntries(
    relation.columns.has('created_by') ? [...given, ['created_by', actor.personId]] : given,
  )
  const columns = Object.keys(values).map((column) => escapeIdentifier(column))
  const keys = relation.primaryKey.map((column) => `${escapeIdentifier(column)}::text`).join(', ')
  const source =
    columns.length === 0
      ? 'default values'
      : `(${columns.join(', ')}) select ${columns.join(', ')} from json_populate_record(null::${named(relation)}, $1)`
  const { rows } = await client.query<{ key: string[] }>(
    `insert into ${named(relation)} ${source} returning array[${keys}] as key`,
    columns.length === 0 ? [] : [JSON.stringify(values)],
  )
  return rows[0]?.key ?? []
}

async function updateRow(
  client: ClientBase,
  relation: Relation,
  row: Row,
  key: readonly string[],
): Promise<void> {
  const values = Object.fromEntries(
    Object.entries(row).filter(
      ([column]) => !ownColumns.has(column) && !relation.primaryKey.includes(column),
    ),
  )
  const columns = Object.keys(values).map((column) => escapeIdentifier(column))
  if (columns.length === 0) return
  const changes = columns.map((column) => `${column} = given.${column}`).join(', ')
  await client.query(
    `update ${named(relation)} as row set ${changes}
     from json_populate_record(null::${named(relation)}, $1) as given where ${condition(relation, 2)}`,
    [JSON.stringify(values), ...key],
  )
}

/** Writes rows as they are sent, for relations without rules of their own, and writes down each change. */
export const plainWriter: Writer<Actor> = async ({ actor, relation, action, rows, keys, client }) => {
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
      const key = await insertRow(client, relation, row, actor)
      await log(key, 'create')
      made.push(key)
    }
    return made
  }
  for (const key of keys) {
    const before = await snapshot(client, relation, key)
    if (action === 'update') await updateRow(client, relation, rows[0] ?? {}, key)
    else await client.query(`delete from ${named(relation)} as row where ${condition(relation, 1)}`, [...key])
    await log(key, action, before)
  }
  return keys
}
