import { createServer } from 'node:http'
import { listen, type TestServer } from '@binnacle/plugin-kit/servers'
import { scrapeForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limitOf, nextLink, run } from './run.ts'
import { scraper } from './spec.ts'
import { workflow, workflowRun } from './targets.ts'

const NOW = new Date('2020-01-23T00:00:00Z')
const TYPE = 'GitHubActions::WorkflowRun'
const scope = 'octo-org/octo-repo'
let server: TestServer
let requests: { url: string; etag: string | undefined; status: number }[] = []
/** What is wrong with the server. */
let trouble: 'runs fail' | 'limited' | 'limited for long' | 'short of workflows' | 'forbidden' | undefined
let times = 0
const runs = [
  { ...workflowRun, id: 4, conclusion: null, status: 'in_progress' },
  { ...workflowRun, id: 3, conclusion: 'failure' },
  { ...workflowRun, id: 2, conclusion: 'cancelled', triggering_actor: null, head_branch: null },
  { ...workflowRun, id: 1, created_at: '2019-01-22T19:33:08Z', updated_at: '2019-01-22T19:33:08Z' },
]

/** GitHub's API, with pages of one workflow and of two runs, ETags and limits as its reference says. */
const api = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://api')
  const page = Number(url.searchParams.get('page') ?? 1)
  const say = (status: number, body: unknown, headers: Record<string, string> = {}) => {
    const etag = `W/"${url.pathname}-${page}"`
    const isKnown = status === 200 && request.headers['if-none-match'] === etag
    requests.push({ url: url.href, etag: request.headers['if-none-match'], status: isKnown ? 304 : status })
    response
      .writeHead(isKnown ? 304 : status, { 'content-type': 'application/json', etag, ...headers })
      .end(isKnown ? '' : JSON.stringify(body))
  }
  times += 1
  const next = (path: string) => ({
    link: `<http://${request.headers.host}${path}?per_page=100&page=${page + 1}>; rel="next", <http://x>; rel="last"`,
  })
  const reset = String(Math.floor(NOW.getTime() / 1_000) + (trouble === 'limited for long' ? 3_600 : -1))
  const limit = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }
  if (trouble === 'limited' && times === 1) return say(403, { message: 'API rate limit exceeded' }, limit)
  if (trouble === 'limited for long') return say(403, { message: 'API rate limit exceeded' }, limit)
  if (trouble === 'forbidden')
    return say(403, { message: 'Resource not accessible by personal access token' })
  const all = [workflow, { ...workflow, id: 161336, name: 'Preview' }]
  if (url.pathname.endsWith('/workflows')) {
    const body = { total_count: 2, workflows: all.slice(page - 1, page) }
    return say(200, body, page === 1 && trouble !== 'short of workflows' ? next(url.pathname) : {})
  }
  if (trouble === 'runs fail') return say(500, { message: 'Server Error' })
  const part = url.pathname.includes('161336') ? [] : runs.slice((page - 1) * 2, page * 2)
  return say(
    200,
    { total_count: 4, workflow_runs: part },
    page === 1 && part.length > 0 ? next(url.pathname) : {},
  )
})

beforeAll(async () => {
  server = await listen(api, 0)
})
afterAll(() => server.stop())
beforeEach(() => {
  requests = []
  trouble = undefined
  times = 0
})

const scrape = (more: object = {}, lastComplete?: Date) =>
  scrapeForTest(
    scraper,
    run,
    { owner: 'octo-org', repository: 'octo-repo', url: `http://127.0.0.1:${server.port}`, ...more },
    { now: () => NOW, timeoutMilliseconds: 20_000, lastComplete },
  )

test('a workflow is an item, and its runs are changes with the severity that their end means', async () => {
  const found = await scrape()
  expect(found).toMatchObject([
    {
      kind: 'item',
      type: TYPE,
      class: 'Deployment',
      externalId: '161335/CI',
      name: 'CI',
      scope,
      status: 'in_progress',
      health: 'unknown',
      config: { id: 161335, path: '.github/workflows/blank.yaml' },
    },
    { kind: 'change', item: { externalId: '161335/CI', type: TYPE }, externalId: '4', severity: 'info' },
    {
      kind: 'change',
      externalId: '3',
      type: 'GithubWorkflowRun',
      severity: 'high',
      summary: 'Update README.md #562: failure, master (acb5820)',
      by: 'octocat',
      source: 'push',
      at: new Date('2020-01-22T19:33:08Z'),
    },
    {
      kind: 'change',
      externalId: '2',
      severity: 'low',
      summary: expect.stringContaining('no branch'),
      by: 'octocat',
    },
    { kind: 'item', externalId: '161336/Preview', status: 'active' },
    { kind: 'complete', type: TYPE },
  ])
  expect(JSON.stringify(found)).not.toContain('badge_url')
})

