import { UNTESTABLE_CONNECTION } from '@binnacle/contract/connections'
import { startHttpServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSecrets } from '../../platform/secrets.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { changedTogether } from '../../testing/together.ts'
import { until } from '../../testing/until.ts'
import { storeShownUrls, unreadableConnections } from './find.ts'

const PASSWORD = 'sw0rdfish-secret'
/** That of every test application. */
const SECRET_KEY = 'a secret key for tests, long enough'

let app: TestApp
let admin: TestBrowser
let target: TestServer
beforeAll(async () => {
  target = await startHttpServer()
  app = await startTestApp()
  admin = await app.signedIn()
})
afterAll(async () => {
  await target.stop()
})

type Body = Awaited<ReturnType<TestBrowser['send']>>['body']

const at = (path: string) => `http://127.0.0.1:${target.port}${path}`
let made = 0

/** A connection that is sent, with a name that no other test has. */
function form(fields: Readonly<Record<string, unknown>> = {}) {
  made += 1
  return { name: `server-${made}`, type: 'http', url: at('/ok'), ...fields }
}

async function create(fields?: Readonly<Record<string, unknown>>): Promise<Body> {
  const answer = await admin.send('POST', '/api/connections', { body: form(fields) })
  expect(answer.status).toBe(201)
  return answer.body
}

