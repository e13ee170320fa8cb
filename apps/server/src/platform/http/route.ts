import type { Feature } from '@binnacle/contract/access'
import type { Problem } from '@binnacle/contract/core'
import { findBrokenText } from '@binnacle/data-api'
import type { BodyBounds } from './body.ts'
import { formatPath } from '@binnacle/plugin-kit/core'
import * as z from 'zod/v4/core'
import type { Actor } from '../access/actor.ts'
import type { Access, Gate } from '../access/gate.ts'
import { RequestError } from '../errors.ts'
import type { JsonText } from './json-answer.ts'
import type { WorkKind } from './shares.ts'

// Not @hono/zod-openapi: a route needs a definition anyway, which contains the gate that the server asks before it
// parses anything. What remains for a library is to collect JSON Schemas (`openapi.ts`), and it takes no zod/mini,
// which browsers share with us.

/** A request after its parts were parsed. */
interface RouteInput<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  actor: Actor
  /** Aborts when the client is gone. */
  signal: AbortSignal
  /**
   * The sender as they are now, for answers that last.
   * @throws RequestError if they are signed out, or may not send this request any more
   */
  renew: () => Promise<Actor>
}

export interface RouteDefinition<Params, Query, Body, Answer> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /api, with parameters as {name}. */
  path: string
  /** One line for the API description. */
  summary: string
  access: Access
  /** The feature of the route, which is closed while the feature is disabled. */
  feature?: Feature
  params?: z.$ZodType<Params>
  query?: z.$ZodType<Query>
  body?: z.$ZodType<Body>
  /** Limits of the body that differ from `routeBody`. */
  bodyBounds?: Partial<BodyBounds>
  /** Work that takes long, of which each person has a share. */
  work?: WorkKind
  /** Whether the answer, an object, is sent in pieces, and so of any length. */
  streams?: boolean
  /** Parameters of the query that clients may repeat. The schema gets them as arrays. */
  repeatable?: readonly string[]
  /** Whether `handle` cleans texts of the body that cannot be stored. Default: they are refused. */
  cleansTexts?: boolean
  /** Schema of a successful answer, for the API description. */
  answer: z.$ZodType<Answer>
  status?: 200 | 201
  handle(input: RouteInput<Params, Query, Body>): Promise<Answer | JsonText>
}

/** The unparsed parts of a request. */
interface RawInput {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string | readonly string[]>>
  body: unknown
  actor: Actor
  signal: AbortSignal
  renew: () => Promise<Actor>
}

/** A route without its generic types, as the server and the API description use it. */
export interface Route extends Gate {
  method: RouteDefinition<unknown, unknown, unknown, unknown>['method']
  path: string
  summary: string
  status: number
  bodyBounds: Partial<BodyBounds> | undefined
  streams: boolean
  work: WorkKind | undefined
  repeatable: readonly string[]
  schemas: { params?: z.$ZodType; query?: z.$ZodType; body?: z.$ZodType; answer: z.$ZodType }
  respond(input: RawInput): Promise<unknown>
}

function parse<Value>(
  schema: z.$ZodType<Value>,
  value: unknown,
  part: string,
  takesBrokenTexts: boolean,
): Value {
  const broken = takesBrokenTexts ? undefined : findBrokenText(value)
  if (broken !== undefined)
    throw new RequestError('EINVALID', `${broken.path === '' ? part : broken.path}: ${broken.message}`, [
      broken,
    ])
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const problems: Problem[] = parsed.error.issues.map((issue) => ({
    path: formatPath(issue.path),
    message: issue.message,
  }))
  const first = problems[0]
  const where = first === undefined || first.path === '' ? part : first.path
  throw new RequestError('EINVALID', `${where}: ${first?.message ?? 'is not valid'}`, problems)
}

/**
 * Declares a route. The server checks the gate before it parses anything with the schemas.
 * @example
 * const readTeam = defineRoute({
 *   method: 'GET',
 *   path: '/teams/{id}',
 *   summary: 'Reads a team',
 *   access: { resource: 'people', action: 'read' },
 *   params: z.strictObject({ id: z.uuid() }),
 *   answer: z.object({ name: z.string() }),
 *   handle: ({ params }) => findTeam(params.id),
 * })
 */
export function defineRoute<Params = undefined, Query = undefined, Body = undefined, Answer = unknown>(
  definition: RouteDefinition<Params, Query, Body, Answer>,
): Route {
  const { params, query, body } = definition
  /** Parses a part of a request. Without a schema it is undefined, as its type says. */
  const optional = <Value>(schema: z.$ZodType<Value> | undefined, value: unknown, part: string): Value => {
    if (schema !== undefined)
      return parse(schema, value, part, part === 'body' && definition.cleansTexts === true)
    // eslint-disable-next-line typescript/no-unsafe-type-assertion -- without schema, Value is undefined
    return undefined as Value
  }
  return {
    method: definition.method,
    path: definition.path,
    summary: definition.summary,
    access: definition.access,
    feature: definition.feature,
    status: definition.status ?? 200,
    bodyBounds: definition.bodyBounds,
    streams: definition.streams ?? false,
    work: definition.work,
    repeatable: definition.repeatable ?? [],
    schemas: {
      answer: definition.answer,
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body }),
    },
    respond: (raw) =>
      definition.handle({
        params: optional(params, raw.params, 'path'),
        query: optional(query, raw.query, 'query'),
        body: optional(body, raw.body, 'body'),
        actor: raw.actor,
        signal: raw.signal,
        renew: raw.renew,
      }),
  }
}
