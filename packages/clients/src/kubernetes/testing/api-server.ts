import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type Fields, textAt } from '@binnacle/health-rules/document'
import { type Credentials, listen, type TestServer } from '@binnacle/plugin-kit/servers'
import { serveExec } from './exec.ts'
import { apiVersionOf, builtInKinds, type ServedKind } from './kinds.ts'
import { createStore, fits, type Happening } from './store.ts'

const GONE = 410
const PAGES_WITHOUT_LIMIT = 10_000
const supportedFields = /^(?:metadata\.(?:name|namespace)(?:!=|==?)[^,]*,?)*$/

/** A request that arrived. */
interface ApiRequest {
  method: string
  path: string
  query: URLSearchParams
  accept: string
}

/** An API server on loopback that behaves as the documentation of the Kubernetes API says. */
export interface ApiServer extends TestServer {
  url: string
  /** A kubeconfig for it. @param user fields of its user; default: the token */
  kubeconfig(user?: Fields): string
  /** Requests so far. */
  requests: readonly ApiRequest[]
  /** Creates or replaces an object. @returns it with its uid */
  put(object: Fields): Fields
  remove(object: Fields): void
  /** Offers a kind from now on. */
  offer(kind: ServedKind): void
  /** Forgets what happened: older watches and lists are answered with 410. */
  compact(): void
  /** Breaks the connections of all watches. @param how as a server ends a watch, or as a network that fails */
  disconnect(how?: 'end' | 'break'): void
  /** Sends a bookmark to all watches that want them. */
  bookmark(): void
  /** How many watches are open. @param plural of one kind */
  watches(plural?: string): number
  /** Refuses the next requests with 429. */
  throttle(times: number, retryAfter?: string): void
  /** Answers requests whose path begins so with a status, until told otherwise. Undefined ends that. */
  refuse(path: string, answer: { status: number; message: string; times?: number } | undefined): void
  /** Sends this for a path in place of what it should be. */
  replace(path: string, body: string): void
  /** Something to do before each page of a list is read. It gets the number of the first object of the page. */
  onPage: ((path: string, start: number) => void) | undefined
}

interface Settings {
  token?: string
  /** Whether it knows aggregated discovery (1.26 and later). Default: on */
  aggregated?: boolean
  /** How it says that a watch is too old: by a status, or by an event. Default: event */
  expiry?: 'status' | 'event'
  credentials?: Credentials
  /** The certificate authority of clients, which then need a certificate. */
  clientAuthority?: string
  /** What containers print for a command, by its words. */
  execute?: (
    namespace: string,
    pod: string,
    container: string | undefined,
    command: readonly string[],
  ) => string | undefined
  /** WebSocket protocols that it speaks. */
  protocols?: readonly string[]
}

const status = (code: number, message: string, reason: string, more: Fields = {}) => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message,
  reason,
  code,
  ...more,
})