describe('what is stored and shown', () => {
  const secretive = {
    username: 'monitor-user',
    password: PASSWORD,
    certificate: 'the certificate',
    properties: { token: 'prop-secret-1', region: 'eu-west-1' },
  }

  test('the fields of a connection, its namespace default unless given [CON-007][CON-011]', async () => {
    const connection = await create({ ...secretive, insecure_tls: true })
    expect(connection).toEqual({
      id: expect.any(String),
      name: `server-${made}`,
      namespace: 'default',
      type: 'http',
      url: at('/***'),
      username: '***',
      password: '***',
      certificate: '***',
      insecure_tls: true,
      properties: { token: '***', region: 'eu-west-1' },
      source: 'UI',
      created_by: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
  })

  test('secrets are sealed in the database and in no answer', async () => {
    const { id } = await create({ ...secretive, url: at('/ok?token=url-secret-1') })
    const { rows } = await app.database.pool.query(`select * from core.connections where id = $1`, [id])
    const stored = JSON.stringify(rows)
    const log = JSON.stringify(
      (await app.database.pool.query(`select * from core.audit_log where resource_id = $1`, [id])).rows,
    )
    const shown = [
      await admin.send('GET', '/api/connections'),
      await admin.send('GET', `/api/connections/${id}`),
      await admin.send('GET', '/api/db/connections?select=*'),
    ]
    for (const text of [stored, log, ...shown.map(({ body }) => JSON.stringify(body))])
      for (const secret of [PASSWORD, 'monitor-user', 'the certificate', 'prop-secret-1', 'url-secret-1'])
        expect(text).not.toContain(secret)
    expect(rows[0].password).toMatch(/^sealed:v1:/)
  })

  test('of an address only the secret parts are masked, and come back with it', async () => {
    const url = 'postgres://me:url-secret@db.example:5432/shop?sslmode=disable'
    const shown = 'postgres://***:***@db.example:5432/shop?sslmode=disable'
    const connection = await create({ type: 'postgres', url, password: PASSWORD })
    expect(connection.url).toBe(shown)
    const path = `/api/db/connections?id=eq.${connection.id}&select=url`
    expect((await admin.send('GET', path)).body).toEqual([{ url: shown }])
    const stored = async () => {
      const { rows } = await app.database.pool.query<{ url: string }>(
        'select url from core.connections where id = $1',
        [connection.id],
      )
      const opened = createSecrets(SECRET_KEY).unseal(rows[0]?.url ?? '')
      return opened.ok ? opened.value : ''
    }
    const send = (body: object) =>
      admin.send('PATCH', path, { body, headers: { prefer: 'return=representation' } })
    // Clients send whole rows back.
    expect((await send({ ...connection, namespace: 'moved', id: connection.id })).body).toEqual([
      { url: shown },
    ])
    expect(await stored()).toBe(url)
    const led = await send({ url: shown.replace('db.example', 'evil.example') })
    expect(led.status).toBe(400)
    expect(led.body.message).toContain('enter it whole')
    // Another type takes the secret elsewhere, as a mask of the whole address did.
    expect((await send({ url: shown, type: 'mysql' })).status).toBe(400)
    expect(await stored()).toBe(url)
    const renewed = await send({ url: 'postgres://db.example/shop', password: PASSWORD })
    expect(renewed.body).toEqual([{ url: 'postgres://db.example/shop' }])
  })

  test('an address that was stored before is shown without its secrets too, and counts as unchanged', async () => {
    const connection = await create({ type: 'redis', url: 'redis://me:url-secret@cache.example/1' })
    const { pool } = app.database
    await pool.query('update core.connections set shown_url = null where id = $1', [connection.id])
    const read = async () =>
      (await admin.send('GET', `/api/db/connections?id=eq.${connection.id}&select=url,updated_at`)).body[0]
    const before = await read()
    expect(before.url).toBe('***')
    await storeShownUrls(pool, createSecrets(SECRET_KEY))
    expect(await read()).toEqual({ ...before, url: 'redis://***:***@cache.example/1' })
  })

  test('the data service gives id, name and type only to who asks for them [SET-044]', async () => {
    const { id, name } = await create(secretive)
    const answer = await admin.send('GET', `/api/db/connections?select=id,name,type&id=eq.${id}`)
    expect(answer.body).toEqual([{ id, name, type: 'http' }])
  })

  test('a mask that is written back keeps what is stored, an empty text takes it away', async () => {
    const connection = await create(secretive)
    const kept = await admin.send('PUT', `/api/connections/${connection.id}`, {
      body: { ...connection, username: '' },
    })
    expect(kept).toMatchObject({ status: 200, body: { username: null, password: '***', url: at('/***') } })
    const works = await admin.send('POST', `/api/connections/${connection.id}/test`)
    expect(works).toMatchObject({ status: 200, body: { message: 'ok', detail: 'status 200' } })
    const again = (path: string, change: string) => ({
      path,
      message: `enter it again, as ${change} changed`,
    })
    for (const [change, field] of [
      [{ url: 'http://evil.example' }, 'url'],
      [{ url: at('/status').replace('http:', 'https:') }, 'url'],
      [{ type: 'prometheus' }, 'type'],
      [{ insecure_tls: true }, 'insecure_tls'],
      [{ namespace: 'other', username: 'secret://a/b' }, 'namespace'],
      [{ properties: { ...kept.body.properties, tokenURL: 'http://evil.example' } }, 'properties.tokenURL'],
    ] as const) {
      const led = { ...kept.body, ...change }
      for (const answer of [
        await admin.send('PUT', `/api/connections/${connection.id}`, { body: led }),
        await admin.send('POST', '/api/connections/test', { body: led }),
      ]) {
        expect(answer.status).toBe(400)
        expect(answer.body.problems).toContainEqual(again('password', field))
      }
    }
    const moved = { ...kept.body, url: at('/other'), namespace: 'elsewhere' }
    expect(await admin.send('PUT', `/api/connections/${connection.id}`, { body: moved })).toMatchObject({
      status: 200,
    })
    const masked = await admin.send('POST', '/api/connections', { body: form({ password: '***' }) })
    expect(masked).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'password', message: 'there is no stored value to keep; enter it' }] },
    })
  })

  test.each([
    [{ name: '' }, 'name', 'This field is required'],
    [{ namespace: ' ' }, 'namespace', 'This field is required'],
    [{ name: 'a/b' }, 'name', 'must not contain /'],
    [{ type: 'htpt' }, 'type', 'There is no type of connection "htpt"'],
    [{ properties: { db: 3 } }, 'properties.db', 'must be a text'],
  ])('what is wrong is named with its field: %o [CON-010]', async (fields, path, message) => {
    const answer = await admin.send('POST', '/api/connections', { body: form(fields) })
    expect(answer.status).toBe(400)
    expect(answer.body.problems).toEqual([{ path, message }])
  })

  test('a name is taken once in a namespace, and free again when its connection is gone', async () => {
    const { id, name } = await create()
    const again = { name, type: 'http' }
    const taken = await admin.send('POST', '/api/connections', { body: again })
    expect(taken).toMatchObject({
      status: 409,
      body: { problems: [{ path: 'name', message: 'is taken in this namespace' }] },
    })
    expect(await create({ ...again, namespace: 'elsewhere' })).toMatchObject({ namespace: 'elsewhere' })
    const other = await create()
    const renamed = await admin.send('PUT', `/api/connections/${other.id}`, { body: again })
    expect(renamed.status).toBe(409)
    expect((await admin.send('DELETE', `/api/connections/${id}`)).status).toBe(200)
    expect((await admin.send('GET', `/api/connections/${id}`)).status).toBe(404)
    expect(await create(again)).toMatchObject({ name })
  })
})

