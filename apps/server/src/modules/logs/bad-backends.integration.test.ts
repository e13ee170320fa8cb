import { createServer, type ServerResponse } from 'node:http'
import { everyLine } from '@binnacle/plugin-kit/logs'
import { listen, type TestServer } from '@binnacle/plugin-kit/servers'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import type { OpenModule } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { createTurns } from '../../platform/turns.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { NOBODY } from '../../testing/hostile-app.ts'
import { connectionsInUse } from '../connections/index.ts'
import { type ComponentLogs, componentLogs } from './index.ts'
import { askEntry } from './search/entry.ts'
import { createFailingBackends } from './search/failing.ts'
import { createLogBackendParser } from './spec/backend.ts'
import { loadLogTypes } from './spec/log-types.ts'

let app: TestApp
let admin: TestBrowser
let service: TestServer
let readLogs: ComponentLogs
let platform: Platform
/** Entries of the server's log. */
const written: Record<string, unknown>[] = []
const backends = new Map<string, string>()
const components = new Map<string, string>()

const now = Date.now()
const timestamp = new Date(now - 5_000).toISOString()
let isFlaky = true
const lines = (...messages: string[]) =>
  JSON.stringify({ results: messages.map((message) => ({ timestamp, message })) })

/** What the service of each name does with a search. */
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  well: (response) => response.end(lines('all is well', 'all is well still')),
  hangs: () => {},
  'cuts-off': (response) => {
    response.writeHead(200, { 'content-length': '10000' }).write('{"results":[{"timestamp":"2026-')
    setTimeout(() => response.destroy(), 20)
  },
  binary: (response) => response.end(Buffer.from([0, 159, 146, 150, 255, 254])),
  colours: (response) => response.end(lines('\u001B[31mred\u001B[0m and \u0000nothing')),
  long: (response) => response.end(lines('x'.repeat(1_048_576))),
  flaky: (response) => (isFlaky ? response.writeHead(500).end('away') : response.end(lines('back'))),
  refuses: (response) => response.writeHead(500).end('out of order'),
  nameless: (response) =>
    response.end(
      JSON.stringify({
        results: [1, 2, 3].map((number) => ({ id: '', timestamp, message: `password=hunter${number}` })),
      }),
    ),
  wordy: (response) =>
    response.end(
      JSON.stringify({
        results: Array.from({ length: 1_000 }, (_, index) => ({
          timestamp: new Date(now - 5_000 - index).toISOString(),
          message: `${index} ${'x'.repeat(12_000)}`,
        })),
      }),
    ),
}

const catchPort: OpenModule = (opened) => {
  platform = opened
  readLogs = componentLogs.of(opened)
  return { name: 'of the test' }
}

beforeAll(async () => {
  service = await listen(
    createServer((request, response) => answers[request.url?.split('/')[1] ?? '']?.(response)),
    0,
  )
  const log = await createLog('info', { write: (line) => void written.push(JSON.parse(line)) })
  app = await startTestApp({ moreModules: [catchPort], log })
  admin = await app.signedIn()
  const add = async (name: string, parent?: string) => {
    const { rows } = await app.database.pool.query<{ id: string }>(
      `insert into core.components (external_id, name, type, log_selectors, parent_id, path)
       values ($1, $1, 'Service', $2, $3::uuid, coalesce($3::uuid::text, '')) returning id`,
      [name, JSON.stringify(name === 'shop' ? [] : [{ name: 'app', type: name }]), parent],
    )
    components.set(name, rows[0]?.id ?? '')
  }
  await add('shop')
  for (const name of Object.keys(answers)) {
    const made = await admin.send('POST', '/api/logs/backends', {
      body: { name, spec: { http: [{ url: `http://127.0.0.1:${service.port}/${name}` }] } },
    })
    backends.set(name, made.body.id)
    await add(name, name === 'well' || name === 'refuses' ? components.get('shop') : undefined)
  }
})
afterAll(() => service.stop())

const search = (name: string) => admin.send('POST', '/api/logs', { body: { backend: backends.get(name) } })

test.each([
  ['cuts-off', 'the other side closed the connection'],
  ['binary', 'the answer is not JSON'],
  ['refuses', 'status 500, expected 200 to 299: out of order'],
])('a backend that is bad by %s says so', async (name, words) => {
  expect(await search(name)).toMatchObject({ status: 503, body: { error: expect.stringContaining(words) } })
})

test('the log names a backend that fails once, as a warning, and says when it works again', async () => {
  const entries = () => written.filter(({ backend }) => backend === 'flaky')
  for (let count = 0; count < 3; count += 1) expect(await search('flaky')).toMatchObject({ status: 503 })
  const range = { backend: backends.get('flaky') }
  expect(await admin.send('POST', '/api/logs/histogram', { body: range })).toMatchObject({ status: 503 })
  expect(entries()).toMatchObject([
    { level: 40, part: 'http[0]', reason: expect.stringContaining('status 500'), msg: 'a log backend fails' },
  ])
  isFlaky = false
  expect(await search('flaky')).toMatchObject({ status: 200 })
  expect(entries().slice(1)).toMatchObject([{ level: 30, msg: 'a log backend works again' }])
  expect(written.filter(({ level }) => Number(level) >= 50)).toEqual([])
})

