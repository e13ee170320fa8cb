import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closedPort, listen, startHttpServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { scrapeForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openScripts } from '../testing/scripts.ts'
import { run } from './run.ts'
import { scraper } from './spec.ts'

const scripts = openScripts()
let api: TestServer
let plain: TestServer
let requests: { request: string; headers: IncomingMessage['headers']; body: string }[] = []
/** How often each path was asked. */
const counts = new Map<string, number>()

/** An API of seven things in pages of three, that is not always well. */
async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const url = new URL(request.url ?? '/', 'http://api')
  const { pathname: path } = url
  requests.push({ request: `${request.method} ${request.url}`, headers: request.headers, body })
  const times = (counts.get(path) ?? 0) + 1
  counts.set(path, times)
  const say = (status: number, value: unknown, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
  const from = Number(
    url.searchParams.get('from') ?? (body.startsWith('{') ? (JSON.parse(body).from ?? 0) : 0),
  )
  const items = Array.from({ length: Math.max(0, Math.min(3, 7 - from)) }, (_, index) => ({
    id: from + index,
  }))
  const hasMore = from + 3 < 7
  if (path === '/things') say(200, { items, next: hasMore ? `/things?from=${from + 3}` : null })
  else if (path === '/lists')
    say(200, items, hasMore ? { 'x-next': `http://${request.headers.host}/lists?from=${from + 3}` } : {})
  else if (path === '/search') say(200, { items, cursor: hasMore ? from + 3 : null })
  else if (path === '/breaks') {
    if (from === 3) say(500, { error: 'overloaded' })
    else say(200, { items, next: `/breaks?from=${from + 3}` })
  } else if (path === '/circle') say(200, { items, next: '/circle' })
  else if (path === '/elsewhere') say(200, { items, next: 'http://elsewhere.example/things' })
  else if (path === '/busy')
    if (times < 3) say(429, {}, { 'retry-after': '0' })
    else say(200, [{ id: 1 }])
  else if (path === '/always-busy') say(429, { error: 'slow down' }, { 'retry-after': '0' })
  else if (path === '/later') say(429, {}, { 'retry-after': '3600' })
  else if (path === '/token') say(200, { access_token: 'the-token', expires_in: 60 })
  else if (path === '/half') {
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      .write('[{"id": 1}, {')
    setImmediate(() => request.socket.destroy())
  } else say(200, { path, query: url.search, authorization: request.headers.authorization ?? null })
}

beforeAll(async () => {
  api = await listen(
    createServer((request, response) => void serve(request, response)),
    0,
  )
  plain = await startHttpServer()
})
afterAll(async () => {
  await Promise.all([api.stop(), plain.stop(), scripts.close()])
})
beforeEach(() => {
  requests = []
  counts.clear()
})

const at = (path: string) => `http://127.0.0.1:${api.port}${path}`
const sayAt = (type: string, body: string) =>
  `http://127.0.0.1:${plain.port}/say?type=${type}&body=${encodeURIComponent(body)}`
const scrape = (spec: Record<string, unknown>, timeoutMilliseconds = 10_000) =>
  scrapeForTest(scraper, run, spec, { ...scripts, timeoutMilliseconds })
const ids = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ id: from + index }))
const next = 'has(response.body.next) && response.body.next != null ? response.body.next : ""'

describe('an answer', () => {
  test('is one item, from its address without the query', async () => {
    expect(await scrape({ url: at('/one?key=secret') })).toEqual([
      { kind: 'item', config: expect.objectContaining({ path: '/one' }), source: at('/one') },
      { kind: 'complete' },
    ])
  })

  test('that is no JSON is a text; an empty list is an empty list', async () => {
    expect((await scrape({ url: sayAt('text/plain', 'a = 1') }))[0]).toMatchObject({ config: 'a = 1' })
    expect((await scrape({ url: sayAt('application/json', '[]') }))[0]).toMatchObject({ config: [] })
    const page = {
      url: sayAt('text/html', '<html>x</html>'),
      headers: [{ name: 'Accept', value: 'text/html' }],
    }
    expect((await scrape(page))[0]).toMatchObject({ config: '<html>x</html>' })
  })

  test.each<[string, () => string, RegExp]>([
    [
      'a status',
      () => `http://127.0.0.1:${plain.port}/status?code=500`,
      /status 500, expected 200 to 299: code 500$/,
    ],
    ['half of a page', () => at('/half'), /closed the connection|aborted/],
    ['half of JSON', () => sayAt('application/json', '[{"id": 1}, {'), /the answer is not JSON/],
    [
      'a page of HTML with a good status',
      () => sayAt('text/html', '<!doctype html><title>Sign in</title>'),
      /status 200, but the answer is a page of HTML with the title "Sign in", expected JSON$/,
    ],
    [
      'a page of HTML that promises JSON',
      () => sayAt('application/json', '<html><body>Bad gateway</body></html>'),
      /the answer is a page of HTML, expected JSON$/,
    ],
    ['more than is read', () => `http://127.0.0.1:${plain.port}/flood`, /the answer has more than 16 MiB$/],
    ['nesting without end', () => sayAt('application/json', '['.repeat(1_200)), /more than 1000 levels/],
    ['nothing', () => sayAt('application/json', ''), /status 200, but the answer is empty$/],
    ['a circle of redirects', () => `http://127.0.0.1:${plain.port}/loop`, /redirects/],
  ])('with %s is a fault, and nothing is seen whole', async (_name, url, message) => {
    expect(await scrape({ url: url() })).toEqual([{ kind: 'fault', message: expect.stringMatching(message) }])
  })

  test('of a server that is not there is a fault', async () => {
    const [found] = await scrape({ url: `http://127.0.0.1:${await closedPort()}/` })
    expect(found).toMatchObject({ kind: 'fault', message: expect.stringContaining('connection refused') })
  })
})