/** Starts an API server with nothing but the namespace "default" in it. */
export async function startApiServer(settings: Settings = {}): Promise<ApiServer> {
  const { token = 'good', aggregated = true, expiry = 'event' } = settings
  const store = createStore()
  const requests: ApiRequest[] = []
  const snapshots = new Map<string, { version: number; objects: readonly Fields[] }>()
  const refusals = new Map<string, { status: number; message: string; times: number }>()
  const bodies = new Map<string, string>()
  const watches = new Set<{
    plural: string
    bookmarks: boolean
    response: ServerResponse
    bookmark(): void
  }>()
  let throttled = 0
  let retryAfter: string | undefined
  const hooks: Pick<ApiServer, 'onPage'> = { onPage: undefined }

  const send = (
    response: ServerResponse,
    code: number,
    body: unknown,
    headers: Record<string, string> = {},
  ) => response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

  function discovery(kinds: readonly ServedKind[]) {
    const groups = Map.groupBy(kinds, ({ group }) => group)
    return {
      kind: 'APIGroupDiscoveryList',
      apiVersion: 'apidiscovery.k8s.io/v2',
      items: [...groups].map(([group, members]) => ({
        metadata: group === '' ? {} : { name: group },
        versions: [...Map.groupBy(members, ({ version }) => version)].map(([version, own]) => ({
          version,
          freshness: 'Current',
          resources: own.map(({ kind, plural, namespaced }) => ({
            resource: plural,
            responseKind: { group: '', version: '', kind },
            scope: namespaced ? 'Namespaced' : 'Cluster',
            verbs: ['create', 'delete', 'get', 'list', 'watch'],
            subresources: [{ subresource: 'status', responseKind: { kind }, verbs: ['get'] }],
          })),
        })),
      })),
    }
  }

  function discover(path: string, accept: string, response: ServerResponse): boolean {
    const isAggregated = aggregated && accept.includes('as=APIGroupDiscoveryList')
    const core = store.kinds.filter(({ group }) => group === '')
    const others = store.kinds.filter(({ group }) => group !== '')
    if (path === '/version') send(response, 200, { major: '1', minor: '34', gitVersion: 'v1.34.1' })
    else if (path === '/api')
      send(response, 200, isAggregated ? discovery(core) : { kind: 'APIVersions', versions: ['v1'] })
    else if (path === '/apis')
      send(
        response,
        200,
        isAggregated
          ? discovery(others)
          : {
              kind: 'APIGroupList',
              apiVersion: 'v1',
              groups: [...Map.groupBy(others, ({ group }) => group)].map(([name, members]) => {
                const versions = [...new Set(members.map(apiVersionOf))].map((groupVersion) => ({
                  groupVersion,
                }))
                return { name, versions, preferredVersion: versions[0] }
              }),
            },
      )
    else {
      const apiVersion = /^\/apis?\/(.+)$/.exec(path)?.[1]
      const own = store.kinds.filter((kind) => apiVersionOf(kind) === apiVersion)
      if (own.length === 0) return false
      send(response, 200, {
        kind: 'APIResourceList',
        groupVersion: apiVersion,
        resources: own.flatMap(({ kind, plural, namespaced }) => [
          { name: plural, kind, namespaced, verbs: ['get', 'list', 'watch'] },
          { name: `${plural}/status`, kind, namespaced, verbs: ['get'] },
        ]),
      })
    }
    return true
  }

  interface Target {
    kind: ServedKind
    namespace: string | undefined
    name: string | undefined
  }

  function targetOf(path: string): Target | undefined {
    const [, apiVersion = '', rest = ''] =
      /^\/(?:api\/(?=v1\/)|apis\/(?=[^/]+\/[^/]+\/))(v1|[^/]+\/[^/]+)\/(.+)$/.exec(path) ?? []
    const parts = rest.split('/').map(decodeURIComponent)
    const isWithin = parts[0] === 'namespaces' && parts.length > 2
    const [plural, name] = isWithin ? parts.slice(2) : parts
    const kind = store.kinds.find((one) => apiVersionOf(one) === apiVersion && one.plural === plural)
    return kind === undefined ? undefined : { kind, namespace: isWithin ? parts[1] : undefined, name }
  }

  function selects({ kind, namespace }: Target, query: URLSearchParams) {
    return (object: Fields) =>
      (!kind.namespaced ||
        namespace === undefined ||
        textAt(object, 'metadata', 'namespace') === namespace) &&
      fits(object, {
        labels: query.get('labelSelector') ?? undefined,
        fields: query.get('fieldSelector') ?? undefined,
      })
  }

  function list(target: Target, query: URLSearchParams, response: ServerResponse, path: string): void {
    const { kind } = target
    const limit = Number(query.get('limit') ?? PAGES_WITHOUT_LIMIT)
    const proceed = query.get('continue')
    const [id, start] =
      proceed === null ? [undefined, 0] : [proceed.split('.')[0], Number(proceed.split('.')[1])]
    hooks.onPage?.(path, start)
    const version = store.version()
    const snapshot =
      id === undefined
        ? { version, objects: store.list(kind).filter(selects(target, query)) }
        : snapshots.get(id)
    if (snapshot === undefined || (id !== undefined && snapshot.version < store.compacted())) {
      const message =
        'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter.'
      send(response, GONE, status(GONE, message, 'Expired'))
      return
    }
    const own = id ?? `${snapshots.size}`
    snapshots.set(own, snapshot)
    const end = start + limit
    // Lists of built-in kinds do not repeat the kind for each object.
    const isBuiltIn = builtInKinds.includes(kind)
    const items = snapshot.objects.slice(start, end).map((object) => {
      if (!isBuiltIn) return object
      const { apiVersion: _version, kind: _kind, ...rest } = object
      return rest
    })
    const left = snapshot.objects.length - end
    send(response, 200, {
      kind: `${kind.kind}List`,
      apiVersion: apiVersionOf(kind),
      metadata: {
        resourceVersion: String(snapshot.version),
        ...(left > 0 ? { continue: `${own}.${end}`, remainingItemCount: left } : {}),
      },
      items,
    })
  }

  /** What a watch with a selector says of something that happened: an object that no longer fits is deleted for it. */
  function eventFor(target: Target, query: URLSearchParams, happening: Happening) {
    const { kind, type, object, before } = happening
    if (kind !== target.kind) return undefined
    const test = selects(target, query)
    const [wasIn, isIn] = [before !== undefined && test(before), test(object)]
    if (type === 'DELETED') return wasIn ? { type, object } : undefined
    if (isIn) return { type: wasIn ? 'MODIFIED' : 'ADDED', object }
    return wasIn ? { type: 'DELETED', object } : undefined
  }

  function watch(target: Target, query: URLSearchParams, response: ServerResponse): void {
    const from = Number(query.get('resourceVersion') ?? '0')
    const say = (event: unknown) => void response.write(`${JSON.stringify(event)}\n`)
    const tooOld = status(GONE, `too old resource version: ${from} (${store.compacted()})`, 'Expired')
    if (from < store.compacted() && expiry === 'status') {
      send(response, GONE, tooOld)
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.flushHeaders()
    if (from < store.compacted()) {
      say({ type: 'ERROR', object: tooOld })
      response.end()
      return
    }
    const tell = (happening: Happening) => {
      const event = happening.version > from ? eventFor(target, query, happening) : undefined
      if (event !== undefined) say(event)
    }
    for (const happening of store.history()) tell(happening)
    store.listeners.add(tell)
    const own = {
      plural: target.kind.plural,
      bookmarks: query.get('allowWatchBookmarks') !== null,
      response,
      bookmark() {
        if (!own.bookmarks) return
        const metadata = { resourceVersion: String(store.version()) }
        say({ type: 'BOOKMARK', object: { kind: target.kind.kind, metadata } })
      },
    }
    watches.add(own)
    response.on('close', () => {
      watches.delete(own)
      store.listeners.delete(tell)
    })
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    response.on('error', () => {})
    const url = new URL(request.url ?? '/', 'http://test')
    const { pathname: path, searchParams: query } = url
    const accept = request.headers.accept ?? ''
    requests.push({ method: request.method ?? '', path, query, accept })
    if (settings.clientAuthority === undefined && request.headers.authorization !== `Bearer ${token}`) {
      send(response, 401, status(401, 'Unauthorized', 'Unauthorized'))
      return
    }
    if (throttled > 0) {
      throttled -= 1
      const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
      send(response, 429, status(429, 'too many requests', 'TooManyRequests'), headers)
      return
    }
    const refusal = [...refusals].find(([begin]) => path.startsWith(begin))
    if (refusal !== undefined && refusal[1].times > 0) {
      refusal[1].times -= 1
      send(response, refusal[1].status, status(refusal[1].status, refusal[1].message, 'Test'))
      return
    }
    const body = bodies.get(path)
    if (body !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
      return
    }
    if (discover(path, accept, response)) return
    const target = targetOf(path)
    if (target === undefined) {
      send(response, 404, status(404, 'the server could not find the requested resource', 'NotFound'))
      return
    }
    const fields = query.get('fieldSelector')
    if (fields !== null && !supportedFields.test(fields)) {
      send(response, 400, status(400, `field label not supported: ${fields}`, 'BadRequest'))
      return
    }
    if (target.name !== undefined) {
      const found = store
        .list(target.kind)
        .filter(selects(target, query))
        .find((object) => textAt(object, 'metadata', 'name') === target.name)
      if (found === undefined)
        send(response, 404, status(404, `${target.kind.plural} "${target.name}" not found`, 'NotFound'))
      else send(response, 200, found)
      return
    }
    if (query.get('watch') !== null) watch(target, query, response)
    else list(target, query, response, path)
  }

  const { credentials, clientAuthority } = settings
  const server =
    credentials === undefined
      ? createServer(answer)
      : createTlsServer(
          {
            ...credentials,
            ...(clientAuthority === undefined
              ? {}
              : { ca: clientAuthority, requestCert: true, rejectUnauthorized: true }),
          },
          answer,
        )
  serveExec(server, { token, ...settings })
  const { port, stop } = await listen(server, 0)
  const url = `${credentials === undefined ? 'http' : 'https'}://127.0.0.1:${port}`
  store.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } })

  return Object.assign(hooks, {
    port,
    stop,
    url,
    requests,
    kubeconfig(user: Fields = { token }) {
      return JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        'current-context': 'main',
        contexts: [{ name: 'main', context: { cluster: 'test', user: 'scraper' } }],
        clusters: [
          {
            name: 'test',
            cluster: {
              server: url,
              ...(credentials === undefined
                ? {}
                : { 'certificate-authority-data': Buffer.from(credentials.cert).toString('base64') }),
            },
          },
        ],
        users: [{ name: 'scraper', user }],
      })
    },
    put: (object: Fields) => store.put(object),
    remove: (object: Fields) => store.remove(object),
    offer: (kind: ServedKind) => void store.kinds.push(kind),
    compact: () => store.compact(),
    disconnect(how: 'end' | 'break' = 'break') {
      for (const { response } of watches) {
        if (how === 'end') response.end()
        else response.destroy()
      }
    },
    bookmark() {
      for (const one of watches) one.bookmark()
    },
    watches: (plural?: string) =>
      [...watches].filter((one) => plural === undefined || one.plural === plural).length,
    throttle(times: number, after?: string) {
      throttled = times
      retryAfter = after
    },
    refuse(path: string, refusal: { status: number; message: string; times?: number } | undefined) {
      if (refusal === undefined) refusals.delete(path)
      else refusals.set(path, { times: Number.POSITIVE_INFINITY, ...refusal })
    },
    replace: (path: string, body: string) => void bodies.set(path, body),
  })
}
