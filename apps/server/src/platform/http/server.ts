import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { EventEmitter } from 'node:events'
import { createServer, type Server } from 'node:http'
import { AnswerTooLarge, type DataService } from '@binnacle/data-api'
import type { Pool } from 'pg'
import type { AccessLog } from '../audit/access-log.ts'
import type { Clock } from '../clock.ts'
import type { Configuration } from '../configuration.ts'
import { answerInLanes } from '../database/shared-pool.ts'
import { type Availability, isDatabaseAway } from '../database/availability.ts'
import { newId } from '../ids.ts'
import type { Live } from '../live/index.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { refuseWithoutDatabase } from './availability.ts'
import { readJsonBody, routeBody } from './body.ts'
import { type ClientAddress, createProxyList } from './client-address.ts'
import {
  type ConnectionLimits,
  connectionLimits,
  limitConnections,
  refuseManyHeaders,
  serverOptions,
} from './connection-limits.ts'
import { answerDownload, Download, downloadAnswer } from './download.ts'
import { answerLines, answerLineStream, Lines, LineStream } from './lines.ts'
import { errorAnswer } from './error-answer.ts'
import { LoggedFailure, RequestError } from '../errors.ts'
import type { Flags } from '../access/flags.ts'
import { refusalOf } from '../access/gate.ts'
import { requester } from '../access/requester.ts'
import { answerJson, answerTooLarge, streamJson } from './json-answer.ts'
import { type LiveTopics, streamLive } from './live-stream.ts'
import { describeApi } from './openapi.ts'
import { ownPath, ownPattern } from './own-path.ts'
import type { Pages } from './pages.ts'
import { addReceivers, type Receiver } from './receiver.ts'
import type { Actor } from '../access/actor.ts'
import type { Route } from './route.ts'
import { createShares, personShares, type Shares } from './shares.ts'
import { asksForThisServer, comesFromThisMachine, sameOriginOnly, securityHeaders } from './security.ts'

export type ServerContext = {
  Bindings: HttpBindings
  Variables: { requestId: string; actor: Actor; route: string; download?: Download; isLogged?: boolean }
}

/** The dependencies of the HTTP server. */
export interface ServerDependencies {
  configuration: Pick<Configuration, 'publicUrl' | 'host' | 'answerBytes'>
  /** Whether this process serves people and clients. Otherwise it serves only health and metrics. */
  answers: boolean
  routes: readonly Route[]
  /** Addresses to which other systems send without an account. */
  receivers: readonly Receiver[]
  topics: LiveTopics
  /** Paths whose errors are texts. */
  textErrors: readonly RegExp[]
  /** Which features are disabled. */
  flags: Flags
  /** Returns the sender of a request; undefined for a stranger. */
  authenticate(headers: Headers): Promise<Actor | undefined>
  clientAddress: ClientAddress
  /** Records refusals, exports, and networks from which tokens are used. */
  accessLog: AccessLog
  /** The identity service; answers below /kratos and /api/.ory without a session. */
  identity: Hono<ServerContext>
  live: Live
  /** Reads which rows a person may get changes of. */
  pool: Pool
  /** Answers below /db. Undefined in a process that serves no clients. */
  data: DataService<Actor> | undefined
  pages: Pages
  database: Availability
  clock: Clock
  /** Returns what is wrong. An empty list means ready. */
  unready(): Promise<readonly string[]>
  metrics: Metrics
  log: Log
}

function acceptsPage(context: Context<ServerContext>): boolean {
  return (
    ['GET', 'HEAD'].includes(context.req.method) && (context.req.header('accept') ?? '').includes('text/html')
  )
}

/** The query of a request: the first value of each parameter, and all values of those that may be repeated. */
function queryOf({ req: request }: Context<ServerContext>, { repeatable }: Route) {
  const repeated = repeatable.flatMap((name) => {
    const values = request.queries(name)
    return values === undefined ? [] : [[name, values] as const]
  })
  return { ...request.query(), ...Object.fromEntries(repeated) }
}

/** A statement of a request may read so many times what an answer has at most: answers leave columns and rows out. */
const READ_FOR_ANSWER = 4

/**
 * Waits for a place of a person's share, as long as their client is there. The signal of the request would not do: once it
 * was asked for, a body that ends early never ends for its reader.
 */
async function placeOf(shares: Shares, personId: string, outgoing: EventEmitter): Promise<() => void> {
  const gone = new AbortController()
  const leave = () => gone.abort(new RequestError('EINVALID', 'The client is gone'))
  outgoing.once('close', leave)
  try {
    return await shares.request(personId, gone.signal)
  } finally {
    outgoing.off('close', leave)
  }
}

