import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

let app: TestApp
let admin: TestBrowser
let folder: string
let component: string

const now = Date.now()
/** A line at so many seconds before the tests. */
const line = (secondsAgo: number, text: string) =>
  `${new Date(now - secondsAgo * 1_000).toISOString()} ${text}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logs-'))
  await writeFile(
    join(folder, 'shop.log'),
    `${[line(40, 'INFO start'), line(30, 'ERROR card 4111111111111111 refused'), line(20, 'DEBUG noise'), line(10, 'INFO end')].join('\n')}\n`,
  )
  app = await startTestApp({ environment: { LOCAL_FOLDERS: folder } })
  admin = await app.signedIn()
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into core.components (external_id, name, type, log_selectors)
     values ('shop', 'Shop', 'Service', $1) returning id`,
    [
      JSON.stringify([
        { name: 'web', type: 'Files', labels: { app: '{{.name}}' } },
        { name: 'nowhere', type: 'Other' },
      ]),
    ],
  )
  component = rows[0]?.id ?? ''
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const spec = () => ({
  readers: { roles: ['viewer'] },
  file: [
    {
      paths: [`${folder}/*.log`],
      routes: [{ type: 'Files', labels: { app: 'Shop' } }],
      labels: { env: 'test' },
    },
  ],
})
const cookies = () => [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const post = (path: string, body: object, browser = admin) => browser.send('POST', path, { body })

/** Has the log of the shop served for the tests of a group, and not for those after it. */
function withFiles() {
  let made: string
  beforeAll(async () => {
    const { body } = await post('/api/logs/backends', { name: 'files', spec: spec() })
    made = body.id
  })
  afterAll(() => admin.send('DELETE', `/api/logs/backends/${made}`))
}

describe('a log backend', () => {
  let id: string
  afterAll(() => admin.send('DELETE', `/api/logs/backends/${id}`))

  test('is created, and appears in the tables that clients read [SET-020, SET-035]', async () => {
    const made = await post('/api/logs/backends', { name: 'files', labels: { team: 'web' }, spec: spec() })
    expect(made.body).toMatchObject({ name: 'files', labels: { team: 'web' }, source: 'UI', spec: spec() })
    expect(made.status).toBe(201)
    id = made.body.id
    const listed = await admin.send(
      'GET',
      '/api/db/logging_backends_with_status?order=name&select=name,types,source',
    )
    expect(listed.body).toEqual([
      { name: 'binnacle', types: ['self'], source: 'system' },
      { name: 'files', types: ['file'], source: 'UI' },
    ])
    const nameless = await post('/api/logs/backends', { name: ' ', spec: spec() })
    expect(nameless).toMatchObject({ status: 400, body: { problems: [{ path: 'name' }] } })
    const wrong = await post('/api/logs/backends', { name: 'wrong', spec: { file: [{ path: '/x' }] } })
    expect(wrong).toMatchObject({ status: 400 })
    expect(wrong.body.problems).toContainEqual(
      expect.objectContaining({
        path: 'spec.file[0].path',
        message: expect.stringContaining('did you mean "paths"'),
      }),
    )
  })

  test('is written through the data service as well', async () => {
    const made = await post('/api/db/logging_backends', { name: 'by data', spec: spec() })
    expect(made.status).toBe(201)
    const patched = await admin.send('PATCH', '/api/db/logging_backends?name=eq.by%20data', {
      body: { deleted_at: 'now()' },
    })
    expect(patched.status).toBeLessThan(300)
    const left = await admin.send('GET', '/api/db/logging_backends?name=eq.by%20data&deleted_at=is.null')
    expect(left.body).toEqual([])
  })

  test('with a source cannot be edited [SET-037]', async () => {
    const { body } = await admin.send('GET', '/api/db/logging_backends?name=eq.binnacle')
    const changed = await admin.send('PUT', `/api/logs/backends/${body[0].id}`, {
      body: { name: 'mine', spec: spec() },
    })
    expect(changed).toMatchObject({ status: 409, body: { error: expect.stringContaining('has a source') } })
  })

  test('is tried before it is saved', async () => {
    const tried = await post('/api/logs/backends/test', {
      spec: { file: [...spec().file, { paths: ['/none/*.log'] }] },
    })
    expect(tried.body.entries).toMatchObject([
      {
        place: 'file[0]',
        error: null,
        lines: [{ message: expect.stringContaining('INFO end'), labels: { env: 'test' } }, {}, {}, {}],
      },
      { place: 'file[1]', error: expect.stringContaining('LOCAL_FOLDERS'), lines: [] },
    ])
  })

  test('scrubs and drops lines before anybody sees them', async () => {
    const rules = {
      ...spec(),
      scrub: [{ pattern: '\\b\\d{16}\\b', replace: 'CARD' }],
      drop: [{ pattern: 'noise' }, { when: 'line.message.contains("start")' }],
    }
    const saved = await admin.send('PUT', `/api/logs/backends/${id}`, {
      body: { name: 'files', spec: rules },
    })
    expect(saved.status).toBe(200)
    const { body } = await post('/api/logs', { id: component, name: 'web' })
    expect(
      body.results.map(({ message }: { message: string }) => message.split(' ').slice(1).join(' ')),
    ).toEqual(['INFO end', 'ERROR card CARD refused'])
    await admin.send('PUT', `/api/logs/backends/${id}`, { body: { name: 'files', spec: spec() } })
  })
})

describe('lines of a component', () => {
  withFiles()

  test('are read by component id, log name and query [LOG-007, LOG-016]', async () => {
    const found = await post('/api/logs', { id: component, name: 'web', query: 'card' })
    expect(found).toMatchObject({
      status: 200,
      body: {
        total: 1,
        results: [
          {
            timestamp: new Date(now - 30_000).toISOString(),
            message: expect.stringContaining('ERROR card'),
            labels: { env: 'test', level: 'error', file: join(folder, 'shop.log') },
          },
        ],
        cursor: null,
      },
    })
    const first = await post('/api/logs', { id: component })
    expect(first.body.results).toHaveLength(4)
  })

  test('need an id and a known name', async () => {
    expect(await post('/api/logs', { name: 'web' })).toMatchObject({
      status: 400,
      body: { error: 'Give the id of a component, or of a log backend' },
    })
    expect(await post('/api/logs', { id: component, name: 'none' })).toMatchObject({
      status: 400,
      body: { error: 'The component has no logs named "none"; it has web, nowhere' },
    })
    expect(await post('/api/logs', { id: component, name: 'nowhere' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('No log backend serves the logs "nowhere"') },
    })
  })

  test('come in pages, and each line once', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await post('/api/logs', {
        id: component,
        limit: 1,
        ...(cursor === undefined ? {} : { cursor }),
      })
      seen.push(...body.results.map(({ id }: { id: string }) => id))
      cursor = body.cursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toHaveLength(4)
    expect(new Set(seen).size).toBe(4)
  })

  test('are chosen by a range of time; one in the future says so [LOG-002]', async () => {
    const some = await post('/api/logs', {
      id: component,
      start: new Date(now - 31_000).toISOString(),
      end: new Date(now - 19_000).toISOString(),
    })
    expect(some.body.results).toHaveLength(2)
    const ahead = { id: component, start: '2999-01-01T00:00:00Z', end: '2999-01-02T00:00:00Z' }
    const notes = ['This time range is in the future, so there are no lines yet']
    expect((await post('/api/logs', ahead)).body).toMatchObject({ results: [], notes })
    const counted = await post('/api/logs/histogram', { ...ahead, parts: 2 })
    expect(counted.body).toMatchObject({ counts: [0, 0], notes })
    expect((await post('/api/logs/download', { ...ahead, format: 'text' })).body).toBe(`# ${notes[0]}\n`)
    const wrong = await post('/api/logs', { id: component, start: 'yesterday' })
    expect(wrong).toMatchObject({ status: 400, body: { error: expect.stringContaining('is not a time') } })
    for (const start of ['99999999999999w', '-271821-04-20T00:00:00Z'])
      expect(await post('/api/logs', { id: component, start })).toMatchObject({
        status: 400,
        body: { problems: [{ path: 'start' }] },
      })
    const cursor = JSON.stringify({ time: -1e300, seen: [] })
    expect(await post('/api/logs', { id: component, cursor })).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'cursor' }] },
    })
  })

  test('have lines around them, and are counted over time', async () => {
    const { body } = await post('/api/logs', { id: component, query: 'card' })
    const around = await post('/api/logs/context', {
      id: component,
      line: body.results[0],
      before: 5,
      after: 1,
    })
    expect(around.body.before).toMatchObject([{ message: expect.stringContaining('start') }])
    expect(around.body.after).toMatchObject([{ message: expect.stringContaining('noise') }])
    const counted = await post('/api/logs/histogram', {
      id: component,
      start: new Date(now - 45_000).toISOString(),
      end: new Date(now - 5_000).toISOString(),
      parts: 4,
    })
    expect(counted.body).toMatchObject({ counts: [1, 1, 1, 1], counted_from: null })
  })

  test('are downloaded as text and as JSON lines', async () => {
    const json = await fetch(`${app.url}/api/logs/download`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookies() },
      body: JSON.stringify({ id: component, format: 'json', query: 'info' }),
    })
    const lines = (await json.text())
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text))
    expect(lines).toMatchObject([
      { message: expect.stringContaining('end') },
      { message: expect.stringContaining('start') },
    ])
    expect(json.headers.get('content-disposition')).toMatch(/attachment; filename="Shop-web-.*\.jsonl"/)
  })

  test('are followed while they are written', async () => {
    const answer = await fetch(`${app.url}/api/logs/tail?id=${component}&query=fresh`, {
      headers: { cookie: cookies() },
    })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    let count = 0
    while (!text.includes('fresh')) {
      await appendFile(join(folder, 'shop.log'), `${line(0, `INFO fresh ${count}`)}\n`)
      count += 1
      const read = await reader?.read()
      if (read?.done !== false) break
      text += read.value
    }
    await reader?.cancel()
    const messages = text
      .split('\n')
      .flatMap((one) => (one.includes('fresh') && one.endsWith('}') ? [JSON.parse(one)] : []))
    expect(messages[0].lines[0].message).toContain('INFO fresh')
  })
})

