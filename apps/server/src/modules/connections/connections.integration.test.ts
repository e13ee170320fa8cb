import { describe, expect, test } from 'vitest'
import { createSecrets } from '../../platform/secrets.ts'
import { TEST_SECRET_KEY, type TestBrowser } from '../../testing/app.ts'
import { changedTogether } from '../../testing/together.ts'
import { storeShownUrls } from './find.ts'
import { PASSWORD, useConnections } from './testing.ts'

const connections = useConnections()
const { at, form, create } = connections

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
      name: `server-${connections.made}`,
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
    const { rows } = await connections.app.database.pool.query(
      `select * from core.connections where id = $1`,
      [id],
    )
    const stored = JSON.stringify(rows)
    const log = JSON.stringify(
      (await connections.app.database.pool.query(`select * from core.audit_log where resource_id = $1`, [id]))
        .rows,
    )
    const shown = [
      await connections.admin.send('GET', '/api/connections'),
      await connections.admin.send('GET', `/api/connections/${id}`),
      await connections.admin.send('GET', '/api/db/connections?select=*'),
    ]
    for (const text of [stored, log, ...shown.map(({ body }) => JSON.stringify(body))])
      for (const secret of [PASSWORD, 'monitor-user', 'the certificate', 'prop-secret-1', 'url-secret-1'])
        expect(text).not.toContain(secret)
    expect(rows[0].password).toMatch(/^sealed:v1:/)
  })

  test('a topic of ntfy that was stored while it was no secret is masked without being saved again', async () => {
    const { id } = await create({ type: 'http' })
    const { pool } = connections.app.database
    const topic = 'topic-of-an-earlier-release'
    // As each release has stored it: what is shown is decided by the type when it is read.
    const properties = JSON.stringify({ topic: createSecrets(TEST_SECRET_KEY).seal(topic) })
    await pool.query(
      `update core.connections set type = 'ntfy', url = null, shown_url = null, properties = $2 where id = $1`,
      [id, properties],
    )
    const shown = [
      await connections.admin.send('GET', '/api/connections'),
      await connections.admin.send('GET', `/api/connections/${id}`),
      await connections.admin.send('GET', '/api/db/connections?select=*'),
    ]
    const { rows } = await pool.query('select * from core.connections where id = $1', [id])
    for (const text of [...shown.map(({ body }) => body), rows].map((value) => JSON.stringify(value)))
      expect(text).not.toContain(topic)
    expect(shown[1]?.body).toMatchObject({ type: 'ntfy', properties: { topic: '***' } })
  })

  test('of an address only the secret parts are masked, and come back with it', async () => {
    const url = 'postgres://me:url-secret@db.example:5432/shop?sslmode=disable'
    const shown = 'postgres://***:***@db.example:5432/shop?sslmode=disable'
    const connection = await create({ type: 'postgres', url, password: PASSWORD })
    expect(connection.url).toBe(shown)
    const path = `/api/db/connections?id=eq.${connection.id}&select=url`
    expect((await connections.admin.send('GET', path)).body).toEqual([{ url: shown }])
    const stored = async () => {
      const { rows } = await connections.app.database.pool.query<{ url: string }>(
        'select url from core.connections where id = $1',
        [connection.id],
      )
      const opened = createSecrets(TEST_SECRET_KEY).unseal(rows[0]?.url ?? '')
      return opened.ok ? opened.value : ''
    }
    const send = (body: object) =>
      connections.admin.send('PATCH', path, { body, headers: { prefer: 'return=representation' } })
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
    const { pool } = connections.app.database
    await pool.query('update core.connections set shown_url = null where id = $1', [connection.id])
    const read = async () =>
      (
        await connections.admin.send(
          'GET',
          `/api/db/connections?id=eq.${connection.id}&select=url,updated_at`,
        )
      ).body[0]
    const before = await read()
    expect(before.url).toBe('***')
    await storeShownUrls(pool, createSecrets(TEST_SECRET_KEY))
    expect(await read()).toEqual({ ...before, url: 'redis://***:***@cache.example/1' })
  })

  test('the data service gives id, name and type only to who asks for them [SET-044]', async () => {
    const { id, name } = await create(secretive)
    const answer = await connections.admin.send('GET', `/api/db/connections?select=id,name,type&id=eq.${id}`)
    expect(answer.body).toEqual([{ id, name, type: 'http' }])
  })

  test('a mask that is written back keeps what is stored, an empty text takes it away', async () => {
    const connection = await create(secretive)
    const kept = await connections.admin.send('PUT', `/api/connections/${connection.id}`, {
      body: { ...connection, username: '' },
    })
    expect(kept).toMatchObject({ status: 200, body: { username: null, password: '***', url: at('/***') } })
    const works = await connections.admin.send('POST', `/api/connections/${connection.id}/test`)
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
        await connections.admin.send('PUT', `/api/connections/${connection.id}`, { body: led }),
        await connections.admin.send('POST', '/api/connections/test', { body: led }),
      ]) {
        expect(answer.status).toBe(400)
        expect(answer.body.problems).toContainEqual(again('password', field))
      }
    }
    const moved = { ...kept.body, url: at('/other'), namespace: 'elsewhere' }
    expect(
      await connections.admin.send('PUT', `/api/connections/${connection.id}`, { body: moved }),
    ).toMatchObject({
      status: 200,
    })
    const masked = await connections.admin.send('POST', '/api/connections', {
      body: form({ password: '***' }),
    })
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
    const answer = await connections.admin.send('POST', '/api/connections', { body: form(fields) })
    expect(answer.status).toBe(400)
    expect(answer.body.problems).toEqual([{ path, message }])
  })

  test('a name is taken once in a namespace, and free again when its connection is gone', async () => {
    const { id, name } = await create()
    const again = { name, type: 'http' }
    const taken = await connections.admin.send('POST', '/api/connections', { body: again })
    expect(taken).toMatchObject({
      status: 409,
      body: { problems: [{ path: 'name', message: 'is taken in this namespace' }] },
    })
    expect(await create({ ...again, namespace: 'elsewhere' })).toMatchObject({ namespace: 'elsewhere' })
    const other = await create()
    const renamed = await connections.admin.send('PUT', `/api/connections/${other.id}`, { body: again })
    expect(renamed.status).toBe(409)
    expect((await connections.admin.send('DELETE', `/api/connections/${id}`)).status).toBe(200)
    expect((await connections.admin.send('GET', `/api/connections/${id}`)).status).toBe(404)
    expect(await create(again)).toMatchObject({ name })
  })
})

