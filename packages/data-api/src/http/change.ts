import type { Column, Relation } from '../catalog/types.ts'
import { DataError } from '../errors.ts'
import type { IncomingRequest } from '../plan/request.ts'
import { type Node, ownPart } from '../plan/tree.ts'
import { compileDelete, compileUpdate } from '../sql/write.ts'
import type { Connect } from './authorize.ts'
import { contentRange } from './range.ts'
import { perform, planWrite, readWritten, respond } from './write.ts'

function checkLimited(node: Node, relation: Relation): void {
  if (node.limit === undefined && node.offset === undefined) return
  if (node.order === undefined || node.order.length === 0)
    throw new DataError(400, 'PGRST109', "A 'limit' was applied without an explicit 'order'", {
      hint: "Apply an 'order' using unique column(s)",
    })
  if (relation.primaryKey.length === 0)
    throw new DataError(400, 'PGRST109', `A 'limit' needs a primary key, and '${relation.name}' has none`)
}

function refuseWhole<Actor>({ settings }: IncomingRequest<Actor>, node: Node, verb: string): void {
  if (settings.safeWrites !== true || node.conditions.length > 0 || node.limit !== undefined) return
  throw new DataError(400, '21000', `${verb} requires a WHERE clause`, {
    hint: 'Name the rows with a filter, such as id=eq.1.',
  })
}

/** Answers PATCH: updates the rows that the filters match. */
export async function updateRows<Actor>(
  incoming: IncomingRequest<Actor>,
  connect: Connect,
  relation: Relation,
): Promise<Response> {
  const { preferences } = incoming
  const { query, node, compilation } = planWrite(incoming, relation, 'updatable')
  checkLimited(node, relation)
  refuseWhole(incoming, node, 'UPDATE')
  const { body, columns } = await readWritten(incoming, relation, query)
  if (body.length > 1) throw new DataError(400, 'PGRST102', 'The body must be one JSON object')
  const statement =
    columns.length === 0 || body.length === 0
      ? undefined
      : (returning: readonly Column[]) =>
          compileUpdate(
            ownPart(node),
            relation,
            { json: body.json, columns, defaults: preferences.missing === 'default' },
            returning,
            compilation,
          )
  const done = await perform(incoming, connect, {
    relation,
    action: 'update',
    node,
    compilation,
    body,
    columns,
    statement,
  })
  const { rows } = done.outcome
  return respond(
    incoming,
    done,
    { rows: 200, empty: 204 },
    { missing: preferences.missing },
    { 'content-range': contentRange(0, rows, preferences.count === undefined ? undefined : rows) },
  )
}

/** Answers DELETE: deletes the rows that the filters match. */
export async function deleteRows<Actor>(
  incoming: IncomingRequest<Actor>,
  connect: Connect,
  relation: Relation,
): Promise<Response> {
  const { preferences } = incoming
  const { node, compilation } = planWrite(incoming, relation, 'deletable')
  checkLimited(node, relation)
  refuseWhole(incoming, node, 'DELETE')
  const done = await perform(incoming, connect, {
    relation,
    action: 'delete',
    node,
    compilation,
    body: undefined,
    columns: [],
    statement: (returning) => compileDelete(ownPart(node), relation, returning, compilation),
  })
  return respond(
    incoming,
    done,
    { rows: 200, empty: 204 },
    {},
    { 'content-range': contentRange(0, 0, preferences.count === undefined ? undefined : done.outcome.rows) },
  )
}