describe('the log of the product itself', () => {
  test('is a backend that is there from the start', async () => {
    const { body } = await admin.send('GET', '/api/db/logging_backends?name=eq.binnacle')
    const found = await post('/api/logs', { backend: body[0].id })
    expect(found.status).toBe(200)
  })
})

describe('rights', () => {
  withFiles()

  test('a viewer reads lines and log backends, and changes none', async () => {
    const viewer = (await app.person('viewer@example.com', ['viewer'])).browser
    expect((await post('/api/logs', { id: component, name: 'web' }, viewer)).status).toBe(200)
    expect((await post('/api/logs/backends', { name: 'x', spec: spec() }, viewer)).status).toBe(403)
    expect((await post('/api/logs/backends/test', { spec: spec() }, viewer)).status).toBe(403)
    const stranger = app.browser()
    expect((await post('/api/logs', { id: component }, stranger)).status).toBe(401)
  })

  test('secrets of a spec are masked when they are read, and kept when the mask is saved', async () => {
    const loki = { loki: [{ url: 'http://127.0.0.1:1', bearer: 'hunter2-hunter2' }] }
    const made = await post('/api/logs/backends', { name: 'loki', spec: loki })
    expect(JSON.stringify(made.body)).not.toContain('hunter2')
    const { id, spec: masked } = made.body
    const saved = await admin.send('PUT', `/api/logs/backends/${id}`, {
      body: { name: 'loki 2', spec: masked },
    })
    expect(saved.status).toBe(200)
    const read = await admin.send('GET', `/api/db/logging_backends?id=eq.${id}&select=spec`)
    expect(JSON.stringify(read.body)).not.toContain('hunter2')
    // A backend that does not answer says so.
    const away = await post('/api/logs', { backend: id })
    expect(away).toMatchObject({
      status: 503,
      body: { error: expect.stringContaining('connection refused') },
    })
    expect(await post('/api/logs/histogram', { backend: id })).toMatchObject({ status: 503 })
    await admin.send('DELETE', `/api/logs/backends/${id}`)
  })

  test('nothing of logs answers while the feature is disabled [FLAG-010]', async () => {
    await admin.send('POST', '/api/db/properties', { body: { name: 'logs.disable', value: 'true' } })
    await expect.poll(async () => (await post('/api/logs', { id: component })).status).toBe(404)
    expect((await admin.send('GET', '/api/logs/places')).status).toBe(404)
    await admin.send('DELETE', '/api/db/properties?name=eq.logs.disable')
    await expect.poll(async () => (await post('/api/logs', { id: component })).status).toBe(200)
  })

  test('places are components with logs, by a part of their name, and log backends [LOG-015]', async () => {
    await app.database.pool.query(
      `insert into core.components (external_id, name, type) values ('shoe', 'Shoe', 'Service')`,
    )
    const { body } = await admin.send('GET', `/api/logs/places?search=sho&id=${component}`)
    expect(body).toMatchObject({
      components: [{ id: component, name: 'Shop' }],
      component: { name: 'Shop', selectors: ['web', 'nowhere'] },
    })
    expect(body.backends.map(({ name }: { name: string }) => name)).toEqual(['binnacle', 'files'])
    expect((await admin.send('GET', '/api/logs/places?search=nothing')).body.components).toEqual([])
    const listed = await admin.send(
      'GET',
      '/api/db/components_with_logs?order=name&select=id,name,type,namespace',
    )
    expect((await admin.send('GET', '/api/logs/places')).body.components).toEqual(listed.body)
  })
})
