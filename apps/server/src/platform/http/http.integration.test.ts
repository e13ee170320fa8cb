import { get } from 'node:http'
import { freePort } from '@binnacle/plugin-kit/servers'
import { Client } from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { createHttpServer } from './server.ts'

let app: TestApp
let admin: TestBrowser
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
})

describe('a stranger', () => {
  test.each([
    ['GET', '/api/auth/whoami'],
    ['GET', '/api/canary/api/summary'],
    ['GET', '/api/health/checks'],
    ['POST', '/api/health/canaries'],
    ['DELETE', '/api/health/canaries/01900000-0000-7000-8000-000000000000'],
    ['GET', '/api/live?topics=checks'],
    ['GET', '/api/openapi.json'],
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/does/not/exist'],
    ['PATCH', '/api/whatever'],
    ['GET', '/auth/whoami'],
    ['GET', '/does/not/exist'],
  ])('gets 401 from %s %s', async (method, path) => {
    expect(await app.browser().send(method, path)).toMatchObject({
      status: 401,
      body: { code: 'EUNAUTHORIZED', error: 'You are not signed in' },
    })
  })

  test('learns only that the server is alive and ready', async () => {
    const stranger = app.browser()
    expect(await stranger.send('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await stranger.send('GET', '/readyz')).toMatchObject({
      status: 200,
      body: { status: 'ok', problems: [] },
    })
  })
})

describe('while the server is not what it should be', () => {
  test('it lives as soon as it listens, and is not ready before it is open', async () => {
    const port = await freePort()
    const server = await createHttpServer('127.0.0.1', port).listen()
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    expect((await ask('/healthz')).status).toBe(200)
    for (const path of ['/readyz', '/', '/api/about']) expect((await ask(path)).status).toBe(503)
    await server.stop(0)
  })

  test('a stranger learns that the database is away, and not which one it was', async () => {
    // Without jobs: the engine cannot write down that one failed, and nobody handles its error.
    const lone = await startTestApp({
      environment: { ROLE: 'api', DATABASE_URL: 'postgres://unused/unused', SECRET_KEY: 'x'.repeat(32) },
    })
    const name = String(lone.database.connection.database)
    const elsewhere = new Client(inject('postgres'))
    await elsewhere.connect()
    await elsewhere.query(`alter database ${name} with allow_connections false`)
    await elsewhere.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    const { body } = await until(async () => {
      const answer = await lone.browser().send('GET', '/readyz')
      return answer.status === 503 && answer.body.problems.length === 2 ? answer : undefined
    })
    expect(body.problems).toEqual([
      'live updates are not connected to the database',
      'the database does not answer',
    ])
    await elsewhere.query(`alter database ${name} with allow_connections true`)
    await elsewhere.end()
    await lone.stop()
  })
})

test('a worker serves nothing but what watches over it', async () => {
  const worker = await startTestApp({
    environment: { ROLE: 'worker', DATABASE_URL: 'postgres://unused/unused', SECRET_KEY: 'x'.repeat(32) },
  })
  const status = async (path: string, headers = {}) =>
    (await worker.browser().send('GET', path, { headers })).status
  for (const path of ['/healthz', '/readyz', '/metrics']) expect(await status(path)).toBe(200)
  for (const path of [
    '/api/about',
    '/about',
    '/kratos/sessions/whoami',
    '/api/.ory/sessions/whoami',
    '/login',
  ])
    expect([path, await status(path), await status(path, { accept: 'text/html' })]).toEqual([path, 404, 404])
  await worker.stop()
})

describe('metrics', () => {
  test('are open to a scraper on the machine and to who is signed in, and to nobody through a proxy', async () => {
    const text = await app.browser().send('GET', '/metrics')
    expect(text.body).toContain('binnacle_http_request_duration_seconds')
    expect(text.body).toContain('process_resident_memory_bytes')
    const proxied = { headers: { 'x-forwarded-for': '203.0.113.7' } }
    expect((await app.browser().send('GET', '/metrics', proxied)).status).toBe(401)
    expect((await admin.send('GET', '/metrics', proxied)).status).toBe(200)
  })

  test('are closed to a page whose name was made to lead to this machine', async () => {
    const named = await startTestApp({ environment: { PUBLIC_URL: 'https://ops.example.com' } })
    /** `fetch` sets the host itself. */
    const statusFor = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get(`${named.url}/metrics`, { headers: { host } }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        }).on('error', reject)
      })
    const port = new URL(named.url).port
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, 'ops.example.com'])
      expect([host, await statusFor(host)]).toEqual([host, 200])
    for (const host of [
      `evil.example:${port}`,
      'evil.example',
      'ops.example.com.evil.example',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
    ])
      expect([host, await statusFor(host)]).toEqual([host, 401])
    await named.stop()
  })
})

