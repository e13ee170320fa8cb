// Services that checks, scrapers, log backends and notifications ask answer with their worst, and strangers send theirs to the
// receivers. Others wait for none of it: the test prints how long a simple request of another person took meanwhile.
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadScraperTypes } from './modules/catalog/scraper-spec/scraper-types.ts'
import { loadLogTypes } from './modules/logs/spec/log-types.ts'
import { loadCheckTypes } from './modules/health/canary-spec/check-types.ts'
import { startTestApp, type TestApp, type TestBrowser } from './testing/app.ts'
import { LONGEST_STRETCH, longestStretch, measureStretches, type StretchMeter } from './testing/stretches.ts'
import { until } from './testing/until.ts'

const portsShape = z.object({
  http: z.record(z.string(), z.number()),
  tcp: z.record(z.string(), z.number()),
  udp: z.number(),
})

/** Milliseconds that a simple request of another person may take meanwhile, on a machine that does nothing else. */
const SOON = 200
/** What a machine that others use may add, as a multiple of what a request takes while nothing else happens here. */
const SLOWER = 40

let product: TestApp
let editor: TestBrowser
let admin: TestBrowser
let other: TestBrowser
let service: Worker
let ports: z.output<typeof portsShape>
let folder: string
let meter: StretchMeter
/** How long requests of another person took, in milliseconds. */
const times: number[] = []
let quiet = 0
const over = new AbortController()
let requests: Promise<void>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-hostile-'))
  product = await startTestApp({
    environment: { EXEC_CHECKS: 'on', DRAFT_TESTS: '100000', LOCAL_FOLDERS: folder },
  })
  admin = await product.signedIn()
  editor = admin
  ;({ browser: other } = await product.person('other@example.com', ['viewer']))
  service = new Worker(new URL('testing/hostile-service.ts', import.meta.url))
  const [message]: unknown[] = await once(service, 'message')
  ports = portsShape.parse(message)
  for (let count = 0; count < 30; count += 1) await ask()
  quiet = median(times.splice(0))
  meter = measureStretches()
  requests = askAll()
})
afterAll(async () => {
  over.abort()
  await requests
  meter.stop()
  await service.terminate()
  await rm(folder, { recursive: true, force: true })
})

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function ask(): Promise<void> {
  const began = performance.now()
  const { status } = await other.send('GET', '/api/db/checks?select=id,name&limit=10')
  times.push(performance.now() - began)
  if (status !== 200) throw new Error(`the request of another person has status ${status}`)
}

async function askAll(): Promise<void> {
  while (!over.signal.aborted) {
    await ask()
    await sleep(20)
  }
}

/** A family of targets, and how long requests of another person took beside it, in milliseconds. */
function sayTimes(family: string, some: readonly number[]): void {
  const sorted = some.toSorted((a, b) => a - b)
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)
  process.stdout.write(
    `beside ${family}: ${sorted.length} requests, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms; load ${loadavg()[0]?.toFixed(1)}\n`,
  )
}

let beginOfFamily = 0
/** Prints the times since the last family. */
function endFamily(family: string): void {
  sayTimes(family, times.slice(beginOfFamily))
  beginOfFamily = times.length
}

/** Runs something hostile, and looks how long it kept the thread. */
async function measure(name: string, work: () => Promise<unknown>, found: string[]): Promise<void> {
  const longest = await longestStretch(meter, async () => {
    const before = times.length
    await work()
    await until(() => times.length > before + 1, 60_000)
  })
  if (longest > LONGEST_STRETCH) found.push(`${name}: ${longest.toFixed(0)} ms`)
}

