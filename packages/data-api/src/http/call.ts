import type { Count } from '../database.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { DataFunction } from '../catalog/types.ts'
import { DataError } from '../errors.ts'
import type { IncomingRequest } from '../plan/request.ts'
import { type Node, type Source, sourceOf } from '../plan/tree.ts'
import { preferenceApplied } from '../request/prefer.ts'
import { parseQuery } from '../request/query.ts'
import { answerOf } from '../sql/answer.ts'
import { columnList } from '../sql/body.ts'
import type { Compilation } from '../sql/fields.ts'
import { identifier } from '../sql/names.ts'
import { compileRows, rangeSql } from '../sql/read.ts'
import { callOf, choose, readCallArguments } from './arguments.ts'
import { authorize, authorizeFirst, compilationOf, type Connect } from './authorize.ts'
import { countedRows, countRows } from './count.ts'
import { endsUndone } from './end.ts'
import { type Media, negotiate } from './media.ts'
import { contentRange, rangeOf, rangeStatus, type RowRange } from './range.ts'
import { notSingular, planTree, textResponse } from './read.ts'

/** The source of the rows that a function returns. */
function sourceOfCall<Actor>(incoming: IncomingRequest<Actor>, called: DataFunction): Source {
  const { returns } = called
  if (returns.kind === 'composite' && returns.relation !== undefined)
    return { ...sourceOf(incoming.catalog, returns.relation), name: called.name }
  const columns = returns.kind === 'composite' ? returns.columns : []
  return {
    name: called.name,
    columns: new Map(columns.map((column) => [column.name, column])),
    computed: new Map(),
    relation: undefined,
  }
}

interface ResultRow {
  body: string | null
  rows: Count
  /** Number of rows without limit and offset, if the statement counts them. */
  total: Count | null
}

/** A call that is ready to run. */
interface Call {
  called: DataFunction
  node: Node
  /** The rows that the function returns, under the node's alias. */
  from: Sql
  range: RowRange
  media: Media
  compilation: Compilation
}

/**
 * Builds the statement of a call that returns rows.
 * @param counts whether it counts all rows: then the function runs once, and the page is cut from its result
 */
function rowsStatement({ called, node, from, range, media, compilation }: Call, counts: boolean): Sql {
  const { returns } = called
  const alias = identifier(node.alias)
  const source = counts ? sql`_called as ${alias}` : from
  const rows = compileRows({ ...node, ...range }, source, [], compilation)
  const single = returns.kind === 'composite' && !returns.set
  const format = media.format === 'csv' ? 'csv' : single || media.format === 'object' ? 'object' : 'array'
  const answer = answerOf(rows, format, media.stripNulls, compilation.answerBytes)
  if (!counts) return sql`select ${answer.body} as body, count(*) as rows, null as total from ${answer.from}`
  // Computed columns need rows of exactly the function's columns.
  const once = sql`with _called as materialized (select ${columnList(node.alias, [...node.source.columns.values()])} from ${from})`
  return sql`${once} select ${answer.body} as body, count(*) as rows,
    (select count(*) from (${countedRows(node, source, compilation)}) as _c) as total from ${answer.from}`
}

/**
 * Builds the statement of a call that returns single values.
 * @param value rows with the values in column `_value`
 */
function valuesStatement(
  value: Sql,
  { returns }: DataFunction,
  range: RowRange,
  media: Media,
  counts: boolean,
): Sql {
  // Read the column so that the call happens even if the answer shows nothing of it.
  if (returns.kind === 'void')
    return sql`select count(_v._value) as rows, '' as body, null as total from ${value}`
  if (returns.kind === 'scalar' && returns.set) {
    const page = sql`(select _v._value from ${counts ? sql`_called as _v` : value}${rangeSql(range)}) as _p`
    const called = counts ? sql`with _called as materialized (select _v._value from ${value}) ` : sql``
    const total = counts ? sql`(select count(*) from _called)` : sql`null`
    return sql`${called}select coalesce(json_agg(_p._value), '[]')::text as body, count(*) as rows, ${total} as total from ${page}`
  }
  const written = media.format === 'scalar' ? sql`_v._value::text` : sql`to_json(_v._value)::text`
  return sql`select ${written} as body, 1 as rows, null as total from ${value}`
}

