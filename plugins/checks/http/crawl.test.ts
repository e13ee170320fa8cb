import { createServer } from 'node:http'
import { listen, type TestServer } from '@binnacle/plugin-kit/servers'
import { problemsForTest, runForTest, type RunForTestOptions } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readLinks } from './links.ts'
import { run } from './run.ts'
import { check } from './spec.ts'

interface CrawlRequest {
  path: string
  token: string | undefined
}

/** Pages by path; a number is a status. */
const pages: Readonly<Record<string, string | number>> = {
  '/': '<a href="/a">A</a> <a href="b#part">B</a> <A HREF="/gone">gone</A> <a href="mailto:a@b.example">mail</a>',
  '/a': '<a href="/">home</a><a href="/a/deep">deep</a><!-- <a href="/comment">no</a> -->',
  '/b': '<a href="/a"><a href="/broken">',
  '/a/deep': '<a href="/a/deep/deeper">deeper</a>',
  '/a/deep/deeper': 'the end',
  '/broken': 500,
  '/whole': '<a href="/a/deep/deeper">end</a>',
  '/slow': '<a href="/hang">never answers</a>',
}

const server = () =>
  createServer((request, response) => {
    const path = request.url ?? '/'
    seen.push({ path, token: request.headers.authorization })
    if (path === '/hang') return
    const many = /^\/many\/(\d+)$/.exec(path)
    const page =
      many === null
        ? (pages[path] ??
          (path === '/elsewhere' ? `<a href="http://localhost:${other.port}/whole">x</a>` : 404))
        : Array.from({ length: 40 }, (_, index) => `<a href="/many/${Number(many[1]) * 40 + index}">`).join(
            '',
          )
    const status = typeof page === 'number' ? page : 200
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(String(page))
  })

let site: TestServer
let other: TestServer
let seen: CrawlRequest[] = []
beforeAll(async () => {
  site = await listen(server(), 0)
  other = await listen(server(), 0)
})
beforeEach(() => {
  seen = []
})
afterAll(async () => {
  await site.stop()
  await other.stop()
})

const at = (path: string) => `http://127.0.0.1:${site.port}${path}`
const fast = { delay: '0s', randomDelay: '0s' }
const look = (path: string, crawl: object, spec: object = {}, options?: RunForTestOptions) =>
  runForTest(check, run, { url: at(path), crawl: { ...fast, ...crawl }, ...spec }, options)
const paths = () => seen.map(({ path }) => path).toSorted()