const common = { timeout: '1s' }
const address = (port: number) => `127.0.0.1:${port}`
const httpAt = (port: number) => `http://${address(port)}`
const bucket = {
  accessKey: { value: 'AKIAEXAMPLE' },
  secretKey: { value: 'an-example-secret-key' },
  region: 'eu-west-1',
  usePathStyle: true,
}
const kubeconfig = (port: number) =>
  JSON.stringify({
    'current-context': 'a',
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
    clusters: [{ name: 'a', cluster: { server: httpAt(port), 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'a', user: { token: 'an-example-token' } }],
  })

/** Checks of each type that asks a server of HTTP. */
const httpChecks: Readonly<Record<string, (port: number) => object>> = {
  http: (port) => ({ url: httpAt(port), display: { template: '{{ .json }}{{ .content }}' } }),
  prometheus: (port) => ({ url: httpAt(port), query: 'up' }),
  alertmanager: (port) => ({ url: httpAt(port) }),
  elasticsearch: (port) => ({ url: httpAt(port), index: 'a', query: '{"query":{"match_all":{}}}' }),
  opensearch: (port) => ({ url: httpAt(port), index: 'a', query: '{"query":{"match_all":{}}}' }),
  s3: (port) => ({ endpoint: httpAt(port), bucketName: 'a', objectPath: 'a', ...bucket }),
  folder: (port) => ({ path: 's3://a/b', awsConnection: { endpoint: httpAt(port), ...bucket } }),
  gitProtocol: (port) => ({ url: `${httpAt(port)}/a.git` }),
  kubernetes: (port) => ({ kind: 'Pod', kubeconfig: { value: kubeconfig(port) } }),
}

/** Checks of each type that speaks another protocol. */
const tcpChecks: Readonly<Record<string, (port: number) => object>> = {
  tcp: (port) => ({ endpoint: address(port) }),
  redis: (port) => ({ addr: address(port) }),
  postgres: (port) => ({ url: `postgres://a:b@${address(port)}/c?sslmode=disable`, query: 'select 1' }),
  mysql: (port) => ({ url: `mysql://a:b@${address(port)}/c`, query: 'select 1' }),
  mssql: (port) => ({
    url: `sqlserver://a:b@${address(port)}?database=c&encrypt=disable`,
    query: 'select 1',
  }),
  mongodb: (port) => ({ url: `mongodb://${address(port)}` }),
  ldap: (port) => ({
    url: `ldap://${address(port)}`,
    bindDN: 'dc=a',
    username: 'cn=a',
    password: { value: 'an-example' },
  }),
}

/** Checks whose answers come from a program or a name server. */
const otherChecks: Readonly<Record<string, () => object[]>> = {
  exec: () => [
    { script: `head -c 1000000 /dev/zero | tr '\\0' ' '` },
    { script: `head -c 1000000 /dev/zero | tr '\\0' '\\r'; exit 1` },
    { script: 'yes' },
  ],
  junit: () => [{ script: `head -c 1000000 /dev/zero | tr '\\0' '<'` }],
  dns: () => [{ query: 'a.example', server: '127.0.0.1', port: ports.udp }],
}

/** Types that ask no server that somebody else could choose: `icmp` reads what ping prints, `webhook` is asked by others. */
const left = ['icmp', 'webhook']

const attempt = async (type: string, specs: readonly object[]) => {
  const checks = specs.map((spec, index) => ({ name: `${type} ${index}`, ...common, ...spec }))
  const answer = await editor.send('POST', '/api/health/canaries/try', {
    body: { name: 'hostile', spec: { [type]: checks } },
  })
  expect(answer.body).toHaveProperty('results')
}

const measureChecks = (
  type: string,
  make: (port: number) => object,
  kinds: readonly (readonly [kind: string, port: number])[],
  found: string[],
) =>
  measure(
    `${type}: ${kinds.map(([kind]) => kind).join(', ')}`,
    () =>
      attempt(
        type,
        kinds.map(([, port]) => make(port)),
      ),
    found,
  )

/** As many at once as a person may test. */
function* inFours<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += 4) yield items.slice(start, start + 4)
}

