import { introspect } from './catalog/introspect.ts'
import { type Catalog, nameKey, type Relation } from './catalog/types.ts'
import { openConnections, type Purpose } from './database.ts'
import { AnswerTooLarge, limitAnswers } from './answer-bytes.ts'
import { answerTooLarge, DataError, toDataError } from './errors.ts'
import type { Connect } from './http/authorize.ts'
import { callFunction } from './http/call.ts'
import { deleteRows, updateRows } from './http/change.ts'
import { discreetConnections } from './http/hidden.ts'
import { insertRows, putRow } from './http/insert.ts'
import { negotiate } from './http/media.ts'
import { describeSchema } from './http/openapi.ts'
import { readRelation, textResponse } from './http/read.ts'
import { type DataServiceOptions, defaultLimits } from './options.ts'
import {
  findRelation,
  type IncomingRequest,
  invalidPath,
  readIncoming,
  type Settings,
} from './plan/request.ts'
import { isAnswerTooLarge } from './sql/bounded.ts'

/** Answers requests in the dialect of PostgREST. */
export interface DataService<Actor> {
  /**
   * Answers a request. Never throws.
   * @param context the sender, and the path below the service (`/films`) if it differs from the path of the URL
   */
  handle(request: Request, context: { actor: Actor; path?: string }): Promise<Response>
  /** Reads the database's tables, views and functions again. Meanwhile requests use the former ones. */
  reload(): Promise<void>
  /** The current catalog of what requests can name. */
  catalog(): Catalog
  close(): Promise<void>
}

/** Most bytes of what a statement sends besides the body of an answer. */
const PROTOCOL_BYTES = 1_048_576
/** Status of a request whose client disconnected, for logs and metrics only. */
const CLIENT_GONE = 499
/** Statuses whose answers have no body. Functions may raise them. */
const emptyStatuses = new Set([204, 205, 304])

function methodsOf(relation: Relation): string {
  return [
    'OPTIONS,GET,HEAD',
    ...(relation.insertable ? ['POST'] : []),
    ...(relation.insertable && relation.updatable && relation.primaryKey.length > 0 ? ['PUT'] : []),
    ...(relation.updatable ? ['PATCH'] : []),
    ...(relation.deletable ? ['DELETE'] : []),
  ].join(',')
}

function purposeOf({ method, path: [first] }: Pick<IncomingRequest<unknown>, 'method' | 'path'>): Purpose {
  if (method === 'GET' || method === 'HEAD') return 'read'
  return first === 'rpc' ? 'call' : 'write'
}

function allowed<Actor>(incoming: IncomingRequest<Actor>): Response {
  const [first, second] = incoming.path
  const methods = () => {
    if (first === undefined) return 'OPTIONS,GET,HEAD'
    if (first !== 'rpc' || second === undefined) return methodsOf(findRelation(incoming, first))
    const overloads = incoming.catalog.functions.get(nameKey(incoming.schema, second)) ?? []
    if (overloads.length === 0) throw invalidPath()
    return overloads.some(({ volatile }) => volatile) ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST'
  }
  return textResponse(200, null, { allow: methods() })
}

function describe<Actor>(incoming: IncomingRequest<Actor>): Response {
  const { request, catalog, schema, settings, actor, method } = incoming
  if (method !== 'GET' && method !== 'HEAD')
    throw new DataError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
  negotiate(request.headers.get('accept'), ({ format }) => format === 'openapi' || format === 'array')
  const visible = (kind: 'relation' | 'function', name: string) =>
    settings.authorize?.({
      actor,
      schema,
      name,
      kind,
      action: kind === 'relation' ? 'select' : 'execute',
      columns: [],
    }) === undefined
  const body = JSON.stringify(describeSchema(catalog, schema, visible))
  return textResponse(200, method === 'HEAD' ? null : body, {
    'content-type': 'application/openapi+json; charset=utf-8',
    'content-profile': incoming.profile ? schema : undefined,
  })
}

/**
 * Opens a data service on a database. Call `reload` once before the first request.
 * @throws if the options name no schema
 */
export function createDataService<Actor>(options: DataServiceOptions<Actor>): DataService<Actor> {
  const settings: Settings<Actor> = {
    ...options,
    limits: { ...defaultLimits, ...options.limits },
    tolerances: options.tolerances ?? false,
    aggregates: options.aggregates ?? false,
    transactionEnd: options.transactionEnd ?? false,
  }
  if (options.schemas.length === 0) throw new TypeError('A data service needs a schema to expose')
  const { connection, schemas, connections, shares, ownerOf } = options
  const milliseconds = settings.limits.statementMilliseconds
  const pooled = openConnections({ connection, schemas, connections, milliseconds, shares })
  // The driver counts what the protocol and the other columns of a statement add.
  if (settings.limits.answerBytes !== Infinity)
    for (const pool of new Set(pooled.pools)) limitAnswers(pool, settings.limits.answerBytes + PROTOCOL_BYTES)
  let current: Catalog | undefined

  async function answer(incoming: IncomingRequest<Actor>): Promise<Response> {
    const { method, path, preferences, request, search } = incoming
    const connect: Connect = (authorized) =>
      discreetConnections(
        pooled.forRequest({
          timeZone: preferences.timeZone,
          signal: request.signal,
          owner: ownerOf?.(incoming.actor) ?? '',
          purpose: purposeOf(incoming),
        }),
        authorized,
        [...search.values()].join(' '),
      )
    const [first, second, third] = path
    if (method === 'OPTIONS') return allowed(incoming)
    if (first === undefined) return describe(incoming)
    if (first === 'rpc' && second !== undefined && third === undefined)
      return callFunction(incoming, connect, second)
    if (second !== undefined) throw invalidPath()
    const relation = findRelation(incoming, first)
    switch (method) {
      case 'GET':
      case 'HEAD':
        return readRelation(incoming, connect, relation)
      case 'POST':
        return insertRows(incoming, connect, relation)
      case 'PUT':
        return putRow(incoming, connect, relation)
      case 'PATCH':
        return updateRows(incoming, connect, relation)
      case 'DELETE':
        return deleteRows(incoming, connect, relation)
      default:
        throw new DataError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
    }
  }

  function refuse(error: unknown, { method, signal }: Request): Response {
    // A failure after the client disconnected is not a defect, and nobody reads the answer.
    if (signal.aborted) return textResponse(CLIENT_GONE, null, {})
    const { answerBytes } = settings.limits
    const known =
      error instanceof AnswerTooLarge || isAnswerTooLarge(error)
        ? answerTooLarge(answerBytes, error)
        : toDataError(error)
    if (known === undefined || known.status >= 500) options.onError?.(error)
    const shown = known ?? new DataError(500, 'PGRSTX00', 'Something went wrong inside the data service')
    const empty = method === 'HEAD' || emptyStatuses.has(shown.status)
    return textResponse(shown.status, empty ? null : JSON.stringify(shown.body), {
      'content-type': 'application/json; charset=utf-8',
      ...shown.headers,
    })
  }

  return {
    async handle(request, { actor, path }) {
      try {
        if (current === undefined)
          throw new DataError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.')
        return await answer(readIncoming(request, actor, current, settings, path))
      } catch (error) {
        return refuse(error, request)
      }
    },
    async reload() {
      current = await introspect(pooled.pool, options.schemas)
    },
    catalog() {
      if (current === undefined) throw new Error('The data service has not read the database yet')
      return current
    },
    close: () => pooled.close(),
  }
}