describe('too many requests', () => {
  test('are repeated when the server wants it', async () => {
    expect((await scrape({ url: at('/busy') }))[0]).toMatchObject({ config: [{ id: 1 }] })
    expect(counts.get('/busy')).toBe(3)
  })

  test('are given up after three repeats, and at once where the wait is longer than the run', async () => {
    expect(await scrape({ url: at('/always-busy') })).toEqual([
      { kind: 'fault', message: expect.stringMatching(/status 429.*slow down.* \(asked 4 times\)$/) },
    ])
    expect(counts.get('/always-busy')).toBe(4)
    expect(await scrape({ url: at('/later') })).toEqual([
      { kind: 'fault', message: expect.stringContaining('(it asks to wait 3600 s)') },
    ])
  })
})

describe('pages', () => {
  test('are merged by an expression', async () => {
    const pagination = { nextPageExpr: next, reduceExpr: 'acc + page.items', delay: '1ms' }
    expect(await scrape({ url: at('/things'), pagination })).toEqual([
      { kind: 'item', config: ids(0, 7), source: at('/things') },
      { kind: 'complete' },
    ])
    const counted = { ...pagination, reduceExpr: 'acc.size() == 0 ? page.items : acc + [page.items.size()]' }
    expect((await scrape({ url: at('/things'), pagination: counted }))[0]).toMatchObject({
      config: [...ids(0, 3), 3, 1],
    })
  })

  test('that are lists are merged without one; the next may be in a header', async () => {
    const pagination = { nextPageExpr: '"x-next" in response.headers ? response.headers["x-next"] : ""' }
    expect((await scrape({ url: at('/lists'), pagination }))[0]).toMatchObject({ config: ids(0, 7) })
  })

  test('may be items by themselves, and be asked for by a body', async () => {
    const pagination = {
      nextPageExpr:
        'response.body.cursor == null ? {} : {"url": response.url, "method": "POST", "body": {"from": response.body.cursor}, "headers": {"x-page": "next"}}',
      perPage: true,
    }
    const found = await scrape({ url: at('/search'), method: 'POST', body: '{"from": 0}', pagination })
    expect(found.map((one) => (one.kind === 'item' ? one.config : one.kind))).toEqual([
      { items: ids(0, 3), cursor: 3 },
      { items: ids(3, 6), cursor: 6 },
      { items: ids(6, 7), cursor: null },
      'complete',
    ])
    expect(requests.map(({ body, headers }) => [body, headers['x-page']])).toEqual([
      ['{"from": 0}', undefined],
      ['{"from":3}', 'next'],
      ['{"from":6}', 'next'],
    ])
  })

  test('beyond the most are left out, and then the source is not seen whole', async () => {
    const pagination = { nextPageExpr: next, reduceExpr: 'acc + page.items', maxPages: 2 }
    expect(await scrape({ url: at('/things'), pagination })).toEqual([
      { kind: 'item', config: ids(0, 6), source: at('/things') },
    ])
  })

  test.each([
    ['one fails', '/breaks', /^page 2: .*status 500, expected 200 to 299/],
    ['they lead in a circle', '/circle', /page 2: the pages lead in a circle/],
    ['they lead to another server', '/elsewhere', /on another server, elsewhere\.example/],
  ])('are no item where %s: half of a list would look like deletions', async (_name, path, message) => {
    const pagination = { nextPageExpr: next, reduceExpr: 'acc + page.items' }
    expect(await scrape({ url: at(path), pagination })).toEqual([
      { kind: 'fault', message: expect.stringMatching(message) },
    ])
  })

  test('never name another site of a shared server, which would get the account', async () => {
    const nextPageExpr = '{"url": "/things?from=3", "headers": {"Host": "other.example"}}'
    expect(
      await scrape({ url: at('/things'), username: 'u', password: 'p', pagination: { nextPageExpr } }),
    ).toEqual([{ kind: 'fault', message: expect.stringContaining('names another host') }])
    expect(requests.map(({ headers }) => headers.host)).not.toContain('other.example')
  })

  test('that were read remain items where each is one', async () => {
    const found = await scrape({ url: at('/breaks'), pagination: { nextPageExpr: next, perPage: true } })
    expect(found.map(({ kind }) => kind)).toEqual(['item', 'fault'])
  })

  test('say what is wrong with an expression', async () => {
    const [one] = await scrape({ url: at('/things'), pagination: { nextPageExpr: 'response.body.(' } })
    expect(one).toMatchObject({
      kind: 'fault',
      message: expect.stringMatching(/^pagination\.nextPageExpr: /),
    })
    const [two] = await scrape({ url: at('/things'), pagination: { nextPageExpr: next, reduceExpr: '1' } })
    expect(two).toMatchObject({ kind: 'fault', message: 'pagination.reduceExpr gives no list' })
  })
})

