import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roles } from '@binnacle/contract/access'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/app.ts'
import { followStream } from '../../../testing/stream.ts'
import { until } from '../../../testing/until.ts'

const MARK = 'only-for-the-readers'
const others = roles.filter((role) => role !== 'admin')

let app: TestApp
let admin: TestBrowser
let folder: string
let component: string
let files: string
let own: string
const people = new Map<string, { id: string; browser: TestBrowser }>()

const by = (who: string): TestBrowser => people.get(who)?.browser ?? admin
const spec = (readers?: object) => ({
  ...(readers === undefined ? {} : { readers }),
  file: [{ paths: [`${folder}/*.log`], routes: [{ type: 'Files' }] }],
})
const save = (readers?: object) =>
  admin.send('PUT', `/api/logs/backends/${files}`, { body: { name: 'files', spec: spec(readers) } })
const open = (readers: object, browser = admin) =>
  browser.send('PUT', `/api/logs/backends/${own}/readers`, { body: readers })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readers-'))
  await writeFile(join(folder, 'shop.log'), `${new Date().toISOString()} INFO ${MARK}\n`)
  const log = await createLog('info', { write: () => undefined })
  app = await startTestApp({ environment: { LOCAL_FOLDERS: folder }, log })
  admin = await app.signedIn()
  for (const role of others) people.set(role, await app.person(`one.${role}@example.com`, [role]))
  people.set('nothing', await app.person('nothing@example.com', []))
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into core.components (external_id, name, type, log_selectors)
     values ('shop', 'Shop', 'Service', '[{"name": "web", "type": "Files"}]') returning id`,
  )
  component = rows[0]?.id ?? ''
  const made = await admin.send('POST', '/api/logs/backends', { body: { name: 'files', spec: spec() } })
  files = made.body.id
  own = (await admin.send('GET', '/api/db/logging_backends?name=eq.binnacle')).body[0].id
  log.info(`${MARK} in the log of the product`)
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  for (const { status, body } of [await save(), await open({})])
    if (status !== 200) throw new Error(`the readers could not be reset: ${JSON.stringify(body)}`)
})

/** What a stream of lines says until it has the mark, or why there is none. */
async function tailed(browser: TestBrowser, place: string): Promise<string> {
  const over = new AbortController()
  const answer = await fetch(`${app.url}/api/logs/tail?${place}`, {
    signal: over.signal,
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  if (answer.status !== 200) return answer.text()
  let text = ''
  const decoder = new TextDecoder()
  // The stream answers before it follows, so one line could be too early.
  const writing = setInterval(() => {
    void appendFile(join(folder, 'shop.log'), `${new Date().toISOString()} INFO ${MARK}\n`)
    app.platform.log.info(MARK)
  }, 100)
  for await (const part of answer.body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (text.includes(MARK)) break
  }
  clearInterval(writing)
  over.abort()
  return text
}

/** Follows a place until the tail ends. @returns what it says at last; the promise of it as soon as it follows */
async function followed(browser: TestBrowser, place: string): Promise<{ end: Promise<string> }> {
  const answer = await fetch(`${app.url}/api/logs/tail?${place}`, {
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  expect(answer.status).toBe(200)
  const parts = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await parts?.read())?.value ?? ''
  const read = async () => {
    for (;;) {
      const next = await parts?.read()
      if (next?.done !== false) return text.trim().split('\n').at(-1) ?? ''
      text += next.value
    }
  }
  return { end: read() }
}

async function snapshot(browser: TestBrowser): Promise<string> {
  const answer = await fetch(`${app.url}/api/snapshot/topology/${component}?start=15m`, {
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  return Object.values(unzipSync(new Uint8Array(await answer.arrayBuffer())))
    .map((bytes) => new TextDecoder().decode(bytes))
    .join('\n')
}

/** Every way in which somebody can get lines. @returns the ways that had the mark */
async function waysWithLines(browser: TestBrowser, backend: string): Promise<string[]> {
  const line = { id: 'x', timestamp: new Date().toISOString(), message: MARK, labels: {} }
  const places: [string, Record<string, string>][] = [['backend', { backend }]]
  if (backend === files) places.push(['component', { id: component }])
  const ways: string[] = []
  const ask = async (way: string, text: () => Promise<unknown>) => {
    if (JSON.stringify((await text()) ?? null).includes(MARK)) ways.push(way)
  }
  for (const [name, place] of places) {
    const post = async (path: string, more = {}) =>
      (await browser.send('POST', `/api/logs${path}`, { body: { ...place, ...more } })).body
    await ask(`${name} search`, () => post('', { start: '15m' }))
    await ask(`${name} download`, () => post('/download', { format: 'text', start: '15m' }))
    await ask(`${name} download json`, () => post('/download', { format: 'json', start: '15m' }))
    await ask(`${name} context`, async () => (await post('/context', { line })).before)
    await ask(`${name} tail`, () => tailed(browser, new URLSearchParams(place).toString()))
    const { counts = [] } = await post('/histogram', { start: '15m' })
    if (counts.some((count: number) => count > 0)) ways.push(`${name} histogram`)
  }
  if (backend === files) await ask('snapshot', () => snapshot(browser))
  return ways
}

/** Where somebody sees a log backend itself. */
async function placesOf(browser: TestBrowser, id: string): Promise<string[]> {
  const seen: string[] = []
  const reads = [
    `/api/logs/backends/${id}`,
    '/api/logs/places',
    '/api/db/logging_backends',
    '/api/db/logging_backends_with_status',
    `/api/db/logging_backends?id=eq.${id}&select=name`,
  ]
  for (const path of reads) {
    const { status, body } = await browser.send('GET', path)
    const isFound = path.includes('select=name') ? body.length > 0 : JSON.stringify(body).includes(id)
    if (status === 200 && isFound) seen.push(path)
  }
  const listed = await browser.send('GET', '/api/db/logging_backends?select=id&limit=0', {
    headers: { prefer: 'count=exact' },
  })
  const counted = Number(listed.headers.get('content-range')?.split('/')[1] ?? 0)
  if (counted > 0) seen.push(`${counted} counted`)
  return seen
}

const everyWay = (backend: string) => (backend === files ? 13 : 6)

describe('the logs of the machine and of the product itself', () => {
  test('are read by administrators, in every way', async () => {
    for (const backend of [files, own])
      expect(await waysWithLines(admin, backend)).toHaveLength(everyWay(backend))
  })

  test.each([...others, 'nothing'])('are closed to the role %s, in every way', async (role) => {
    for (const backend of [files, own]) {
      expect(await waysWithLines(by(role), backend)).toEqual([])
      expect(await placesOf(by(role), backend)).toEqual([])
    }
    expect(await snapshot(by(role))).toContain('is not open to you')
    const stream = await followStream(app.url, by(role), 'logging_backends')
    const heard = await followStream(app.url, admin, 'logging_backends')
    await save({ roles: [] })
    await until(() => heard.events.some((event) => event.includes(files)))
    expect(stream.events.filter((event) => event.includes(files))).toEqual([])
    stream.close()
    heard.close()
  })
})

describe('readers', () => {
  test.each(others)('who are the role %s read them, and no other role does', async (role) => {
    await save({ roles: [role] })
    await open({ roles: [role] })
    for (const backend of [files, own]) {
      expect(await waysWithLines(by(role), backend)).toHaveLength(everyWay(backend))
      expect(await placesOf(by(role), backend)).toHaveLength(6)
      for (const other of others.filter((one) => one !== role)) {
        const body = { backend }
        expect((await by(other).send('POST', '/api/logs', { body })).body.results).toBeUndefined()
        expect(await placesOf(by(other), backend)).toEqual([])
      }
    }
    // Somebody without a role has the rights of a viewer.
    const { status } = await by('nothing').send('POST', '/api/logs', { body: { backend: files } })
    expect(status).toBe(role === 'viewer' ? 200 : 400)
  })

  test('who are people or in a team read them, until they are not', async () => {
    const { pool } = app.database
    const viewer = people.get('viewer')
    await save({ people: ['One.Viewer@example.com'] })
    expect(await waysWithLines(by('viewer'), files)).toHaveLength(13)
    expect(await waysWithLines(by('responder'), files)).toEqual([])
    const { rows } = await pool.query<{ id: string }>(
      `insert into core.teams (name) values ('Web') returning id`,
    )
    const team = rows[0]?.id
    const saved = await save({ teams: ['web'] })
    expect(saved.body.readers).toEqual({ roles: [], teams: [{ id: team, name: 'Web' }], people: [] })
    expect(await waysWithLines(by('viewer'), files)).toEqual([])
    await pool.query('insert into core.team_members (team_id, person_id) values ($1, $2)', [team, viewer?.id])
    expect(await waysWithLines(by('viewer'), files)).toHaveLength(13)
    // A team of the same name that comes later is another one.
    await pool.query(`update core.teams set name = 'Former' where id = $1`, [team])
    await pool.query(`insert into core.teams (name) values ('Web')`)
    expect(await waysWithLines(by('viewer'), files)).toHaveLength(13)
    await pool.query('delete from core.team_members where team_id = $1', [team])
    expect(await waysWithLines(by('viewer'), files)).toEqual([])
  })

  test('of a part of the lines of a component are told that others are left out', async () => {
    const body = {
      name: 'a service',
      spec: { http: [{ url: 'http://127.0.0.1:1', routes: [{ type: 'Files', additive: true }] }] },
    }
    const made = await admin.send('POST', '/api/logs/backends', { body })
    const { body: found } = await by('viewer').send('POST', '/api/logs/histogram', {
      body: { id: component, start: '15m' },
    })
    expect(JSON.stringify(found)).not.toContain(MARK)
    const download = await by('viewer').send('POST', '/api/logs/download', {
      body: { id: component, format: 'text' },
    })
    expect(String(download.body) + JSON.stringify(download.body)).not.toContain(MARK)
    expect(await placesOf(by('viewer'), made.body.id)).toHaveLength(6)
    await admin.send('DELETE', `/api/logs/backends/${made.body.id}`)
  })

  test('that nobody knows are refused where they are written', async () => {
    expect(await save({ teams: ['Nobody'] })).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'spec.readers.teams[0]' }] },
    })
    expect(await save({ people: ['nobody@example.com'] })).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'spec.readers.people[0]' }] },
    })
    expect((await save({ roles: ['king'] })).status).toBe(400)
    expect((await open({ roles: ['king'] })).status).toBe(400)
  })

  test('of the log of the product stay when it starts again', async () => {
    await open({ roles: ['responder'] })
    const again = await startTestApp({ database: app.database })
    const read = await admin.send('GET', `/api/logs/backends/${own}`)
    expect(read.body).toMatchObject({ source: 'system', readers: { roles: ['responder'] } })
    await again.stop()
    expect((await admin.send('PUT', `/api/logs/backends/${files}/readers`, { body: {} })).status).toBe(409)
  })
})

describe('an editor', () => {
  const editor = () => by('editor')

  test('does not open a log, by any way of writing', async () => {
    await save({ roles: ['editor'] })
    const readers = { roles: ['editor', 'viewer'] }
    const changed = await editor().send('PUT', `/api/logs/backends/${files}`, {
      body: { name: 'files', spec: spec(readers) },
    })
    expect(changed.status).toBe(403)
    expect((await open(readers, editor())).status).toBe(403)
    const patched = await editor().send('PATCH', `/api/db/logging_backends?id=eq.${files}`, {
      body: { spec: spec(readers) },
    })
    expect(patched.status).toBe(403)
    const columns = await editor().send('PATCH', `/api/db/logging_backends?id=eq.${files}`, {
      body: { readers: null },
    })
    const stored = await admin.send('GET', `/api/db/logging_backends?id=eq.${files}&select=readers`)
    expect([columns.status < 500, stored.body]).toEqual([
      true,
      [{ readers: { roles: ['editor'], teams: [], people: [] } }],
    ])
  })

  test('neither tries nor adds a backend of the machine', async () => {
    for (const wanted of [spec(), spec({ roles: ['editor'] }), { journal: [{}] }]) {
      const body = { name: 'mine', spec: wanted }
      expect((await editor().send('POST', '/api/logs/backends', { body })).status).toBe(403)
      expect((await editor().send('POST', '/api/db/logging_backends', { body })).status).toBe(403)
      expect((await editor().send('POST', '/api/logs/backends/test', { body })).status).toBe(403)
    }
    const http = { http: [{ url: 'http://127.0.0.1:1' }] }
    const made = await editor().send('POST', '/api/logs/backends', { body: { name: 'mine', spec: http } })
    expect(made.body).toMatchObject({ readers: null })
    const more = { ...http, ...spec() }
    for (const wanted of [more, { ...http, readers: { roles: ['editor'] } }]) {
      const body = { name: 'mine', spec: wanted }
      expect((await editor().send('PUT', `/api/logs/backends/${made.body.id}`, { body })).status).toBe(403)
    }
    expect((await editor().send('DELETE', `/api/logs/backends/${made.body.id}`)).status).toBe(200)
  })

  test('neither changes, copies nor removes what is closed to them', async () => {
    const body = { name: 'files', spec: { http: [{ url: 'http://127.0.0.1:1' }] } }
    expect((await editor().send('PUT', `/api/logs/backends/${files}`, { body })).status).toBe(404)
    expect((await editor().send('DELETE', `/api/logs/backends/${files}`)).status).toBe(404)
    for (const path of ['validate', 'test'])
      expect(
        (await editor().send('POST', `/api/logs/backends/${path}`, { body: { ...body, id: files } })).status,
      ).toBe(404)
    await editor().send('DELETE', `/api/db/logging_backends?id=eq.${files}`)
    await editor().send('PATCH', `/api/db/logging_backends?id=eq.${files}`, { body: { name: 'taken' } })
    expect((await admin.send('GET', `/api/logs/backends/${files}`)).body).toMatchObject({ name: 'files' })
  })
})

test('what the operator is told on the terminal is hidden where a backend reads the terminal', async () => {
  const { createTellOperator } = await import('../../../platform/operator.ts')
  const lines: string[] = []
  const tell = createTellOperator(app.platform.secrets, { write: (text) => lines.push(text) })
  tell('an email is not sent', { to: 'ada@example.com', text: 'Your code is 918273' })
  const now = new Date().toISOString()
  const wrapped = JSON.stringify({ time: now, level: 'info', msg: lines.join(''), log: lines.join('') })
  await appendFile(join(folder, 'shop.log'), `${now} ${lines.join('')}${wrapped}\n`)
  const found = await admin.send('POST', '/api/logs', { body: { backend: files, start: '15m' } })
  expect(JSON.stringify(found.body)).toContain('for the operator only')
  expect(JSON.stringify(found.body)).not.toMatch(/918273|ada@example/)
})

describe('an open tail ends at once', () => {
  const places = () => [`backend=${files}`, `id=${component}`]
  const viewers = { roles: ['viewer'] }

  async function endOf(place: string, withdraw: () => Promise<unknown>, who = by('viewer')) {
    await save(viewers)
    const { end } = await followed(who, place)
    const began = performance.now()
    await withdraw()
    const message: unknown = JSON.parse(await end)
    expect(performance.now() - began).toBeLessThan(15_000)
    return message
  }

  test('where its log backend is closed to its reader', async () => {
    for (const place of places())
      expect(await endOf(place, () => save({ roles: ['editor'] }))).toEqual({
        kind: 'end',
        message: expect.stringMatching(/There is no log backend|is not open to you/),
      })
  })

  test('where other rules hide its lines', async () => {
    for (const place of places()) {
      const rules = { ...spec(viewers), drop: [{ pattern: MARK }] }
      const change = () =>
        admin.send('PUT', `/api/logs/backends/${files}`, { body: { name: 'files', spec: rules } })
      expect(await endOf(place, change)).toEqual({
        kind: 'end',
        message: 'The log backend has changed; open the tail again',
      })
    }
  })

  test('where its reader has another role, leaves a team, or signs out', async () => {
    const left = await app.person('leaves@example.com', ['viewer'])
    const place = `backend=${files}`
    const roles = (role: string) =>
      app.database.pool.query('update core.people_roles set role = $2 where person_id = $1', [left.id, role])
    expect(await endOf(place, () => roles('responder'), left.browser)).toMatchObject({ kind: 'end' })
    await roles('viewer')
    const signOut = async () => {
      const { body } = await left.browser.send('GET', '/kratos/self-service/logout/browser')
      await left.browser.send('GET', body.logout_url)
    }
    expect(await endOf(place, signOut, left.browser)).toMatchObject({
      kind: 'end',
      message: 'You are not signed in',
    })
  })
})
