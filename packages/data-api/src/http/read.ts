import sql, { type Sql } from 'sql-template-tag'
import type { Relation } from '../catalog/types.ts'
import { DataError } from '../errors.ts'
import { expressionConditions } from '../plan/expressions.ts'
import type { IncomingRequest } from '../plan/request.ts'
import { buildTree, type Node, type Source, sourceOf } from '../plan/tree.ts'
import { parseOrder } from '../request/order.ts'
import { preferenceApplied } from '../request/prefer.ts'
import { parseQuery, type Query } from '../request/query.ts'
import type { SelectItem } from '../request/select.ts'
import { answerOf } from '../sql/answer.ts'
import type { Compilation } from '../sql/fields.ts'
import { identifier, qualified } from '../sql/names.ts'
import { compileRows, hasAggregate } from '../sql/read.ts'
import { authorize, compilationOf, type Connect } from './authorize.ts'
import { countRows, type Total } from './count.ts'
import { type Media, negotiate } from './media.ts'
import { refuseManyRows } from './estimate.ts'
import { contentRange, rangeOf, rangeStatus } from './range.ts'

/** An answer with exactly this text as its body. */
export function textResponse(
  status: number,
  body: string | null,
  headers: Readonly<Record<string, string | undefined>>,
): Response {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return new Response(body, { status, headers: Object.fromEntries(given) })
}

function usesAggregate(items: readonly SelectItem[]): boolean {
  return items.some((item) =>
    item.kind === 'embed'
      ? usesAggregate(item.select)
      : item.kind === 'column' && item.aggregate !== undefined,
  )
}

/** Applies the row limit of an answer to the rows of each embed too. */
function boundEmbeds(node: Node, maximum: number): void {
  for (const embed of node.embeds) {
    if (!embed.toOne) embed.limit = Math.min(embed.limit ?? maximum, maximum)
    boundEmbeds(embed, maximum)
  }
}

/**
 * Builds the tree of a request, with `.filter` expressions among its conditions.
 * @param forgiving whether to accept filters on relations that are not embedded; never for writes, which would ignore
 * them
 */
export function planTree<Actor>(
  { catalog, settings }: IncomingRequest<Actor>,
  source: Source,
  query: Query,
  forgiving: boolean,
): Node {
  if (!settings.aggregates && usesAggregate(query.select))
    throw new DataError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
  const tree = buildTree(catalog, source, query.select, query.parts, forgiving, settings.limits)
  if (settings.limits.maximumRows !== Infinity) boundEmbeds(tree, settings.limits.maximumRows)
  const now = settings.now?.() ?? new Date()
  tree.conditions = [
    ...tree.conditions,
    ...query.expressions.flatMap(([name, expression]) => expressionConditions(source, name, expression, now)),
  ]
  return tree
}

/** What to read and from where. */
interface Reading {
  node: Node
  from: Sql
  compilation: Compilation
}

/** Reads the rows of a relation or function and answers with them. */
async function answerRows<Actor>(
  incoming: IncomingRequest<Actor>,
  connect: Connect,
  { node, from, compilation }: Reading,
  media: Media,
): Promise<Response> {
  const { request, settings, preferences, method } = incoming
  const range = rangeOf(
    method === 'GET' ? request.headers.get('range') : null,
    node.limit,
    node.offset,
    settings.limits.maximumRows,
  )
  const ranged: Node = { ...node, ...range }
  const rows = compileRows(ranged, from, [], compilation)
  const format = media.format === 'csv' || media.format === 'object' ? media.format : 'array'
  const answer = answerOf(rows, format, media.stripNulls, compilation.answerBytes)
  const connections = connect(authorize(incoming, compilation))

  const { count } = preferences
  const page = sql`select ${answer.body} as body, count(*) as rows from ${answer.from}`
  if (node.embeds.length > 0) await refuseManyRows(connections, page, settings.limits.estimatedRows)
  const [result] = await connections.read<{ body: string | null; rows: string }>(page)
  const amount = Number(result?.rows ?? 0)
  const whole =
    (amount > 0 || range.offset === 0) && (range.limit === undefined || amount < range.limit)
      ? range.offset + amount
      : undefined
  let total: Total | undefined
  if (count !== undefined)
    total =
      whole !== undefined && count !== 'planned'
        ? { total: whole, applied: count }
        : await countRows(connections, count, node, from, compilation, settings)
  const status = rangeStatus(range.offset, amount, total?.total)
  if (media.format === 'object' && amount !== 1) throw notSingular(amount)
  return textResponse(status, method === 'HEAD' ? null : (result?.body ?? ''), {
    'content-type': media.contentType,
    'content-range': contentRange(range.offset, amount, total?.total),
    'preference-applied': preferenceApplied({
      count: total?.applied,
      handling: preferences.handling,
      transaction: preferences.transaction,
      timeZone: preferences.timeZone,
    }),
    'content-location': contentLocation(incoming),
    'content-profile': incoming.profile ? incoming.schema : undefined,
  })
}

/** Most characters of an address that is sent in a header: clients and proxies accept only a few kilobytes. */
const LONGEST_LOCATION = 2_048

/** The requested address with its parameters sorted by name. */
function contentLocation<Actor>({ request, search }: IncomingRequest<Actor>): string | undefined {
  const parameters = [...search].toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  const query = parameters.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
  // With two slashes at its start, a client would read the path as a host.
  const path = new URL(request.url).pathname.replace(/^\/+/, '/')
  const address = [path, ...(query.length > 0 ? [query.join('&')] : [])].join('?')
  return address.length > LONGEST_LOCATION ? undefined : address
}

/** The error of a request for one object that found another number of rows. */
export function notSingular(rows: number): DataError {
  return new DataError(406, 'PGRST116', 'JSON object requested, multiple (or no) rows returned', {
    details: `The result contains ${rows} rows`,
  })
}

/** Whether rows can be written in a media type. */
export function servesRows({ format }: Media): boolean {
  return format === 'array' || format === 'object' || format === 'csv'
}

/** Answers GET and HEAD of a table or view. */
export async function readRelation<Actor>(
  incoming: IncomingRequest<Actor>,
  connect: Connect,
  relation: Relation,
): Promise<Response> {
  const { request, catalog, settings, search } = incoming
  const media = negotiate(request.headers.get('accept'), servesRows)
  const query = parseQuery(search, { ...settings, callsFunction: false })
  const node = planTree(incoming, sourceOf(catalog, relation), query, settings.tolerances)
  const plain = node.order === undefined && !hasAggregate(node)
  const order = plain ? settings.defaultOrder?.(relation) : undefined
  if (order !== undefined) node.order = parseOrder(order)
  const compilation = compilationOf(incoming)
  compilation.touched.relation(relation)
  const from = sql`${qualified(relation)} as ${identifier(node.alias)}`
  return answerRows(incoming, connect, { node, from, compilation }, media)
}