/** Answers GET, HEAD and POST of `/rpc/NAME`. */
export async function callFunction<Actor>(
  incoming: IncomingRequest<Actor>,
  connect: Connect,
  name: string,
): Promise<Response> {
  const { request, method, settings, search, preferences } = incoming
  if (!['GET', 'HEAD', 'POST'].includes(method))
    throw new DataError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
  authorizeFirst(incoming, 'function', name, 'execute')
  const posted = method === 'POST'
  const query = parseQuery(search, { ...settings, callsFunction: !posted })
  const { callArguments, contentType } = await readCallArguments(incoming, query)
  const { called, whole } = choose(incoming, name, callArguments, contentType)
  const { returns } = called
  const set = returns.kind !== 'void' && returns.set
  const { call, before } = callOf(called, callArguments, whole)
  const node = planTree(incoming, sourceOfCall(incoming, called), query, settings.tolerances && !posted)
  const compilation = compilationOf(incoming)
  const { touched } = compilation
  touched.call(called)
  if (returns.kind === 'composite' && returns.relation !== undefined) touched.relation(returns.relation)
  const media = negotiate(request.headers.get('accept'), (candidate) => serves(candidate, called))
  const arguments_ = before === undefined ? raw('') : sql`${before}, lateral `
  const range = rangeOf(
    method === 'GET' ? request.headers.get('range') : null,
    node.limit,
    node.offset,
    settings.limits.maximumRows,
  )
  // A function that changes data must run once. For one that only reads, a separate count lets PostgreSQL inline it.
  const { count } = preferences
  const rowsAreRead = returns.kind === 'composite' && !posted
  const counts = set && !rowsAreRead && count !== undefined && count !== 'planned'
  const from = sql`${arguments_}${call} as ${identifier(node.alias)}`
  const statement =
    returns.kind === 'composite'
      ? rowsStatement({ called, node, from, range, media, compilation }, counts)
      : valuesStatement(sql`${arguments_}(select ${call} as _value) as _v`, called, range, media, counts)
  const connections = connect(authorize(incoming, compilation))

  /** Checks the result. An error rolls back what the function did. */
  const check = (result: ResultRow | undefined) => {
    const rows = Number(result?.rows ?? 0)
    if (media.format === 'object' && set && rows !== 1) throw notSingular(rows)
    const counted = result?.total ?? undefined
    const total = !set && count !== undefined ? rows : counted === undefined ? undefined : Number(counted)
    return {
      body: result?.body ?? 'null',
      rows,
      total,
      status: set ? rangeStatus(range.offset, rows, total) : 200,
    }
  }
  const run = async () => {
    if (!posted) return check((await connections.read<ResultRow>(statement))[0])
    return connections.transact(async (transaction) => ({
      result: check((await transaction.query<ResultRow>(statement))[0]),
      undo: await endsUndone(preferences, transaction),
    }))
  }
  const { body, rows, ...counted } = await run()
  const applied = preferenceApplied({
    count: preferences.count,
    handling: preferences.handling,
    transaction: preferences.transaction,
    timeZone: preferences.timeZone,
  })
  if (returns.kind === 'void') return textResponse(204, null, { 'preference-applied': applied })
  let { total, status } = counted
  if (rowsAreRead && set && count !== undefined) {
    total = (await countRows(connections, count, node, from, compilation, settings))?.total
    status = rangeStatus(range.offset, rows, total)
  }
  return textResponse(status, method === 'HEAD' ? null : body, {
    'content-type': media.contentType,
    'content-range': contentRange(range.offset, set ? rows : 1, total),
    'preference-applied': applied,
    'content-profile': incoming.profile ? incoming.schema : undefined,
  })
}

function serves({ format }: Media, { returns }: DataFunction): boolean {
  if (format === 'array') return true
  if (returns.kind === 'void') return format !== 'openapi'
  if (format === 'scalar') return returns.kind === 'scalar' && !returns.set
  if (format === 'object') return returns.kind === 'composite' || !returns.set
  return returns.kind === 'composite' && format === 'csv'
}
