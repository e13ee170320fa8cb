import { type ServiceReply, type ServiceServer, startServiceServer } from '@binnacle/plugin-kit/servers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import type { TestApp, TestBrowser } from '../../../testing/app.ts'
import { until } from '../../../testing/until.ts'
import { addScraper, itemInput } from '../store/testing.ts'
import { startCatalogApp } from '../testing.ts'

let app: TestApp
let admin: TestBrowser
let viewer: TestBrowser
let server: ServiceServer
let reply: ServiceReply
let connection: string
/** An item of the type `Shop::Database`, and one of the type `Shop::Queue`. */
const items = { database: newId(), queue: newId() }

beforeAll(async () => {
  server = await startServiceServer(() => reply)
  const catalog = await startCatalogApp()
  ;({ app, admin, viewer } = catalog)
  connection = await addConnection('receiver', { username: 'binnacle', password: 'a password for feeds' })
  const scraper = await addScraper(app.database.pool)
  await catalog.scrape(
    scraper,
    itemInput(items.database, 'orders', { type: 'Shop::Database' }),
    itemInput(items.queue, 'mails', { type: 'Shop::Queue' }),
  )
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})
beforeEach(() => {
  reply = { status: 204 }
})

async function addConnection(name: string, changes: object = {}): Promise<string> {
  const { body, status } = await admin.send('POST', '/api/connections', {
    body: { name, type: 'http', url: `${server.url}/${name}`, properties: {}, ...changes },
  })
  expect(status).toBe(201)
  return body.id
}

let made = 0
async function addFeed(changes: object = {}): Promise<string> {
  made += 1
  const { body, status } = await admin.send('POST', '/api/catalog/change-feeds', {
    body: { name: `feed ${made}`, connection_id: connection, ...changes },
  })
  expect([status, body]).toEqual([201, expect.objectContaining({ id: expect.any(String) })])
  return body.id
}

const push = (id: string, type: string, summary = '') =>
  admin.send('POST', '/api/catalog/changes/push', {
    body: { changes: [{ config_id: id, change_type: type, summary, external_change_id: newId() }] },
  })
const stateOf = async (id: string) => {
  const { body } = await viewer.send('GET', `/api/db/config_change_feeds?id=eq.${id}`)
  return body[0]
}
const linesIn = (body: string) =>
  body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
/** What the server got at a path, from a number of calls on. */
const gotAt = (path: string, from = 0) =>
  server.calls
    .slice(from)
    .filter((call) => call.path === path)
    .flatMap(({ body }) => linesIn(body))
const settled = (id: string, wanted: object) =>
  until(async () => {
    const state = await stateOf(id)
    return Object.entries(wanted).every(([key, value]) => state[key] === value) ? state : undefined
  })

test('a feed sends what happens from now on, one change a line, with the account of its connection', async () => {
  await push(items.database, 'Before')
  const id = await addFeed()
  expect(await stateOf(id)).toMatchObject({ status: 'waiting', sent: 0, connection_name: 'receiver' })
  await push(items.database, 'Deployment', 'version 2')
  await push(items.queue, 'Rollback', 'version 1')
  expect(await settled(id, { sent: 2 })).toMatchObject({ status: 'current', error: null, failures: 0 })
  expect(gotAt('/receiver')).toMatchObject([
    {
      change_type: 'Deployment',
      config_id: items.database,
      config_type: 'Shop::Database',
      summary: 'version 2',
    },
    { change_type: 'Rollback', config_id: items.queue, summary: 'version 1' },
  ])
  const [call] = server.calls
  expect(call).toMatchObject({
    method: 'POST',
    headers: {
      'content-type': 'application/x-ndjson',
      authorization: `Basic ${Buffer.from('binnacle:a password for feeds').toString('base64')}`,
      'idempotency-key': expect.stringMatching(/^[\da-f]{64}$/),
    },
  })
  await admin.send('DELETE', `/api/catalog/change-feeds/${id}`)
})

test('patterns choose types of items and of changes, and a feed can begin with the oldest change', async () => {
  const target = await addConnection('chosen')
  await push(items.database, 'Deployment')
  await push(items.database, 'Noise')
  await push(items.queue, 'Deployment')
  const id = await addFeed({
    connection_id: target,
    config_types: ['Shop::D*'],
    change_types: ['!Noise'],
    start: 'oldest',
  })
  await until(async () => gotAt('/chosen').length > 0)
  const got = gotAt('/chosen')
  expect(new Set(got.map(({ config_type: type }) => type))).toEqual(new Set(['Shop::Database']))
  expect(got.map(({ change_type: type }) => type)).toContain('Deployment')
  expect(got.map(({ change_type: type }) => type)).not.toContain('Noise')
  await admin.send('DELETE', `/api/catalog/change-feeds/${id}`)
})