/** Creates the API below its prefix. Every route, existing or not, is closed to strangers. */
function createApi(dependencies: ServerDependencies, { bodyPace }: ConnectionLimits): Hono<ServerContext> {
  const api = new Hono<ServerContext>()
  const { configuration } = dependencies
  const shares = createShares(personShares)
  const statementBytes = configuration.answerBytes * READ_FOR_ANSWER
  api.use('*', sameOriginOnly(new URL(configuration.publicUrl).origin))
  api.use('*', async (context, next) => {
    const actor = await dependencies.authenticate(context.req.raw.headers)
    if (actor === undefined) throw new RequestError('EUNAUTHORIZED', 'You are not signed in')
    const address = dependencies.clientAddress(
      context.env.incoming.socket.remoteAddress,
      context.req.header('x-forwarded-for'),
    )
    const known = { ...actor, address }
    context.set('actor', known)
    await dependencies.accessLog.tokenUsed(known)
    const answered = await placeOf(shares, known.personId, context.env.outgoing)
    try {
      const request = {
        personId: known.personId,
        hasConnection: false,
        lane: undefined,
        answerBytes: statementBytes,
      }
      await requester.run(request, next)
    } finally {
      answered()
    }
    const { method, path, raw } = context.req
    const { status, headers } = context.res
    await dependencies.accessLog.answered(known, {
      method,
      path,
      route: context.get('route'),
      query: new URL(raw.url).search.slice(1),
      status,
      contentType: headers.get('content-type') ?? '',
      contentRange: headers.get('content-range') ?? undefined,
      download: context.get('download')?.file,
    })
  })
  for (const route of dependencies.routes) {
    api.on(route.method, ownPattern(route.path).slice('/api'.length), async (context) => {
      context.set('route', route.path)
      const actor = context.get('actor')
      await dependencies.flags.settled()
      const refusal = refusalOf(route, actor.roles, dependencies.flags)
      if (refusal !== undefined) throw refusal
      // The last step before the schemas: a body is never read if its sender may not send it.
      const body =
        route.schemas.body === undefined
          ? undefined
          : await readJsonBody(context.req.raw, { ...routeBody, pace: bodyPace, ...route.bodyBounds })
      const { signal } = context.req.raw
      const request = requester.getStore()
      if (request !== undefined && (route.streams || route.schemas.answer === downloadAnswer))
        request.answerBytes = Infinity
      const renew = async (): Promise<Actor> => {
        // A property says which roles need a second factor.
        await dependencies.flags.settled()
        const now = await dependencies.authenticate(context.req.raw.headers)
        if (now === undefined) throw new RequestError('EUNAUTHORIZED', 'You are not signed in')
        const refused = refusalOf(route, now.roles, dependencies.flags)
        if (refused !== undefined) throw refused
        return { ...now, address: actor.address }
      }
      const query = queryOf(context, route)
      const respond = () => route.respond({ params: context.req.param(), query, body, actor, signal, renew })
      const endOfWork =
        route.work === undefined ? undefined : await shares.work(route.work, actor.personId, signal)
      let answer: unknown
      try {
        answer = await (route.method === 'GET' ? answerInLanes(dependencies.pool, respond) : respond())
      } finally {
        endOfWork?.()
      }
      if (answer instanceof Lines) return answerLines(context, answer, configuration.answerBytes)
      if (answer instanceof LineStream)
        return answerLineStream(context, answer, shares.stream(actor.personId))
      if (answer instanceof Download) {
        context.set('download', answer)
        return answerDownload(context, answer, () => shares.stream(actor.personId))
      }
      if (route.streams && typeof answer === 'object' && answer !== null) return streamJson(context, answer)
      return answerJson(context, answer, route.status === 201 ? 201 : 200, configuration.answerBytes)
    })
  }
  api.get('/live', (context) => {
    context.set('route', '/live')
    return streamLive(
      context,
      { ...dependencies, actor: context.get('actor'), begin: (personId) => shares.stream(personId) },
      () => dependencies.authenticate(context.req.raw.headers),
    )
  })
  const answerData = async (context: Context<ServerContext>) => {
    context.set('route', '/db')
    const { data } = dependencies
    if (data === undefined) throw new RequestError('ENOTFOUND', 'Invalid api endpoint')
    await dependencies.flags.settled()
    const path = context.req.path.replace(/^(\/api)?\/db/, '')
    const answer = await data.handle(context.req.raw, { actor: context.get('actor'), path })
    answer.headers.set('cache-control', 'no-store')
    return answer
  }
  api.all('/db', answerData)
  api.all('/db/*', answerData)
  api.get('/openapi.json', (context) =>
    context.json(describeApi(dependencies.routes, dependencies.textErrors)),
  )
  api.all('*', () => {
    throw new RequestError('ENOTFOUND', 'Invalid api endpoint')
  })
  return api
}