describe('a crawl', () => {
  test('requests every page that is linked on the same host, each once, and names the ones that fail', async () => {
    const outcome = await look('/', {})
    expect(outcome).toMatchObject({
      state: 'unhealthy',
      error: `2 of 7 pages failed to load: ${at('/broken')} (status 500, linked from ${at('/b')}), ${at('/gone')} (status 404, linked from ${at('/')})`,
      details: { code: 200, crawl: { visited: 7, missing: [{ url: at('/broken') }, { url: at('/gone') }] } },
    })
    expect(paths()).toEqual(['/', '/a', '/a/deep', '/a/deep/deeper', '/b', '/broken', '/gone'])
    expect(outcome.data?.().values).toMatchObject({ visited: 7, missing: [at('/broken'), at('/gone')] })
  })

  test('whose pages all load says how many', async () => {
    expect(await look('/whole', {})).toMatchObject({
      state: 'healthy',
      message: 'status 200; 2 pages loaded',
    })
  })

  test('ends at its depth, where the requested page is level 1', async () => {
    await look('/', { depth: 1 })
    expect(paths()).toEqual(['/'])
    seen = []
    await look('/', { depth: 2 })
    expect(paths()).toEqual(['/', '/a', '/b', '/gone'])
  })

  test('follows the links that its expressions allow', async () => {
    expect(await look('/', { allowedURLFilters: ['/a'], disallowedURLFilters: ['deeper$'] })).toMatchObject({
      state: 'healthy',
      message: 'status 200; 3 pages loaded',
    })
    expect(await look('/', { allowedURLFilters: ['('] })).toMatchObject({
      state: 'unknown',
      error: expect.stringMatching(/^crawl: the regular expression \( cannot be read/),
    })
  })

  test('leaves its host only for the hosts that it names, and takes no secret there', async () => {
    const secretive = { headers: [{ name: 'Authorization', value: 'Token abc' }] }
    expect(await look('/elsewhere', {}, secretive)).toMatchObject({ message: 'status 200; 1 page loaded' })
    seen = []
    const both = { allowedDomains: ['127.0.0.1', 'LOCALHOST'] }
    expect(await look('/elsewhere', both, secretive)).toMatchObject({ message: 'status 200; 3 pages loaded' })
    expect(seen).toEqual([
      { path: '/elsewhere', token: 'Token abc' },
      { path: '/whole', token: undefined },
      { path: '/a/deep/deeper', token: undefined },
    ])
    seen = []
    const excluding = { ...both, disallowedDomains: ['localhost'] }
    expect(await look('/elsewhere', excluding)).toMatchObject({ message: 'status 200; 1 page loaded' })
  })

  test('does not carry a secret that a server sent back to another server', async () => {
    const hidden = { redact: (text: string) => text.replace('whole', '***') }
    const both = { allowedDomains: ['127.0.0.1', 'localhost'] }
    expect(await look('/elsewhere', both, {}, hidden)).toMatchObject({ message: 'status 200; 1 page loaded' })
  })

  test('does not let its expressions find out what a connection lent', async () => {
    const lent = { redactConnectionSecrets: (text: string) => text.replaceAll('deeper', '***') }
    await look('/whole', { allowedURLFilters: ['deeper'] }, {}, lent)
    expect(paths()).toEqual(['/whole'])
  })

  test('checks the addresses that it follows', async () => {
    const outcome = await look('/elsewhere', {}, {}, { deny: new Set(['loopback']) })
    expect(outcome).toMatchObject({ state: 'unknown', details: { reason: 'denied' } })
  })

  test('requests a thousand pages at most, and says so', async () => {
    const outcome = await look('/many/1', { parallelism: 20 }, {}, { timeoutMilliseconds: 60_000 })
    expect(outcome).toMatchObject({
      state: 'healthy',
      message:
        'status 200; 1001 pages loaded; not every page was requested, as one crawl requests at most 1000',
    })
  }, 60_000)

  test('that runs out of time is unhealthy and says how far it came', async () => {
    const outcome = await look('/slow', {}, {}, { timeoutMilliseconds: 400 })
    expect(outcome).toMatchObject({
      state: 'unhealthy',
      error: expect.stringContaining('timed out before every page'),
    })
  })

  test('has five minutes where the spec says nothing', () => {
    const spec = (more: object) => check.schema.parse({ name: 'x', url: at('/'), ...more })
    expect(check.timeoutFor?.(spec({ crawl: {} }))).toBe(300_000)
    expect(check.timeoutFor?.(spec({}))).toBeUndefined()
  })
})

test('links are read as browsers do: from the base, with entities, without fragment and password', async () => {
  const html =
    '<base href="/docs/"><a href="a?x=1&amp;y=2#top">1</a><a href="//u:p@h.example/b">2</a><a href=" c\n">3</a>'
  const input = { html, url: 'https://h.example/', excludedHosts: [], allowed: [], excluded: [] }
  expect(await readLinks({ ...input, hosts: ['h.example'] })).toEqual({
    ok: true,
    value: ['https://h.example/docs/a?x=1&y=2', 'https://h.example/b', 'https://h.example/docs/c'],
  })
})

test.each([
  [{ depth: 0 }, 'crawl.depth'],
  [{ parallelism: 21 }, 'crawl.parallelism'],
  [{ delay: '2m' }, 'crawl.delay'],
  [{ allowedDomains: ['http://a.example'] }, 'crawl.allowedDomains[0]: not a host name'],
])('%j is refused', (crawl, problem) => {
  expect(problemsForTest(check, { url: 'http://a.example', crawl })).toEqual([
    expect.stringContaining(problem),
  ])
})
