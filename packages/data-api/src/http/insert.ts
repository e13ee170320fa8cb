import type { Column, Relation } from '../catalog/types.ts'
import { DataError } from '../errors.ts'
import type { Conflict } from '../options.ts'
import type { IncomingRequest } from '../plan/request.ts'
import type { Node } from '../plan/tree.ts'
import type { Preferences } from '../request/prefer.ts'
import type { Query } from '../request/query.ts'
import type { Compilation } from '../sql/fields.ts'
import { compileInsert, type KeyValues } from '../sql/write.ts'
import type { Connect } from './authorize.ts'
import { contentRange } from './range.ts'
import { perform, planWrite, readWritten, respond } from './write.ts'

function conflictOf(
  relation: Relation,
  query: Query,
  resolution: Preferences['resolution'],
): Conflict | undefined {
  if (resolution === undefined) return undefined
  const columns = query.onConflict ?? relation.primaryKey
  for (const name of columns)
    if (!relation.columns.has(name))
      throw new DataError(400, '42703', `column "${name}" does not exist`, {
        hint: 'It is named in on_conflict.',
      })
  return columns.length === 0 ? undefined : { columns, resolution }
}

/** Notes that an upsert reads the conflict columns and may update the columns it writes. */
function touchConflict(
  { touched }: Compilation,
  relation: Relation,
  columns: readonly Column[],
  conflict: Conflict,
): void {
  for (const name of conflict.columns) touched.column(relation, name)
  if (conflict.resolution === 'ignore-duplicates') return
  const changed = touched.relation(relation, 'update')
  for (const { name } of columns) changed.columns.add(name)
}

/** Answers POST to a table or view: one row, or many. */
export async function insertRows<Actor>(
  incoming: IncomingRequest<Actor>,
  connect: Connect,
  relation: Relation,
): Promise<Response> {
  const { preferences } = incoming
  const { query, node, compilation } = planWrite(incoming, relation, 'insertable')
  const { body, columns } = await readWritten(incoming, relation, query)
  const conflict = conflictOf(relation, query, preferences.resolution)
  const empty = body.length === 0
  const statement = empty
    ? undefined
    : (returning: readonly Column[]) =>
        compileInsert({
          relation,
          json: body.json,
          columns,
          defaults: preferences.missing === 'default',
          conflict,
          only: [],
          own: compilation.rights.condition(relation, '_0'),
          returning,
        })
  if (conflict !== undefined) touchConflict(compilation, relation, columns, conflict)
  const done = await perform(incoming, connect, {
    relation,
    action: 'insert',
    node,
    compilation,
    body,
    columns,
    conflict,
    statement,
  })
  const status = conflict?.resolution === 'merge-duplicates' && done.outcome.inserted === 0 ? 200 : 201
  return respond(
    incoming,
    done,
    { rows: status, empty: status },
    {
      resolution: conflict?.resolution,
      missing: preferences.missing,
    },
    {
      'content-range': contentRange(0, 0, preferences.count === undefined ? undefined : done.outcome.rows),
      location:
        preferences.return === 'headers-only' && done.outcome.rows === 1 ? done.outcome.location : undefined,
    },
  )
}

/** Answers PUT: writes the one row whose whole primary key the filters give. */
export async function putRow<Actor>(
  incoming: IncomingRequest<Actor>,
  connect: Connect,
  relation: Relation,
): Promise<Response> {
  const { query, node, compilation } = planWrite(incoming, relation, 'insertable')
  if (node.limit !== undefined || node.offset !== undefined)
    throw new DataError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
  const only = keyFilters(node, relation)
  const { body, columns } = await readWritten(incoming, relation, query)
  const mismatch = () =>
    new DataError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')
  if (body.length !== 1 || relation.primaryKey.some((key) => !body.keys.includes(key))) throw mismatch()
  const conflict: Conflict = { columns: relation.primaryKey, resolution: 'merge-duplicates' }
  touchConflict(compilation, relation, columns, conflict)
  const done = await perform(
    incoming,
    connect,
    {
      relation,
      action: 'insert',
      node,
      compilation,
      body,
      columns,
      conflict,
      only,
      statement: (returning) =>
        compileInsert({
          relation,
          json: body.json,
          columns,
          defaults: incoming.preferences.missing === 'default',
          conflict,
          only,
          own: compilation.rights.condition(relation, '_0'),
          returning,
        }),
    },
    (outcome) => {
      if (outcome.rows !== 1) throw mismatch()
    },
  )
  const created = done.outcome.inserted > 0
  return respond(incoming, done, { rows: created ? 201 : 200, empty: created ? 201 : 204 }, {})
}

function keyFilters(node: Node, relation: Relation): KeyValues {
  const filters = node.conditions.flatMap((condition) =>
    condition.kind === 'filter' &&
    !condition.negated &&
    condition.field.path.length === 0 &&
    condition.operation.kind === 'compare' &&
    condition.operation.operator === 'eq' &&
    condition.operation.quantifier === undefined
      ? [[condition.field.name, condition.operation.value] as const]
      : [],
  )
  const keys = relation.primaryKey
  const named = new Set(filters.map(([name]) => name))
  if (
    keys.length === 0 ||
    filters.length !== node.conditions.length ||
    filters.length !== keys.length ||
    !keys.every((key) => named.has(key))
  )
    throw new DataError(
      405,
      'PGRST105',
      "Filters must include all and only primary key columns with 'eq' operators",
    )
  return filters
}