test('what a server does not take waits, comes again in order, and nothing is lost', async () => {
  reply = { status: 503, json: { message: 'we are moving; your password was a password for feeds' } }
  const target = await addConnection('moving', { password: 'a password for feeds' })
  const id = await addFeed({ connection_id: target })
  await push(items.database, 'One')
  const failed = await until(async () => {
    const state = await stateOf(id)
    return state.failures > 0 ? state : undefined
  })
  expect(failed).toMatchObject({ status: 'failing', sent: 0 })
  expect(failed.error).toContain('the server answered with status 503: we are moving')
  expect(failed.error).not.toContain('a password for feeds')
  expect(Date.parse(failed.next_at)).toBeGreaterThan(Date.now())
  await push(items.database, 'Two')
  const before = server.calls.length
  reply = { status: 200 }
  // A person who edits a feed does not wait for the next attempt.
  const saved = await admin.send('PUT', `/api/catalog/change-feeds/${id}`, {
    body: { name: 'moved', connection_id: target },
  })
  expect(saved).toMatchObject({ status: 200, body: { name: 'moved', enabled: true } })
  expect(await settled(id, { sent: 2 })).toMatchObject({ status: 'current', error: null, failures: 0 })
  expect(gotAt('/moving', before).map(({ change_type: type }) => type)).toEqual(['One', 'Two'])
  await admin.send('DELETE', `/api/catalog/change-feeds/${id}`)
})

test('a feed that is switched off sends nothing, and goes on where it was', async () => {
  const target = await addConnection('switched')
  const id = await addFeed({ connection_id: target, enabled: false })
  await push(items.database, 'Meanwhile')
  expect(await stateOf(id)).toMatchObject({ status: 'off', sent: 0 })
  await admin.send('PUT', `/api/catalog/change-feeds/${id}`, {
    body: { name: 'switched', connection_id: target, enabled: true },
  })
  await settled(id, { sent: 1 })
  expect(gotAt('/switched')).toMatchObject([{ change_type: 'Meanwhile' }])
  await admin.send('DELETE', `/api/catalog/change-feeds/${id}`)
})

test('pages follow each other in order', async () => {
  const target = await addConnection('many')
  const id = await addFeed({ connection_id: target })
  const changes = Array.from({ length: 700 }, (_, index) => ({
    config_id: items.database,
    change_type: 'Step',
    summary: `step ${index}`,
    external_change_id: `step ${index}`,
  }))
  for (const part of [changes.slice(0, 350), changes.slice(350)])
    expect((await admin.send('POST', '/api/catalog/changes/push', { body: { changes: part } })).status).toBe(
      200,
    )
  await settled(id, { sent: 700 })
  const cursors = gotAt('/many').map(({ cursor }) => cursor)
  expect(new Set(cursors).size).toBe(700)
  const times = cursors.map((cursor: string) => Number(cursor.split('-')[0]))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  await admin.send('DELETE', `/api/catalog/change-feeds/${id}`)
})