test('every check type is here', async () => {
  const named = [...Object.keys(httpChecks), ...Object.keys(tcpChecks), ...Object.keys(otherChecks), ...left]
  expect(named.toSorted()).toEqual([...(await loadCheckTypes()).keys()].toSorted())
})

test('no target of a check holds up others', { timeout: 300_000 }, async () => {
  const found: string[] = []
  for (const [type, make] of Object.entries(httpChecks))
    for (const some of inFours(Object.entries(ports.http))) await measureChecks(type, make, some, found)
  for (const [type, make] of Object.entries(tcpChecks))
    for (const some of inFours(Object.entries(ports.tcp))) await measureChecks(type, make, some, found)
  for (const [type, make] of Object.entries(otherChecks))
    await measure(type, () => attempt(type, make()), found)
  endFamily('checks')
  expect(found).toEqual([])
})

/**
 * What comes whole: a scraper and a log backend wait longer for a drip than a test has time. All types read answers with the
 * same code, so the slowest ones come to one of them.
 */
const documents = (type: string) =>
  Object.entries(ports.http).filter(
    ([kind]) =>
      kind !== 'a drip' && kind !== 'endless' && (type === 'http' || ['many keys', 'blanks'].includes(kind)),
  )

/** Scrapers that ask a server of HTTP. */
const httpScrapers: Readonly<Record<string, (port: number) => object>> = {
  http: (port) => ({ url: httpAt(port), type: 'A', id: '$.id', name: '$.name' }),
  kubernetes: (port) => ({ clusterName: 'a', kubeconfig: { value: kubeconfig(port) } }),
  kubernetesFile: (port) => ({
    selector: { namespace: 'a', kind: 'Pod', name: 'a' },
    files: [{ path: ['/etc/hostname'] }],
    kubeconfig: { value: kubeconfig(port) },
  }),
  githubActions: (port) => ({ url: httpAt(port), owner: 'a', repository: 'a' }),
  azureDevops: (port) => ({ url: httpAt(port), organization: 'a' }),
  azure: (port) => ({
    endpoint: httpAt(port),
    loginEndpoint: httpAt(port),
    subscriptionID: '00000000-0000-0000-0000-000000000000',
    tenantID: '3f0c8d9e-0000-4000-8000-000000000002',
    clientID: '3f0c8d9e-0000-4000-8000-000000000001',
    clientSecret: { value: 'an-example-secret' },
  }),
  aws: (port) => ({
    endpoint: httpAt(port),
    region: ['eu-west-1'],
    include: ['VPC'],
    accessKey: { value: 'AKIAEXAMPLE' },
    secretKey: { value: 'an-example-secret-key' },
  }),
  trivy: (port) => ({ reports: { url: httpAt(port) } }),
  terraform: (port) => ({
    name: 'a',
    state: { s3: { endpoint: httpAt(port), bucket: 'states', objectPath: '*.tfstate', ...bucket } },
  }),
  file: (port) => ({ url: `${httpAt(port)}/a.json`, type: 'A', id: '$.id' }),
}

/** Scrapers that read what a program prints, a file, or a database. */
const otherScrapers: Readonly<Record<string, () => object[]>> = {
  exec: () => [
    { script: `head -c 4000000 /dev/zero | tr '\\0' '['`, type: 'A' },
    { script: `head -c 4000000 /dev/zero | tr '\\0' ' '`, type: 'A' },
  ],
  sql: () =>
    ['an error of PostgreSQL', 'blanks', 'zeros'].map((kind) => ({
      url: `postgres://${address(ports.tcp[kind] ?? 0)}/c?sslmode=disable`,
      auth: { username: 'a', password: { value: 'an-example' } },
      query: 'select 1 as id',
      type: 'A',
      id: '$.id',
    })),
}