test('a backend that does not answer in time says so', async () => {
  const parser = createLogBackendParser(await loadLogTypes([]), platform.tasks)
  const parsed = await parser.parse({ http: [{ url: `http://127.0.0.1:${service.port}/hangs` }] }, true)
  const entry = parsed.ok ? parsed.value.entries[0] : undefined
  if (entry === undefined) throw new Error('the spec has no entry')
  const sources = { connections: connectionsInUse.of(platform), references: platform.references }
  const query = { target: { labels: {} }, filter: everyLine, from: new Date(0), to: new Date(), limit: 1 }
  const answer = await askEntry(
    entry,
    { ...platform, sources, turns: createTurns(), failing: createFailingBackends(platform.log) },
    new AbortController().signal,
    (source) => source.search({ ...query, direction: 'backward' }),
    100,
  )
  expect(answer).toMatchObject({ ok: false, failure: 'no answer within 100ms' })
})

test('escape sequences are not shown, control characters become signs, and a line of a megabyte is cut with a mark', async () => {
  expect((await search('colours')).body.results).toMatchObject([{ message: 'red and ␀nothing' }])
  const [{ message }] = (await search('long')).body.results
  expect(message.length).toBeLessThan(20_000)
  expect(message).toContain('… (cut; the line has 1048576 characters)')
})

test('a cursor has nothing of lines that rules have not scrubbed yet, also where a backend gives no ids', async () => {
  const url = `http://127.0.0.1:${service.port}/nameless`
  const spec = { http: [{ url }], scrub: [{ pattern: 'password=\\S+' }] }
  const made = await admin.send('POST', '/api/logs/backends', { body: { name: 'scrubbed', spec } })
  const found = []
  let cursor
  do {
    const { body } = await admin.send('POST', '/api/logs', {
      body: { backend: made.body.id, limit: 1, cursor },
    })
    expect(JSON.stringify(body)).not.toContain('hunter')
    found.push(...body.results)
    cursor = body.cursor ?? undefined
  } while (cursor !== undefined)
  expect(found).toMatchObject([{ message: '***' }, { message: '***' }, { message: '***' }])
})

test('a page of long lines is shorter, and the pages after it have the others', async () => {
  const lengths: number[] = []
  const found = new Set<string>()
  let cursor
  do {
    const { body } = await admin.send('POST', '/api/logs', {
      body: { backend: backends.get('wordy'), limit: 5_000, cursor },
    })
    lengths.push(body.results.length)
    for (const { message } of body.results) found.add(message.split(' ')[0])
    cursor = body.cursor ?? undefined
  } while (cursor !== undefined)
  expect(found.size).toBe(1_000)
  expect(lengths).toEqual([666, 334])
})

test('the logs of components are read until the time is over, and what is missing is said with each', async () => {
  const found = []
  for await (const log of readLogs({
    components: ['hangs', 'refuses', 'well'].map((name) => components.get(name) ?? ''),
    actor: { personId: NOBODY, name: 'Ada', email: 'ada@example.com', roles: ['viewer'] },
    from: new Date(now - 60_000),
    to: new Date(now + 60_000),
    format: 'text',
    signal: new AbortController().signal,
    milliseconds: 300,
  }))
    found.push(log)
  expect(found).toMatchObject([
    {
      component: { name: 'hangs', type: 'Service' },
      selector: 'app',
      lines: 0,
      problem: 'not all was read: the time for logs, 300ms, was over',
    },
    { lines: 0, problem: expect.stringContaining('500') },
    { lines: 2, text: `${timestamp} all is well\n${timestamp} all is well still\n`, problem: undefined },
  ])
})

test('a snapshot has the logs of its components, and names those that could not be read [TOP-050]', async () => {
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const unpacked = async (query: string) => {
    const answer = await fetch(`${app.url}/api/snapshot/topology/${components.get('shop')}?${query}`, {
      headers: { cookie },
    })
    expect(answer.status).toBe(200)
    const files = Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())))
    return new Map(files.map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]))
  }
  const files = await unpacked('start=15m')
  const name = [...files.keys()].find((one) => one.startsWith('logs-')) ?? ''
  expect([...files.keys()]).toEqual(['components.json', 'components.csv', name, 'logs.csv'])
  expect(name).toMatch(/^logs-Service-well-[\da-f]{8}\.log$/)
  expect(files.get(name)).toBe(`${timestamp} all is well\n${timestamp} all is well still\n`)
  const [head, refused, well] = (files.get('logs.csv') ?? '').split('\r\n')
  expect(head).toBe('component_id,component,type,log,file,lines,problem')
  expect(refused).toMatch(/,refuses,Service,app,,0,.*500/)
  expect(well).toBe(`${components.get('well')},well,Service,app,${name},2,`)
  const json = await unpacked('start=15m&logFormat=json')
  const text = json.get(name.replace(/log$/, 'json')) ?? ''
  expect(JSON.parse(text)).toMatchObject([{ message: 'all is well', timestamp }, {}])
  await admin.send('POST', '/api/db/properties', { body: { name: 'logs.disable', value: 'true' } })
  // The process hears of the property a moment later.
  await expect
    .poll(async () => [...(await unpacked('start=15m')).keys()])
    .toEqual(['components.json', 'components.csv'])
  await admin.send('DELETE', '/api/db/properties?name=eq.logs.disable')
})