describe('a request', () => {
  test('has an address and a body from templates, and headers', async () => {
    const env = [
      { name: 'region', value: 'eu west', secret: false },
      { name: 'KEY', value: 'k/1', secret: true },
    ]
    await scrape({
      url: at('/in/{{ urlquery .region }}?key=$(KEY)'),
      method: 'POST',
      body: '{"from": 0, "region": "{{ .region }}"}',
      env,
      headers: [{ name: 'X-Own', value: 'x' }],
    })
    expect(requests).toMatchObject([
      {
        request: 'POST /in/eu+west?key=k%2F1',
        body: '{"from": 0, "region": "eu west"}',
        headers: { 'x-own': 'x' },
      },
    ])
  })

  test('shows an account, its own token, or one that it gets', async () => {
    const proof = async (spec: object) => {
      const [one] = await scrape({ url: at('/one'), ...spec })
      return one?.kind === 'item' ? Object(one.config).authorization : one
    }
    const basic = `Basic ${Buffer.from('me:secret').toString('base64')}`
    expect(await proof({ username: 'me', password: 'secret' })).toBe(basic)
    expect(await proof({ authentication: { username: 'me', password: 'secret' } })).toBe(basic)
    expect(await proof({ bearer: { value: 'own' } })).toBe('Bearer own')
    // No item contains what the source returns of the token.
    const oauth = { clientID: 'id', clientSecret: 'secret', tokenURL: at('/token'), scope: ['read'] }
    expect(await proof({ oauth })).toBe('Bearer ***')
    expect(requests.at(-1)?.headers.authorization).toBe('Bearer the-token')
    expect(requests.at(-2)?.body).toBe('grant_type=client_credentials&scope=read')
    const refused = { ...oauth, tokenURL: `http://127.0.0.1:${plain.port}/status?code=401` }
    expect(await proof({ oauth: refused })).toMatchObject({
      kind: 'fault',
      message: expect.stringContaining('getting a token: status 401'),
    })
  })

  test('that is wrong is refused before it is stored', () => {
    const problems = (spec: object) =>
      scraper.schema.safeParse(spec).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    expect(problems({})).toEqual(['url: This field is required'])
    expect(problems({ url: 'ftp://host' })?.[0]).toContain('is not an http or https address')
    expect(problems({ url: 'http://a/$(KEY)' })).toEqual([
      'url: there is no variable "KEY" in "env" for $(KEY)',
    ])
    expect(problems({ url: '{{ .host }}/x', connection: 'connection://shop' })).toEqual([
      'url: with a connection only path and query of the address can be a template',
    ])
    expect(problems({ url: 'http://a', oauth: { clientID: 'x' } })).toEqual([
      'oauth.clientSecret: This field is required',
      'oauth.tokenURL: This field is required',
    ])
  })

  test('gets the account of a connection on its own server only', () => {
    const [use] = scraper.connections ?? []
    const connection = {
      name: 'shop',
      namespace: 'default',
      type: 'http',
      url: 'https://shop.example/api',
      username: 'me',
      password: 'secret',
      insecureTls: false,
      properties: {},
    }
    const fill = (written: object) =>
      use?.fill({ connection: 'connection://shop', ...written }, connection, {})
    expect(fill({})).toEqual({
      ok: true,
      value: { url: 'https://shop.example/api', username: 'me', password: 'secret' },
    })
    expect(fill({ url: 'https://other.example' })).toEqual({
      ok: true,
      value: { url: 'https://other.example' },
    })
    expect(fill({ oauth: { tokenURL: 'https://other.example/token' } })).toMatchObject({ ok: false })
    expect(fill({ oauth: { tokenURL: 'https://shop.example/token' } })).toMatchObject({
      ok: true,
      value: { oauth: { tokenURL: 'https://shop.example/token' } },
    })
  })
})
