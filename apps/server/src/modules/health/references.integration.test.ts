import { createServer } from 'node:http'
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen, startHttpServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

let app: TestApp
let browser: TestBrowser
let target: TestServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-'))
  target = await startHttpServer()
  app = await startTestApp({
    environment: {
      SECRETS_DIR: join(folder, 'secrets'),
      CONFIG_MAPS_DIR: join(folder, 'maps'),
      SECRET_FILES_DIR: join(folder, 'files'),
    },
  })
  browser = await app.signedIn()
})
afterAll(async () => {
  await target.stop()
  await rm(folder, { recursive: true })
})

/** Mounts a value as Kubernetes does, or replaces what is mounted. */
async function mount(place: string, key: string, value: string): Promise<void> {
  const home = join(folder, place)
  const version = `..${process.hrtime.bigint()}`
  await mkdir(join(home, version), { recursive: true })
  await writeFile(join(home, version, key), value)
  await symlink(version, join(home, '..data_tmp'))
  await rename(join(home, '..data_tmp'), join(home, '..data'))
  await symlink(join('..data', key), join(home, key)).catch(() => {})
}

let made = 0

async function create(check: Record<string, unknown>, namespace = 'default'): Promise<string> {
  made += 1
  const name = `kept-${made}`
  const answer = await browser.send('POST', '/api/health/canaries', {
    body: { name, namespace, spec: { http: [{ name, url: at('/echo'), ...check }] } },
  })
  expect(answer.status).toBe(201)
  const { rows } = await app.database.pool.query<{ id: string }>(
    'select id from core.checks where canary_id = $1',
    [answer.body.id],
  )
  return rows[0]?.id ?? ''
}

const at = (path: string) => `http://127.0.0.1:${target.port}${path}`
const run = async (id: string) => (await browser.send('POST', `/api/canary/run/check/${id}`)).body

/** Everything that is stored of a check, with its canary and the log of what was done. */
async function everythingStored(): Promise<string> {
  const tables = [
    'canaries',
    'checks',
    'check_state',
    'check_statuses',
    'check_data',
    'audit_log',
    'connections',
  ]
  const rows = await Promise.all(
    tables.map(async (table) => (await app.database.pool.query(`select * from core.${table}`)).rows),
  )
  return JSON.stringify(rows)
}

describe('a check that refers to a mounted secret', () => {
  const token = { name: 'X-Token', valueFrom: { secretKeyRef: { name: 'shop', key: 'token' } } }

  test('uses it as it is at the moment of the run, and shows it nowhere [SPEC-010]', async () => {
    await mount('secrets/shop', 'token', 'first-token-value\n')
    const id = await create({
      headers: [token, { name: 'X-Short', value: 'secret://shop/token' }],
      test: { expr: 'json.headers["x-token"] == json.headers["x-short"]' },
      display: { expr: 'json.headers["x-token"]' },
    })
    expect(await run(id)).toMatchObject({ state: 'healthy', message: '***' })
    await mount('secrets/shop', 'token', 'second-token-value')
    const again = await create({
      headers: [token],
      test: { expr: 'json.headers["x-token"] == "second-token-" + "value"' },
    })
    expect(await run(again)).toMatchObject({ state: 'healthy' })
    await mount('secrets/shop', 'token', 'third-token-value')
    const third = await run(again)
    expect(third).toMatchObject({ state: 'unhealthy' })
    expect(JSON.stringify(third)).not.toContain('token-value')
    const stored = await everythingStored()
    expect(stored).not.toMatch(/(?:first|second|third)-token-value/)
    // The reference itself must not be a reference.
    expect(stored).toContain('secretKeyRef')
    expect(stored).toContain('secret://shop/token')
  })

  test('of the same namespace, and of no other', async () => {
    await mount('secrets/bank/vault', 'pin', 'pin-of-the-bank')
    const spec = { headers: [{ name: 'X-Pin', value: 'secret://vault/pin' }] }
    expect(await run(await create(spec, 'bank'))).toMatchObject({ state: 'healthy' })
    expect(await run(await create(spec, 'shop'))).toMatchObject({
      state: 'unknown',
      error: 'headers[0].value: there is no secret "vault" with the key "pin" for the namespace "shop"',
    })
  })

  test('or to a Config Map and a file, in every field that may hold a secret [SPEC-010]', async () => {
    await mount('maps/account', 'user', 'monitor-user')
    await mkdir(join(folder, 'files'), { recursive: true })
    await writeFile(join(folder, 'files/password'), 'monitor-password\n')
    const id = await create({
      authentication: {
        basic: true,
        username: { valueFrom: { configMapKeyRef: { name: 'account', key: 'user' } } },
        password: 'file://password',
      },
      test: {
        expr: `json.headers.authorization == "Basic ${Buffer.from('monitor-user:monitor-password').toString('base64')}"`,
      },
    })
    expect(await run(id)).toMatchObject({ state: 'healthy' })
  })

  test('says what is missing, and what it makes no sense with, without telling it', async () => {
    expect(await run(await create({ password: 'env://HOME', username: 'x' }))).toMatchObject({
      state: 'unknown',
      error: 'password: there is no environment variable "HOME" that SECRET_VARIABLES lets checks read',
    })
    await mount('secrets/broken', 'header', 'two\nlines-of-it')
    const broken = await run(await create({ headers: [{ name: 'X', value: 'secret://broken/header' }] }))
    expect(broken).toMatchObject({ state: 'unknown' })
    expect(broken.error).toContain('a header value is one line')
    expect(JSON.stringify(broken)).not.toContain('lines-of-it')
  })

  test('keeps the reference when masks are sent back', async () => {
    const text = `http:
  - name: typed
    url: ${at('/echo')} # as typed
    username: plain-user
    password: secret://shop/token
`
    const { body } = await browser.send('POST', '/api/health/canaries', {
      body: { name: 'typed', namespace: 'default', text },
    })
    expect(body.text).toBe(text.replace('plain-user', '"***"'))
    const changed = await browser.send('PUT', `/api/health/canaries/${body.id}`, {
      body: { name: 'typed', text: `${body.text}# more\n`, revision: body.revision },
    })
    expect(changed).toMatchObject({
      status: 200,
      body: { spec: { http: [{ username: '***', password: 'secret://shop/token' }] } },
    })
  })
})