test('what is the same as the last time is not sent again, and for another account it is asked for', async () => {
  await scrape({ personalAccessToken: 'one' })
  requests = []
  const again = await scrape({ personalAccessToken: 'one' })
  expect(requests.map(({ status }) => status)).toEqual(requests.map(() => 304))
  expect(again.filter(({ kind }) => kind === 'change')).toHaveLength(3)
  requests = []
  await scrape({ personalAccessToken: 'two' })
  expect(requests.map(({ etag }) => etag)).toEqual(requests.map(() => undefined))
})

test('only wanted workflows are read, and runs since the last look', async () => {
  const found = await scrape({ workflows: ['!CI'] })
  expect(found.map((one) => (one.kind === 'item' ? one.name : one.kind))).toEqual(['Preview', 'complete'])
  requests = []
  const later = await scrape({ workflows: ['CI'] }, new Date('2020-02-23T00:00:00Z'))
  // The newest run says how the workflow is.
  expect(later.map(({ kind }) => kind)).toEqual(['item', 'change', 'complete'])
  expect(requests.filter(({ url }) => url.includes('/runs'))).toHaveLength(1)
})

test('a limit that ends soon is waited for, and one that does not is a fault', async () => {
  trouble = 'limited'
  expect((await scrape({ workflows: ['Preview'] })).map(({ kind }) => kind)).toEqual(['item', 'complete'])
  trouble = 'limited for long'
  expect(await scrape()).toEqual([
    {
      kind: 'fault',
      type: TYPE,
      scope,
      message: expect.stringMatching(/rate limit exceeded.*\(it asks to wait 3601 s\)$/),
    },
  ])
})

test.each<[NonNullable<typeof trouble>, string[], RegExp]>([
  ['runs fail', ['item', 'fault', 'item', 'fault'], /workflow CI: .*status 500/],
  ['short of workflows', ['fault'], /the pages have 1 of 2 workflows$/],
  ['forbidden', ['fault'], /status 403, expected 200 to 299: .*not accessible/],
])('where %s there is a fault, and nothing is seen whole', async (what, kinds, message) => {
  trouble = what
  // Another account, so that no answer is known.
  const found = await scrape({ personalAccessToken: what })
  expect(found.map(({ kind }) => kind)).toEqual(kinds)
  expect(found.find(({ kind }) => kind === 'fault')).toMatchObject({
    type: TYPE,
    scope,
    message: expect.stringMatching(message),
  })
})

test('owner and repository are required [SPEC-024]', () => {
  const problems = (spec: object) =>
    scraper.schema.safeParse(spec).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  expect(problems({ owner: '', repository: '' })).toEqual([
    'owner: This field is required',
    'repository: This field is required',
  ])
  expect(problems({ owner: '../x', repository: 'a/b' })).toEqual([
    'owner: not a name of GitHub',
    'repository: not a name of GitHub',
  ])
})

test('a connection gives its token to its own server', () => {
  const [use] = scraper.connections ?? []
  const connection = {
    name: 'code',
    namespace: 'default',
    type: 'github',
    password: 'token',
    insecureTls: false,
    properties: {},
  }
  const fill = (written: object) => use?.fill({ connection: 'connection://code', ...written }, connection, {})
  expect(fill({})).toEqual({
    ok: true,
    value: { url: 'https://api.github.com', personalAccessToken: 'token' },
  })
  expect(fill({ url: 'https://other.example' })).toEqual({
    ok: true,
    value: { url: 'https://other.example' },
  })
})

test('headers of pages and limits are read', () => {
  expect(nextLink('<https://a/x?page=2>; rel="next", <https://a/x?page=9>; rel="last"')).toBe(
    'https://a/x?page=2',
  )
  expect(nextLink('<https://a/x?page=1>; rel="prev"')).toBeUndefined()
  const answer = { status: 403, body: Buffer.alloc(0), truncated: false, url: '', address: '', redirects: [] }
  const timings = { name: 0, connect: 0, tls: 0, firstByte: 0, transfer: 0 }
  const limited = (headers: Record<string, string>) => limitOf({ ...answer, timings, headers }, NOW)
  expect(
    limited({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW.getTime() / 1_000 + 60) }),
  ).toBe(61_000)
  expect(limited({ 'x-ratelimit-remaining': '3' })).toBeUndefined()
})