test('each type of scraper, log backend and notification service with its own address has a hostile target', async () => {
  const scrapers = new Set([...Object.keys(httpScrapers), ...Object.keys(otherScrapers)])
  expect([...scrapers].toSorted()).toEqual([...(await loadScraperTypes()).keys()].toSorted())
  const logs = new Set([...Object.keys(httpLogs), 'file', 'journal'])
  expect([...logs].toSorted()).toEqual([...(await loadLogTypes([])).keys()].toSorted())
  const { body } = await admin.send('GET', '/api/notification/services')
  const types = body.services.map(({ type }: { type: string }) => type)
  expect([...Object.keys(services), ...servicesOfVendors].toSorted()).toEqual(types.toSorted())
})

async function preview(type: string, spec: object): Promise<void> {
  const answer = await editor.send('POST', '/api/catalog/scrapers/preview', {
    body: { spec: { [type]: [spec] } },
  })
  expect([answer.status, JSON.stringify(answer.body).slice(0, 300)]).toEqual([200, expect.anything()])
}

test('no source of a scraper holds up others', { timeout: 300_000 }, async () => {
  const found: string[] = []
  for (const [type, make] of Object.entries(httpScrapers))
    for (const [kind, port] of documents(type)) {
      await measure(`${type}: ${kind}`, () => preview(type, make(port)), found)
    }
  for (const [type, make] of Object.entries(otherScrapers))
    for (const [index, spec] of make().entries())
      await measure(`${type} ${index}`, () => preview(type, spec), found)
  endFamily('scrapers')
  expect(found).toEqual([])
})

/** Logs on this machine, in files. */
const logFiles: Readonly<Record<string, () => Buffer>> = {
  'a bomb.log.gz': () => gzipSync(Buffer.alloc(100 * 1_048_576, 'a line of a log\n')),
  'blanks.log.gz': () => gzipSync(Buffer.alloc(64 * 1_048_576, ' ')),
  'json.log': () =>
    Buffer.from(`{${Array.from({ length: 400_000 }, (_, key) => `"k${key}":1`).join(',')}}\n`),
  'deep.log': () => Buffer.from(`${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}\n`),
  'ends.log': () => Buffer.from(`{"message":"${'\r'.repeat(60_000)}"}\n`.repeat(50)),
}

const httpLogs: Readonly<Record<string, (port: number) => object>> = {
  http: (port) => ({ url: httpAt(port) }),
  loki: (port) => ({ url: httpAt(port) }),
  opensearch: (port) => ({ url: httpAt(port), index: 'a' }),
  elasticsearch: (port) => ({ url: httpAt(port), index: 'a' }),
  kubernetes: (port) => ({ namespace: 'a', kubeconfig: { value: kubeconfig(port) } }),
  cloudwatch: (port) => ({
    endpoint: httpAt(port),
    region: 'eu-west-1',
    logGroup: 'a',
    accessKey: { value: 'AKIAEXAMPLE' },
    secretKey: { value: 'an-example-secret-key' },
  }),
}

async function readNewest(spec: object): Promise<void> {
  const answer = await editor.send('POST', '/api/logs/backends/test', { body: { spec } })
  expect([answer.status, JSON.stringify(answer.body).slice(0, 300)]).toEqual([200, expect.anything()])
}

test('no log backend holds up others', { timeout: 300_000 }, async () => {
  const found: string[] = []
  for (const [type, make] of Object.entries(httpLogs))
    for (const [kind, port] of documents(type))
      await measure(`${type}: ${kind}`, () => readNewest({ [type]: [make(port)] }), found)
  for (const [name, make] of Object.entries(logFiles)) {
    const path = join(folder, name)
    await writeFile(path, make())
    await measure(name, () => readNewest({ file: [{ paths: [path] }] }), found)
  }
  endFamily('log backends')
  expect(found).toEqual([])
})