describe('through the data service', () => {
  test('a change keeps what another one changes at the same time', async () => {
    const { id } = await create()
    const changes = [{ insecure_tls: true }, { namespace: 'elsewhere' }]
    await changedTogether(app, 'core.connections', id, () =>
      changes.map((body) => admin.send('PATCH', `/api/db/connections?id=eq.${id}`, { body })),
    )
    expect((await admin.send('GET', `/api/connections/${id}`)).body).toMatchObject({
      insecure_tls: true,
      namespace: 'elsewhere',
    })
  })

  test('connections are listed in order, created, updated and deleted by id [CON-055]', async () => {
    const name = `listed-${made}`
    const send = (method: string, query: string, body?: unknown) =>
      admin.send(method, `/api/db/connections${query}`, {
        body,
        headers: { prefer: 'return=representation' },
      })
    const added = await send('POST', '?select=id,name,created_by', {
      name,
      type: 'redis',
      url: 'redis://127.0.0.1',
      password: PASSWORD,
      properties: { db: '3' },
    })
    expect(added.status).toBe(201)
    const { id, created_by: creator } = added.body[0]
    expect(creator).toMatch(/^[0-9a-f-]{36}$/)
    await send('POST', '', { name: `${name}-b`, type: 'http' })
    const listed = await send('GET', `?select=name&name=like.${name}*&order=name.desc&deleted_at=is.null`)
    expect(listed.body).toEqual([{ name: `${name}-b` }, { name }])
    const changed = await send('PATCH', `?id=eq.${id}&select=name,namespace,password,properties`, {
      namespace: 'cache',
      password: '***',
    })
    expect(changed.body).toEqual([{ name, namespace: 'cache', password: '***', properties: { db: '***' } }])
    const gone = await send('PATCH', `?id=eq.${id}`, { deleted_at: 'now()' })
    expect(gone.status).toBe(200)
    expect((await send('GET', `?id=eq.${id}&deleted_at=is.null`)).body).toEqual([])
    const { rows } = await app.database.pool.query(
      `select action from core.audit_log where resource = 'connections' and resource_id = $1 order by id`,
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['create', 'update', 'delete'])
  })

  test('a change of a secret is in the audit log, the secret is not', async () => {
    const connection = await create({ password: 'the first one' })
    await admin.send('PUT', `/api/connections/${connection.id}`, {
      body: { ...connection, password: 'the second one' },
    })
    const same = { ...connection, password: 'the second one' }
    await admin.send('PUT', `/api/connections/${connection.id}`, { body: same })
    const { rows } = await app.database.pool.query(
      `select before, after from core.audit_log where resource_id = $1 and action = 'update'`,
      [connection.id],
    )
    expect(rows).toHaveLength(1)
    expect(Object.keys(rows[0].after)).toEqual(['revision'])
  })
})

test('a connection from elsewhere than the interface can be neither changed nor deleted [CON-006]', async () => {
  const connection = await create()
  await app.database.pool.query(`update core.connections set source = 'KubernetesCRD' where id = $1`, [
    connection.id,
  ])
  const path = `/api/connections/${connection.id}`
  expect(await admin.send('PUT', path, { body: { ...connection, insecure_tls: true } })).toMatchObject({
    status: 409,
    body: { error: 'This connection comes from KubernetesCRD and is changed there' },
  })
  expect((await admin.send('DELETE', path)).status).toBe(409)
  await app.database.pool.query(`update core.connections set source = '' where id = $1`, [connection.id])
  expect((await admin.send('DELETE', path)).status).toBe(200)
})