describe('a connection that refers to a mounted secret', () => {
  test('is used with it, and shows the reference [SPEC-010, CON-008]', async () => {
    await mount('secrets/infra/crm', 'password', 'crm-password')
    await mount('maps/crm', 'user', 'jane')
    const sent: (string | undefined)[] = []
    const answering = createServer((request, response) => {
      sent.push(request.headers.authorization)
      response.end('{}')
    })
    const crm = await listen(answering, 0)
    const form = {
      name: 'crm',
      namespace: 'infra',
      type: 'http',
      url: `http://127.0.0.1:${crm.port}/`,
      username: 'configmap://crm/user',
      password: 'secret://crm/password',
    }
    const created = await browser.send('POST', '/api/connections', { body: form })
    expect(created).toMatchObject({
      status: 201,
      body: { url: form.url, username: 'configmap://crm/user', password: 'secret://crm/password' },
    })
    const proof = (password: string) => `Basic ${Buffer.from(`jane:${password}`).toString('base64')}`
    const id = await create({ url: undefined, connection: 'connection://infra/crm' })
    expect(await run(id)).toMatchObject({ state: 'healthy' })
    await mount('secrets/infra/crm', 'password', 'crm-password-2')
    expect(await run(id)).toMatchObject({ state: 'healthy' })
    expect(sent).toEqual([proof('crm-password'), proof('crm-password-2')])
    expect(await browser.send('POST', `/api/connections/${created.body.id}/test`)).toMatchObject({
      status: 200,
    })
    await rm(join(folder, 'secrets/infra'), { recursive: true })
    expect(await run(id)).toMatchObject({
      state: 'unknown',
      error:
        'connection: the connection infra/crm: password: there is no secret "crm" with the key "password" for the namespace "infra"',
    })
    expect(
      await browser.send('POST', '/api/connections', {
        body: { ...form, name: 'b', password: 'secret://crm' },
      }),
    ).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'password', message: 'write secret://name/key' }] },
    })
    await crm.stop()
  })
})

describe('a trial', () => {
  /** Fails as often as it is told to, then is well. */
  async function startFlaky(failures: number) {
    let left = failures
    const server = await listen(
      createServer((_request, response) => {
        response.writeHead(left-- > 0 ? 503 : 200).end('x')
      }),
      0,
    )
    return server
  }
  const tryCheck = async (check: Record<string, unknown>, common: Record<string, unknown> = {}) =>
    (
      await browser.send('POST', '/api/health/canaries/try', {
        body: { name: 'tried', spec: { ...common, http: [{ name: 'tried', ...check }] } },
      })
    ).body.results[0]

  test('tries again as a run does, and says how often', async () => {
    const flaky = await startFlaky(2)
    const url = `http://127.0.0.1:${flaky.port}/`
    const retries = { maxRetries: 4, interval: '10ms' }
    expect(await tryCheck({ url }, { retries })).toMatchObject({
      state: 'healthy',
      attempts: { made: 3, most: 5 },
      details: {
        retries: { attempts: [{ state: 'unhealthy' }, { state: 'unhealthy' }, { state: 'healthy' }] },
      },
    })
    expect(await tryCheck({ url })).toMatchObject({ state: 'healthy', attempts: null })
    await flaky.stop()
  })

  test('ends before the caller stops waiting', async () => {
    const flaky = await startFlaky(9)
    const url = `http://127.0.0.1:${flaky.port}/`
    expect(
      await tryCheck({ url, timeout: '10s', retries: { maxRetries: 3, interval: '41s' } }),
    ).toMatchObject({ state: 'unhealthy', attempts: { made: 1, most: 4 } })
    await flaky.stop()
  })

  test('reads what the check refers to', async () => {
    await mount('secrets/shop', 'token', 'token-of-trial')
    const answer = await tryCheck({
      url: at('/echo'),
      headers: [{ name: 'X', value: 'secret://shop/token' }],
      test: { expr: 'json.headers.x.endsWith("of-trial")' },
    })
    expect(answer).toMatchObject({ state: 'healthy' })
    expect(JSON.stringify(answer)).not.toContain('of-trial')
  })
})
