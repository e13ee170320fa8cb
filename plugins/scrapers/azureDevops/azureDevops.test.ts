import { createServer } from 'node:http'
import { listen, type TestServer } from '@binnacle/plugin-kit/servers'
import { scrapeForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { run } from './run.ts'
import { scraper } from './spec.ts'
import { pipeline, pipelineRun, project } from './targets.ts'

const TYPE = 'AzureDevops::PipelineRun'
const NOW = new Date('2026-01-23T00:00:00Z')
let server: TestServer
let trouble: 'no access' | 'one project fails' | 'circle' | 'other answer' | undefined
let authorization: string | undefined

const runs = [
  { ...pipelineRun, id: 9, state: 'inProgress', result: undefined, finishedDate: undefined },
  { ...pipelineRun, id: 8, result: 'failed', templateParameters: { size: 2, environment: 'test' } },
  { ...pipelineRun, id: 7, result: 'canceled' },
  { ...pipelineRun, id: 1, createdDate: '2025-01-22T19:33:08Z', finishedDate: '2025-01-22T19:40:08Z' },
]

/** The service: projects in two pages, as its reference says. */
const service = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service')
  authorization = request.headers.authorization
  const say = (body: unknown, headers: Record<string, string> = {}, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  if (trouble === 'no access')
    return response
      .writeHead(203, { 'content-type': 'text/html; charset=utf-8' })
      .end('<!DOCTYPE html><html><head><title>Azure DevOps Services | Sign In</title></head></html>')
  if (trouble === 'other answer') return say({ items: [] })
  const token = searchParams.get('continuationToken')
  if (pathname === '/fabrikam/_apis/projects') {
    if (trouble === 'circle') return say({ value: [project] }, { 'x-ms-continuationtoken': '1' })
    return token === null
      ? say({ count: 1, value: [project] }, { 'x-ms-continuationtoken': '1' })
      : say({ count: 1, value: [{ ...project, id: 'b', name: 'Other project' }] })
  }
  if (pathname.includes('Other%20project')) {
    if (trouble === 'one project fails')
      return say({ message: 'TF400898: An Internal Error Occurred.' }, {}, 500)
    return say(pathname.endsWith('/runs') ? { value: [] } : { value: [pipeline] })
  }
  return say({
    value: pathname.endsWith('/runs') ? runs : [pipeline, { ...pipeline, id: 21, name: 'preview' }],
  })
})

beforeAll(async () => {
  server = await listen(service, 0)
})
afterAll(() => server.stop())
beforeEach(() => {
  trouble = undefined
})
const scrape = (more: object = {}) =>
  scrapeForTest(
    scraper,
    run,
    { organization: 'fabrikam', url: `http://127.0.0.1:${server.port}`, personalAccessToken: 'pat', ...more },
    { now: () => NOW },
  )

test('each way to start a pipeline is an item, and its runs are changes with the severity of their end', async () => {
  const found = await scrape({ pipelines: ['deploy'] })
  const live = 'Fabrikam-Fiber/deploy,environment=live'
  expect(found).toMatchObject([
    {
      kind: 'item',
      type: TYPE,
      class: 'Deployment',
      externalId: live,
      aliases: ['Fabrikam-Fiber/20,environment=live'],
      name: 'deploy,environment=live',
      scope: 'Fabrikam-Fiber',
      status: 'inProgress',
      health: 'unknown',
      config: { id: 20, name: 'deploy', templateParameters: { environment: 'live' } },
    },
    {
      kind: 'change',
      item: { externalId: live, type: TYPE },
      externalId: 'Fabrikam-Fiber/20/9',
      type: 'Deployment',
      severity: 'info',
      summary: '20260122.1: inProgress',
    },
    { kind: 'change', externalId: 'Fabrikam-Fiber/20/7', severity: 'low' },
    { kind: 'item', externalId: 'Fabrikam-Fiber/deploy,environment=test,size=2', health: 'unhealthy' },
    { kind: 'change', externalId: 'Fabrikam-Fiber/20/8', severity: 'high' },
    // A pipeline of the same name in another project is another item.
    { kind: 'item', externalId: 'Other project/deploy', name: 'deploy' },
    { kind: 'complete', type: TYPE },
  ])
  expect(found).toHaveLength(7)
  expect(authorization).toBe(`Basic ${Buffer.from(':pat').toString('base64')}`)
})

test('only wanted projects are read', async () => {
  const found = await scrape({ projects: ['!Fabrikam*'] })
  expect(found.map((one) => (one.kind === 'item' ? one.externalId : one.kind))).toEqual([
    'Other project/deploy',
    'complete',
  ])
})

test('a project that cannot be read is one fault, and the others are seen whole', async () => {
  trouble = 'one project fails'
  const found = await scrape({ pipelines: ['preview'] })
  expect(found.filter(({ kind }) => kind === 'fault' || kind === 'complete')).toEqual([
    {
      kind: 'fault',
      type: TYPE,
      scope: 'Other project',
      message: expect.stringMatching(/^project Other project: .*status 500.*TF400898/),
    },
    { kind: 'complete', type: TYPE, scope: 'Fabrikam-Fiber' },
  ])
})

test.each<[NonNullable<typeof trouble>, RegExp]>([
  [
    'no access',
    /status 203, but the answer is a page of HTML with the title "Azure DevOps Services \| Sign In"/,
  ],
  ['circle', /the pages lead in a circle$/],
  ['other answer', /not as Azure DevOps documents it: value: /],
])('where there is %s nothing is known', async (what, message) => {
  trouble = what
  expect(await scrape()).toEqual([{ kind: 'fault', type: TYPE, message: expect.stringMatching(message) }])
})

test('a connection gives its organization, and its token to its own server', () => {
  const [use] = scraper.connections ?? []
  const connection = {
    name: 'code',
    namespace: 'default',
    type: 'azure_devops',
    username: 'fabrikam',
    password: 'pat',
    insecureTls: false,
    properties: {},
  }
  const fill = (written: object) => use?.fill({ connection: 'connection://code', ...written }, connection, {})
  expect(fill({})).toEqual({
    ok: true,
    value: { organization: 'fabrikam', url: 'https://dev.azure.com', personalAccessToken: 'pat' },
  })
  expect(fill({ url: 'https://other.example', organization: 'own' })).toEqual({
    ok: true,
    value: { organization: 'own', url: 'https://other.example' },
  })
  expect(scraper.schema.safeParse({}).error?.issues).toMatchObject([
    { path: ['organization'], message: 'This field is required' },
  ])
})