test('adding, editing, deleting and testing need the right to write connections [RBAC-031]', async () => {
  const connection = await create()
  const path = `/api/connections/${connection.id}`
  const statuses = async (who: TestBrowser) =>
    Promise.all(
      [
        who.send('GET', path),
        who.send('POST', '/api/connections', { body: form() }),
        who.send('PUT', path, { body: connection }),
        who.send('POST', `${path}/test`),
        who.send('POST', '/api/connections/test', { body: form() }),
        who.send('POST', '/api/db/connections', { body: form() }),
        who.send('DELETE', path),
      ].map(async (answer) => (await answer).status),
    )
  const editor = await app.person('conn.editor@example.com', ['editor'])
  expect(await statuses(editor.browser)).toEqual([200, 403, 403, 403, 403, 403, 403])
  const viewer = await app.person('conn.viewer@example.com', ['viewer'])
  expect(await statuses(viewer.browser)).toEqual([403, 403, 403, 403, 403, 403, 403])
})

describe('a test of a connection', () => {
  test('opens it and answers ok [CON-056]', async () => {
    const { id } = await create()
    const answer = await admin.send('POST', `/connection/test/${id}`)
    expect(answer).toMatchObject({ status: 200, body: { message: 'ok' } })
    expect(answer.body.details).toMatchObject({ code: 200, address: '127.0.0.1' })
    expect((await admin.send('POST', `/api/connection/test/${made}`)).status).toBe(400)
    const nobody = '01900000-0000-7000-8000-000000000000'
    expect((await admin.send('POST', `/api/connection/test/${nobody}`)).status).toBe(404)
  })

  test('that cannot be opened says why, without its secrets', async () => {
    const { id } = await create({ url: at('/status?code=401'), username: 'me', password: PASSWORD })
    expect(await admin.send('POST', `/api/connections/${id}/test`)).toMatchObject({
      status: 400,
      body: { error: 'status 401, expected 200 to 299' },
    })
    const wrong = await create({ url: `nonsense-${PASSWORD}`, password: PASSWORD })
    const answer = await admin.send('POST', `/api/connections/${wrong.id}/test`)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain('is not an http or https address')
    expect(answer.body.error).not.toContain(PASSWORD)
  })

  test('is possible before it is stored; masks stand for what is stored', async () => {
    const test = (body: unknown) => admin.send('POST', '/api/connections/test', { body })
    expect(await test(form())).toMatchObject({ status: 200, body: { message: 'ok' } })
    expect(await test(form({ url: at('/status?code=500') }))).toMatchObject({ status: 400 })
    const stored = await create({ url: at('/status?code=503') })
    expect(await test({ ...stored, name: 'another name' })).toMatchObject({
      status: 400,
      body: { error: 'status 503, expected 200 to 299' },
    })
  })

  test('of a type that nothing can open says so', async () => {
    const { id } = await create({ type: 'mattermost' })
    expect(await admin.send('POST', `/api/connections/${id}/test`)).toMatchObject({
      status: 501,
      body: { error: UNTESTABLE_CONNECTION },
    })
  })

  test.each([
    ['postgres', 'postgres://$(username):$(password)@127.0.0.1:1/db?sslmode=disable'],
    ['mysql', 'mysql://127.0.0.1:1/db?tls=false'],
    ['redis', '127.0.0.1:1'],
    ['mongo', 'mongodb://127.0.0.1:1/?directConnection=true'],
    ['ldap', 'ldap://127.0.0.1:1'],
    ['prometheus', 'http://127.0.0.1:1'],
    ['elasticsearch', 'http://127.0.0.1:1'],
    ['sftp', '127.0.0.1:1'],
    ['s3', 'http://127.0.0.1:1'],
  ])('of the type %s reaches for its server', async (type, url) => {
    const answer = await admin.send('POST', '/api/connections/test', {
      body: form({ type, url, username: 'u', password: PASSWORD, properties: { bucket: 'b' } }),
    })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatch(/127\.0\.0\.1:1.*(refused|closed)|refused/)
  })
})