test('bad input names its field, and viewers only read', async () => {
  const send = async (body: object) => {
    const answer = await admin.send('POST', '/api/catalog/change-feeds', { body })
    return [answer.status, answer.body.problems?.[0]?.path]
  }
  const valid = { name: 'bad', connection_id: connection }
  expect(await send({ ...valid, name: ' ' })).toEqual([400, 'name'])
  expect(await send({ ...valid, connection_id: '' })).toEqual([400, 'connection_id'])
  expect(await send({ ...valid, connection_id: newId() })).toEqual([400, 'connection_id'])
  expect(await send({ ...valid, config_types: [''] })).toEqual([400, 'config_types[0]'])
  const mail = await addConnection('mail', {
    type: 'gotify',
    url: 'https://gotify.example.com',
    password: 'x',
  })
  expect(await send({ ...valid, connection_id: mail })).toEqual([400, 'connection_id'])
  const id = await addFeed({ name: 'taken', enabled: false })
  expect(await send({ ...valid, name: 'taken' })).toEqual([400, 'name'])
  for (const [method, path] of [
    ['POST', ''],
    ['PUT', `/${id}`],
    ['DELETE', `/${id}`],
  ] as const)
    expect((await viewer.send(method, `/api/catalog/change-feeds${path}`, { body: valid })).status).toBe(403)
  expect((await admin.send('DELETE', `/api/catalog/change-feeds/${newId()}`)).status).toBe(404)
  const { rows } = await app.database.pool.query(
    `select action from core.audit_log where resource = 'config_change_feeds' and resource_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ action: 'create' }])
})

test('a server that asks for no pause gets one, and each failure sends fewer changes', async () => {
  reply = { status: 413, headers: { 'retry-after': '0' } }
  const target = await addConnection('small')
  const id = await addFeed({ connection_id: target })
  const changes = Array.from({ length: 9 }, (_, index) => ({
    config_id: items.database,
    change_type: 'Small',
    summary: `small ${index}`,
    external_change_id: `small ${index}`,
  }))
  await admin.send('POST', '/api/catalog/changes/push', { body: { changes } })
  const failed = await until(async () => {
    const state = await stateOf(id)
    return state.failures > 0 ? state : undefined
  })
  expect(Date.parse(failed.next_at) - Date.now()).toBeGreaterThan(5_000)
  // As after seven failures.
  await app.database.pool.query(
    'update core.config_change_feeds set failures = 7, next_at = now() where id = $1',
    [id],
  )
  const before = server.calls.length
  reply = { status: 200 }
  await push(items.queue, 'Small')
  await settled(id, { sent: 10, failures: 0, error: null })
  const sizes = server.calls.slice(before).map(({ body }) => linesIn(body).length)
  expect(sizes[0]).toBe(3)
  await admin.send('DELETE', `/api/catalog/change-feeds/${id}`)
})

test('headers in the address of a webhook are sent as such', async () => {
  const target = await addConnection('headers', {
    type: 'generic_webhook',
    url: `${server.url}/headers?a=b&@X-Team=a%20secret%20of%20the%20web`,
  })
  const id = await addFeed({ connection_id: target })
  await push(items.database, 'Headers')
  await settled(id, { sent: 1 })
  expect(server.calls.find(({ path }) => path.startsWith('/headers'))).toMatchObject({
    path: '/headers?a=b',
    headers: { 'x-team': 'a secret of the web' },
  })
  await admin.send('DELETE', `/api/catalog/change-feeds/${id}`)
})

test('a feed whose connection is deleted shows the error, and can be switched off', async () => {
  const target = await addConnection('gone')
  const id = await addFeed({ connection_id: target })
  await app.database.pool.query('update core.connections set deleted_at = now() where id = $1', [target])
  await push(items.database, 'Gone')
  const failed = await until(async () => {
    const state = await stateOf(id)
    return state.failures > 0 ? state : undefined
  })
  expect(failed.error).toContain('there is no connection')
  const save = (enabled: boolean) =>
    admin.send('PUT', `/api/catalog/change-feeds/${id}`, {
      body: { name: 'gone', connection_id: target, enabled },
    })
  expect((await save(true)).status).toBe(400)
  expect((await save(false)).status).toBe(200)
  expect(await stateOf(id)).toMatchObject({ status: 'off' })
  await admin.send('DELETE', `/api/catalog/change-feeds/${id}`)
})

test('a feed with changes that are older than a minute is behind', async () => {
  const id = await addFeed({ enabled: false })
  await app.database.pool.query(
    `update core.config_change_feeds
     set enabled = true, next_at = now() + interval '1 hour', cursor = '0-00000000-0000-0000-0000-000000000000'
     where id = $1`,
    [id],
  )
  await app.database.pool.query(
    `update core.config_changes set stored_at = now() - interval '2 minutes'
     where config_id = $1 and change_type = 'Deployment'`,
    [items.database],
  )
  expect(await stateOf(id)).toMatchObject({ status: 'behind' })
  await admin.send('DELETE', `/api/catalog/change-feeds/${id}`)
})

test('a cursor in the future, from before a clock was set back, goes back too', async () => {
  const id = await addFeed({ enabled: false })
  await app.database.pool.query(
    `update core.config_change_feeds
     set enabled = true, cursor = (extract(epoch from now() + interval '1 day') * 1000000)::bigint
       || '-00000000-0000-0000-0000-000000000000'
     where id = $1`,
    [id],
  )
  const before = server.calls.length
  await push(items.queue, 'Set back')
  const found = await until(() => {
    const types = gotAt('/receiver', before).map(({ change_type: type }) => type)
    return types.includes('Set back') ? types : undefined
  })
  expect(found).toContain('Set back')
  await admin.send('DELETE', `/api/catalog/change-feeds/${id}`)
})

test('a redirect is not followed, and a connection that a feed cannot use says why', async () => {
  reply = { status: 302, headers: { location: '/elsewhere' } }
  const target = await addConnection('led')
  const led = await addFeed({ connection_id: target })
  const token = await addConnection('token', { properties: { tokenURL: `${server.url}/token` } })
  const exchanging = await addFeed({ connection_id: token })
  await push(items.database, 'Led')
  const errorOf = (id: string) => until(async () => (await stateOf(id)).error ?? undefined)
  expect(await errorOf(led)).toContain('answered with a redirect')
  expect(await errorOf(exchanging)).toContain('exchanges its user for a token')
  expect(server.calls.some(({ path }) => path === '/elsewhere' || path === '/token')).toBe(false)
})