/** Services whose connection says where they are. */
const services: Readonly<Record<string, (port: number) => object>> = {
  alertmanager: (port) => ({ type: 'alertmanager', url: httpAt(port), password: 'given' }),
  bark: (port) => ({ type: 'bark', url: httpAt(port), password: 'given' }),
  generic_webhook: (port) => ({ type: 'generic_webhook', url: httpAt(port) }),
  gotify: (port) => ({ type: 'gotify', url: httpAt(port), password: 'given' }),
  signal: (port) => ({
    type: 'signal',
    url: httpAt(port),
    username: 'a',
    properties: { recipients: '+4354546464654' },
  }),
  slackwebhook: (port) => ({ type: 'slackwebhook', url: httpAt(port) }),
  webhook: (port) => ({ type: 'webhook', url: httpAt(port) }),
}
/** Services that are asked over HTTPS, most of them at a fixed address, by the same code as those above. */
const servicesOfVendors = [
  'discord',
  'email',
  'google_chat',
  'ifttt',
  'matrix',
  'mattermost',
  'ntfy',
  'opsgenie',
  'pagerduty',
  'pushbullet',
  'pushover',
  'rocketchat',
  'slack',
  'teams',
  'telegram',
  'twilio_sms',
  'twilio_voice',
  'web_push',
  'zulip_chat',
]

test('no notification service holds up others', { timeout: 300_000 }, async () => {
  const found: string[] = []
  const results: string[] = []
  for (const [type, make] of Object.entries(services))
    for (const kind of type === 'generic_webhook'
      ? ['a million keys', 'deep lists', 'line ends']
      : ['many keys', 'blanks'])
      await measure(
        `${type}: ${kind}`,
        async () => {
          const { status } = await admin.send('POST', '/api/notification/connection/test', {
            body: { connection: { name: 'hostile', ...make(ports.http[kind] ?? 0) } },
          })
          results.push(`${type}: ${status}`)
        },
        found,
      )
  endFamily('notification services')
  expect(results.filter((result) => !/: (?:200|409)$/.test(result))).toEqual([])
  expect(found).toEqual([])
})

const TOKEN = 'an-example-token-of-a-webhook-0123456789abcdef'

/** What strangers and other systems send. */
const pushed: Readonly<Record<string, () => string>> = {
  'many keys': () => `{${Array.from({ length: 60_000 }, (_, key) => `"k${key}":1`).join(',')}}`,
  'deep lists': () => '['.repeat(500_000),
  blanks: () => `{"a":"${' '.repeat(900_000)}b"}`,
  'many alerts': () =>
    JSON.stringify(
      Array.from({ length: 3_000 }, (_, index) => ({
        labels: { alertname: `a${index}`, text: '\\r '.repeat(20) },
        startsAt: '2026-01-02T03:04:05Z',
      })),
    ),
}

test('nothing that is sent to the receivers holds up others', { timeout: 300_000 }, async () => {
  const found: string[] = []
  const made = await admin.send('POST', '/api/health/canaries', {
    body: { name: 'hook', spec: { webhook: [{ name: 'hook', token: { value: TOKEN } }] } },
  })
  expect(made.status).toBe(201)
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const senders: Readonly<Record<string, Record<string, string>>> = {
    '/api/alertmanager/api/v2/alerts': { cookie },
    '/api/canary/webhook/hook': { 'webhook-token': TOKEN },
    '/api/notification/slack': {},
    '/api/notification/telegram': {},
  }
  for (const [path, headers] of Object.entries(senders))
    for (const [kind, make] of Object.entries(pushed)) {
      const body = make()
      await measure(
        `${path}: ${kind}`,
        async () => {
          const answer = await fetch(product.url + path, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body,
          })
          await answer.text()
          expect(answer.status).toBeLessThan(500)
        },
        found,
      )
    }
  endFamily('receivers')
  expect(found).toEqual([])
})

test('simple requests of another person were answered soon all the time', () => {
  const soon = Math.max(SOON, quiet * SLOWER)
  const late = times.filter((time) => time > soon)
  sayTimes('everything', times)
  // A busy machine may stop this process for a while, which is no work of it.
  expect(late.length).toBeLessThanOrEqual(times.length / 100)
})