describe('checks that name a connection', () => {
  async function check(spec: Readonly<Record<string, unknown>>, metadata = {}): Promise<string> {
    made += 1
    const name = `named-${made}`
    const answer = await admin.send('POST', '/api/health/canaries', {
      body: { name, ...metadata, spec: { http: [{ name, ...spec }] } },
    })
    expect(answer.status).toBe(201)
    const { body } = await admin.send('GET', `/api/health/checks?query=${name}`)
    return body.rows[0].id
  }
  const run = async (id: string) => (await admin.send('POST', `/api/canary/run/check/${id}`)).body

  test('use it by name, by namespace and name, by type too, and by id', async () => {
    const near = await create({ namespace: 'shop', url: at('/status?code=201') })
    const references = [
      [`connection://${near.name}`, 'shop'],
      [`connection://shop/${near.name}`, 'default'],
      [`connection://http/shop/${near.name}`, 'default'],
      [`connection://http/${near.name}`, 'shop'],
      [near.id, 'default'],
    ]
    for (const [connection, namespace] of references) {
      const id = await check({ connection }, { namespace })
      expect({ connection, ...(await run(id)) }).toMatchObject({
        connection,
        state: 'healthy',
        message: 'status 201',
      })
    }
    const wrongType = await check({ connection: `connection://redis/shop/${near.name}` })
    expect(await run(wrongType)).toMatchObject({
      state: 'unknown',
      error: `connection: there is no connection shop/${near.name} of the type redis`,
    })
  })

  test('send its credentials, which are in no result', async () => {
    const { name } = await create({ url: at('/echo'), username: 'monitor-user', password: PASSWORD })
    const id = await check({ connection: `connection://${name}`, responseContent: 'not there' })
    const result = await run(id)
    expect(result.state).toBe('unhealthy')
    const { headers } = JSON.parse(result.details.content)
    expect(headers.authorization).toMatch(/^Basic .*\*\*\*/)
    expect(JSON.stringify(result)).not.toContain(PASSWORD)
    const { body } = await admin.send('GET', `/api/health/checks/${id}`)
    expect(body).toMatchObject({
      endpoint: `connection://${name}`,
      spec: { connection: `connection://${name}` },
    })
  })

  test('cannot ask whether an answer has them, letter by letter', async () => {
    const { name } = await create({ url: at('/echo'), username: 'monitor-user', password: PASSWORD })
    const basic = Buffer.from(`monitor-user:${PASSWORD}`).toString('base64')
    const asking = (more: object) => check({ connection: `connection://${name}`, ...more })
    for (const more of [
      { responseContent: basic },
      { responseContent: basic.slice(-12, -2) },
      { responseJSONContent: { path: '$.headers.authorization', value: `Basic ${basic}` } },
    ])
      expect(await run(await asking(more))).toMatchObject({ state: 'unhealthy' })
    expect(await run(await asking({ responseContent: 'Basic ' }))).toMatchObject({ state: 'healthy' })
  })

  test('do not show them to scripts, which could spell them in another way', async () => {
    const { name } = await create({ url: at('/echo'), username: 'monitor-user', password: PASSWORD })
    const shift = `json.headers.authorization.split('').map((c) => c.charCodeAt(0) + 1).join(' ')`
    const spelling = await check({ connection: `connection://${name}`, display: { javascript: shift } })
    const { message } = await run(spelling)
    const basic = Buffer.from(`monitor-user:${PASSWORD}`).toString('base64')
    const codes = Array.from(basic, (sign) => sign.charCodeAt(0) + 1)
    expect(message).not.toContain(codes.slice(-12).join(' '))
    // B, a, s, i, c and what stands for the rest.
    expect(message).toMatch(/^67 98 116 106 100 33 .*43 43 43/)
  })

  test('see a change with the next run, and that it is gone', async () => {
    const connection = await create({ url: at('/status?code=201') })
    const id = await check({ connection: `connection://${connection.name}` })
    expect(await run(id)).toMatchObject({ message: 'status 201' })
    await admin.send('PUT', `/api/connections/${connection.id}`, {
      body: { ...connection, url: at('/status?code=202') },
    })
    await until(async () => (await run(id)).message === 'status 202')
    await admin.send('DELETE', `/api/connections/${connection.id}`)
    await until(async () => (await run(id)).state === 'unknown')
    expect(await run(id)).toMatchObject({
      pass: false,
      error: `connection: there is no connection default/${connection.name}`,
    })
  })

  test('may be there before it, and say what is missing until then', async () => {
    const id = await check({ connection: 'connection://comes-later' })
    expect(await run(id)).toMatchObject({
      state: 'unknown',
      error: 'connection: there is no connection default/comes-later',
    })
    await create({ name: 'comes-later' })
    await until(async () => (await run(id)).state === 'healthy')
  })

  test.each(['connection://', 'connection://a/b/c/d', 'connection://a//b', 'shop'])(
    'are refused when the reference "%s" is malformed',
    async (connection) => {
      const answer = await admin.send('POST', '/api/health/canaries', {
        body: { name: 'malformed', spec: { http: [{ name: 'x', connection }] } },
      })
      expect(answer.status).toBe(400)
      expect(answer.body.problems[0].path).toBe('spec.http[0].connection')
      expect(answer.body.problems[0].message).toContain('names no connection; write connection://name')
    },
  )

  test('fill their bodies from templates, which are looked at when they are saved', async () => {
    const template = {
      url: at('/echo'),
      method: 'POST',
      templateBody: true,
      env: [{ name: 'token', value: 'env-secret-1', secret: true }],
    }
    const id = await check({
      ...template,
      body: 'token={{ .token }} {{ len "abc" }}',
      responseContent: 'token=env-secret-1 3',
    })
    const result = await run(id)
    expect(result).toMatchObject({ state: 'healthy' })
    const refused = await admin.send('POST', '/api/health/canaries', {
      body: { name: 'broken', spec: { http: [{ name: 'x', ...template, body: '{{ .token' }] } },
    })
    expect(refused.status).toBe(400)
    expect(refused.body.problems[0].path).toBe('spec.http[0].body')
  })

  test('say that a secret has to be entered again when it was sealed with another key', async () => {
    const connection = await create({ password: 'the old one' })
    const id = await check({ connection: `connection://${connection.name}` })
    const other = createSecrets('another secret key of 32 characters or more').seal('the old one')
    await app.database.pool.query('update core.connections set password = $2 where id = $1', [
      connection.id,
      other,
    ])
    expect(await unreadableConnections(app.database.pool, createSecrets(SECRET_KEY))).toEqual([
      `default/${connection.name}`,
    ])
    await until(async () => (await run(id)).state === 'unknown')
    expect((await run(id)).error).toMatch(/^connection: the connection default\/\S+: .* enter it again$/)
    const path = `/api/connections/${connection.id}`
    expect((await admin.send('GET', path)).body.password).toBe('***')
    expect((await admin.send('POST', `${path}/test`)).body.error).toContain('enter it again')
    expect((await admin.send('PUT', path, { body: connection })).body.problems).toContainEqual({
      path: 'password',
      message: 'there is no stored value to keep; enter it',
    })
    const changed = { ...connection, url: at('/ok'), password: 'the new one' }
    expect((await admin.send('PUT', path, { body: changed })).status).toBe(200)
    await until(async () => (await run(id)).state === 'healthy')
  })

  test('with an address of another server get none of its secrets', async () => {
    const { name } = await create({ url: 'http://localhost:1/', username: 'me', password: PASSWORD })
    const elsewhere = await check({
      connection: `connection://${name}`,
      url: at('/echo'),
      responseContent: 'not there',
    })
    const result = await run(elsewhere)
    expect(JSON.parse(result.details.content).headers).not.toHaveProperty('authorization')
    const lonely = await create({ url: '', username: 'me', password: PASSWORD })
    const refused = await check({ connection: `connection://${lonely.name}`, url: at('/echo') })
    expect(await run(refused)).toMatchObject({
      state: 'unknown',
      error: expect.stringContaining(`add http://127.0.0.1:${target.port}`),
    })
    const properties = { servers: at('') }
    const account = await create({ url: '', username: 'me', password: PASSWORD, properties })
    const lent = await check({
      connection: `connection://${account.name}`,
      url: at('/echo'),
      responseContent: 'not there',
    })
    const sent = await run(lent)
    expect(JSON.parse(sent.details.content).headers.authorization).toMatch(/^Basic .*\*\*\*/)
  })
})