function createRoot(dependencies: ServerDependencies, limits: ConnectionLimits): Hono<ServerContext> {
  const { log, metrics } = dependencies
  const root = new Hono<ServerContext>({
    getPath: (request) => ownPath(new URL(request.url).pathname),
  })
  root.use('*', async (context, next) => {
    const requestId = newId()
    const started = performance.now()
    context.set('requestId', requestId)
    context.set('route', 'page')
    await next()
    context.res.headers.set('x-request-id', requestId)
    const milliseconds = performance.now() - started
    const { method } = context.req
    // Anyone with the link of an alert may acknowledge it.
    const path = context.req.path.replace(/(\/acknowledge\/)[^/]+/, '$1…')
    const { status } = context.res
    metrics.httpRequests.observe(
      { method, route: context.get('route'), status: String(status) },
      milliseconds / 1_000,
    )
    const entry = { requestId, method, path, status, milliseconds: Math.round(milliseconds) }
    if (status >= 500 && context.get('isLogged') !== true) log.error(entry, 'request failed')
    else log.debug(entry, 'request')
  })
  root.use('*', securityHeaders(dependencies.configuration.publicUrl.startsWith('https:')))
  root.onError((thrown, context) => {
    // Nobody sees how much the database may send at most, which is more.
    const error =
      thrown instanceof AnswerTooLarge ? answerTooLarge(dependencies.configuration.answerBytes) : thrown
    const requestId = context.get('requestId')
    if (error instanceof LoggedFailure) context.set('isLogged', true)
    if (isDatabaseAway(error)) log.warn({ requestId, reason: String(error) }, 'the database does not answer')
    else if (!(error instanceof RequestError)) log.error({ requestId, err: error }, 'a request met a defect')
    const { status, body } = errorAnswer(error, requestId)
    const path = context.req.path.replace(/^\/api(?=\/)/, '')
    const isText = dependencies.textErrors.some((pattern) => pattern.test(path))
    return context.json(isText ? body.error : body, status)
  })

  root.get('/healthz', (context) => context.json(alive))
  root.get('/readyz', async (context) => {
    const problems = await dependencies.unready()
    return context.json(
      { status: problems.length === 0 ? 'ok' : 'unavailable', problems },
      problems.length === 0 ? 200 : 503,
    )
  })
  root.get('/metrics', async (context) => {
    // Metrics are only for signed-in people, and for collectors on this machine.
    const isScraper =
      comesFromThisMachine(context) &&
      asksForThisServer(context.req.header('host'), dependencies.configuration)
    if (!isScraper && (await dependencies.authenticate(context.req.raw.headers)) === undefined)
      throw new RequestError('EUNAUTHORIZED', 'You are not signed in')
    return context.text(await metrics.text(), 200, { 'content-type': metrics.contentType })
  })
  if (!dependencies.answers) return root
  root.use('*', refuseWithoutDatabase(dependencies.database, dependencies.clock))
  root.route('/kratos', dependencies.identity)
  root.route('/api/.ory', dependencies.identity)

  addReceivers(root, dependencies, limits.bodyPace)

  const api = createApi(dependencies, limits)
  root.route('/api', api)
  root.use('*', dependencies.pages.files)
  root.use('*', async (context, next) => {
    if (acceptsPage(context)) return dependencies.pages.page(context)
    await next()
    return undefined
  })
  // Some clients use the paths without prefix. Pages with the same path are served above.
  root.route('/', api)
  return root
}

/** A listening server. */
export interface RunningServer {
  /** The port that it listens on. */
  port: number
  /** Stops accepting requests, waits for running ones, and cuts open streams after the grace time. */
  stop(graceMilliseconds: number): Promise<void>
}

/** The answer of a living process. It says nothing about the database. */
const alive = { status: 'ok' }

/** Answers until the server is open: the process lives, but is not ready. */
function answerWhileStarting(request: Request): Response {
  if (new URL(request.url).pathname === '/healthz') return Response.json(alive)
  return Response.json({ status: 'unavailable', problems: ['The server is starting'] }, { status: 503 })
}

/** Options of a server, apart from its address. */
export interface HttpServerOptions {
  /** Addresses and networks of the operator's proxies. */
  trustedProxies?: readonly string[]
  /** Limits that differ from `connectionLimits`. */
  limits?: Partial<ConnectionLimits>
}

/** Listens. Before `open` is called, every request except /healthz gets 503. */
export function createHttpServer(
  host: string,
  port: number,
  { trustedProxies = [], limits: given }: HttpServerOptions = {},
) {
  const limits = { ...connectionLimits, ...given }
  let root: Hono<ServerContext> | undefined
  const listener = getRequestListener((request, env) =>
    root === undefined ? answerWhileStarting(request) : root.fetch(request, env),
  )
  const server = createServer(serverOptions(limits), (incoming, outgoing) => {
    if (!refuseManyHeaders(incoming, outgoing, limits)) void listener(incoming, outgoing)
  })
  limitConnections(server, limits, createProxyList(trustedProxies))
  return {
    /** Slowest allowed arrival of a body. */
    bodyPace: limits.bodyPace,
    open(dependencies: ServerDependencies): void {
      root = createRoot(dependencies, limits)
    },
    /** All routes, as `METHOD /path`. Middleware is listed as `ALL`. */
    paths: (): string[] => [...new Set(root?.routes.map(({ method, path }) => `${method} ${path}`))],
    listen(): Promise<RunningServer> {
      const { promise, resolve, reject } = Promise.withResolvers<RunningServer>()
      server.once('error', reject)
      server.listen(port, host, () => {
        const address = server.address()
        resolve({
          port: typeof address === 'object' && address !== null ? address.port : port,
          stop: (graceMilliseconds) => stopServer(server, graceMilliseconds),
        })
      })
      return promise
    },
  }
}

async function stopServer(server: Server, graceMilliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), graceMilliseconds)
  await promise
  clearTimeout(cut)
}
