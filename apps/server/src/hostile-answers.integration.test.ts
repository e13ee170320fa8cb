// Services that checks, scrapers, log backends and notifications ask answer with their worst. Others wait for none of it.
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  editor = await product.signedIn()
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

/** Scrapers that ask a server of HTTP; the others read files, run programs, or ask through the same code. */
const httpScrapers: Readonly<Record<string, (port: number) => object>> = {
  http: (port) => ({ url: httpAt(port), type: 'A', id: '$.id', name: '$.name' }),
  kubernetes: (port) => ({ clusterName: 'a', kubeconfig: { value: kubeconfig(port) } }),
}

test('no source of a scraper holds up others', { timeout: 300_000 }, async () => {
  const found: string[] = []
  for (const [type, make] of Object.entries(httpScrapers))
    for (const [kind, port] of documents(type)) {
      await measure(
        `${type}: ${kind}`,
        async () => {
          const answer = await editor.send('POST', '/api/catalog/scrapers/preview', {
            body: { spec: { [type]: [make(port)] } },
          })
          expect([answer.status, JSON.stringify(answer.body).slice(0, 300)]).toEqual([200, expect.anything()])
        },
        found,
      )
    }
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
  expect(found).toEqual([])
})

test('simple requests of another person were answered soon all the time', () => {
  const soon = Math.max(SOON, quiet * SLOWER)
  const late = times.filter((time) => time > soon)
  // A busy machine may stop this process for a while, which is no work of it.
  expect(late.length).toBeLessThanOrEqual(times.length / 100)
})