describe('every answer', () => {
  test('carries security headers and a request id that is also in the error', async () => {
    const answer = await app.browser().send('GET', '/api/nothing')
    expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('strict-transport-security')).toBeNull()
  })
})

describe('a change', () => {
  const body = { name: 'x', spec: {} }
  test.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 400],
    [{}, 400],
  ])('from %o is answered with %i', async (headers, status) => {
    expect((await admin.send('POST', '/api/health/canaries', { body, headers })).status).toBe(status)
  })
})

describe('paths', () => {
  test('answer with and without /api, and with slashes too many', async () => {
    for (const path of ['/api/auth/whoami', '/auth/whoami', '//auth//whoami', '/api//auth/whoami'])
      expect((await admin.send('GET', path)).body.message).toBe('success')
  })

  test('of pages give the page to a browser that asks for one, whatever the API has there', async () => {
    const page = { headers: { accept: 'text/html,application/xhtml+xml' } }
    for (const path of ['/', '/health', '/login', '/health/checks', '/some/unknown/page']) {
      const answer = await app.browser().send('GET', path, page)
      expect([200, 503]).toContain(answer.status)
      expect(answer.headers.get('content-type')).toMatch(/text\/(html|plain)/)
    }
    expect((await admin.send('GET', '/api/health/checks', page)).headers.get('content-type')).toContain(
      'json',
    )
  })

  test("that do not exist are 404, in JSON: 'Invalid api endpoint' [ERR-017]", async () => {
    for (const path of ['/api/nothing', '/api/auth/whoami/nothing', '/nothing'])
      for (const method of ['GET', 'POST'])
        expect(await admin.send(method, path)).toMatchObject({
          status: 404,
          body: { code: 'ENOTFOUND', error: 'Invalid api endpoint' },
        })
  })
})

test('roles decide: a viewer reads and changes nothing, a responder may run [RBAC-020]', async () => {
  const asRole = async (role: string | null) => {
    await app.database.pool.query('delete from core.people_roles')
    if (role !== null)
      await app.database.pool.query('insert into core.people_roles select id, $1 from core.people', [role])
  }
  const { body } = await admin.send('POST', '/api/health/canaries', {
    body: { name: 'roles', spec: { exec: [{ name: 'a', script: 'true' }] } },
  })
  const { rows } = await app.database.pool.query<{ id: string }>(
    'select id from core.checks where canary_id = $1',
    [body.id],
  )
  const attempt = async () => ({
    read: (await admin.send('GET', '/api/health/checks')).status,
    write: (await admin.send('DELETE', `/api/health/canaries/01900000-0000-7000-8000-000000000000`)).status,
    run: (await admin.send('POST', `/api/canary/run/check/${rows[0]?.id}`)).status,
  })
  await asRole('viewer')
  expect(await attempt()).toEqual({ read: 200, write: 403, run: 403 })
  await asRole(null)
  expect(await attempt()).toEqual({ read: 200, write: 403, run: 403 })
  await asRole('responder')
  expect(await attempt()).toEqual({ read: 200, write: 403, run: 200 })
  await asRole('editor')
  expect(await attempt()).toEqual({ read: 200, write: 404, run: 200 })
  await asRole('admin')
})

test('the API describes itself: every route with its parameters and answer', async () => {
  const { status, body } = await admin.send('GET', '/api/openapi.json')
  expect(status).toBe(200)
  expect(body.openapi).toBe('3.1.0')
  expect(Object.keys(body.paths)).toEqual(
    expect.arrayContaining(['/api/auth/whoami', '/api/health/checks', '/api/canary/run/check/{id}']),
  )
  const list = body.paths['/api/health/checks'].get
  expect(list.parameters.map((parameter: { name: string }) => parameter.name)).toContain('sortBy')
  expect(list.description).toBe('Needs read on canaries. Closed while the feature health is disabled.')
})

test('the version of the server is told [SHELL-010]', async () => {
  expect((await admin.send('GET', '/api/about')).body.Version).toMatch(/^\d+\.\d+\.\d+/)
  expect((await admin.send('GET', '/api/canary/about')).body.Version).toMatch(/^\d+\.\d+\.\d+/)
})