describe('through the data service', () => {
  test('a change keeps what another one changes at the same time', async () => {
    const { id } = await create()
    const changes = [{ insecure_tls: true }, { namespace: 'elsewhere' }]
    await changedTogether(connections.app, 'core.connections', id, () =>
      changes.map((body) => connections.admin.send('PATCH', `/api/db/connections?id=eq.${id}`, { body })),
    )
    expect((await connections.admin.send('GET', `/api/connections/${id}`)).body).toMatchObject({
      insecure_tls: true,
      namespace: 'elsewhere',
    })
  })

  test('connections are listed in order, created, updated and deleted by id [CON-055]', async () => {
    const name = `listed-${connections.made}`
    const send = (method: string, query: string, body?: unknown) =>
      connections.admin.send(method, `/api/db/connections${query}`, {
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
    const { rows } = await connections.app.database.pool.query(
      `select action from core.audit_log where resource = 'connections' and resource_id = $1 order by id`,
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['create', 'update', 'delete'])
  })

  test('a change of a secret is in the audit log, the secret is not', async () => {
    const connection = await create({ password: 'the first one' })
    await connections.admin.send('PUT', `/api/connections/${connection.id}`, {
      body: { ...connection, password: 'the second one' },
    })
    const same = { ...connection, password: 'the second one' }
    await connections.admin.send('PUT', `/api/connections/${connection.id}`, { body: same })
    const { rows } = await connections.app.database.pool.query(
      `select before, after from core.audit_log where resource_id = $1 and action = 'update'`,
      [connection.id],
    )
    expect(rows).toHaveLength(1)
    expect(Object.keys(rows[0].after)).toEqual(['revision'])
  })
})

test('a connection from elsewhere than the interface can be neither changed nor deleted [CON-006]', async () => {
  const connection = await create()
  await connections.app.database.pool.query(
    `update core.connections set source = 'KubernetesCRD' where id = $1`,
    [connection.id],
  )
  const path = `/api/connections/${connection.id}`
  expect(
    await connections.admin.send('PUT', path, { body: { ...connection, insecure_tls: true } }),
  ).toMatchObject({
    status: 409,
    body: { error: 'This connection comes from KubernetesCRD and is changed there' },
  })
  expect((await connections.admin.send('DELETE', path)).status).toBe(409)
  await connections.app.database.pool.query(`update core.connections set source = '' where id = $1`, [
    connection.id,
  ])
  expect((await connections.admin.send('DELETE', path)).status).toBe(200)
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
  const editor = await connections.app.person('conn.editor@example.com', ['editor'])
  expect(await statuses(editor.browser)).toEqual([200, 403, 403, 403, 403, 403, 403])
  const viewer = await connections.app.person('conn.viewer@example.com', ['viewer'])
  expect(await statuses(viewer.browser)).toEqual([403, 403, 403, 403, 403, 403, 403])
})
