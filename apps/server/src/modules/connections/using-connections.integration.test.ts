import { UNTESTABLE_CONNECTION } from '@binnacle/contract/connections'
import { describe, expect, test } from 'vitest'
import { createSecrets } from '../../platform/secrets.ts'
import { TEST_SECRET_KEY } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { unreadableConnections } from './find.ts'
import { PASSWORD, useConnections } from './testing.ts'

const connections = useConnections()
const { at, form, create } = connections

describe('a test of a connection', () => {
  test('opens it and answers ok [CON-056]', async () => {
    const { id } = await create()
    const answer = await connections.admin.send('POST', `/connection/test/${id}`)
    expect(answer).toMatchObject({ status: 200, body: { message: 'ok' } })
    expect(answer.body.details).toMatchObject({ code: 200, address: '127.0.0.1' })
    expect((await connections.admin.send('POST', `/api/connection/test/${connections.made}`)).status).toBe(
      400,
    )
    const nobody = '01900000-0000-7000-8000-000000000000'
    expect((await connections.admin.send('POST', `/api/connection/test/${nobody}`)).status).toBe(404)
  })

  test('that cannot be opened says why, without its secrets', async () => {
    const { id } = await create({ url: at('/status?code=401'), username: 'me', password: PASSWORD })
    expect(await connections.admin.send('POST', `/api/connections/${id}/test`)).toMatchObject({
      status: 400,
      body: { error: 'status 401, expected 200 to 299' },
    })
    const wrong = await create({ url: `nonsense-${PASSWORD}`, password: PASSWORD })
    const answer = await connections.admin.send('POST', `/api/connections/${wrong.id}/test`)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain('is not an http or https address')
    expect(answer.body.error).not.toContain(PASSWORD)
  })

  test('is possible before it is stored; masks stand for what is stored', async () => {
    const test = (body: unknown) => connections.admin.send('POST', '/api/connections/test', { body })
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
    expect(await connections.admin.send('POST', `/api/connections/${id}/test`)).toMatchObject({
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
    const answer = await connections.admin.send('POST', '/api/connections/test', {
      body: form({ type, url, username: 'u', password: PASSWORD, properties: { bucket: 'b' } }),
    })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatch(/127\.0\.0\.1:1.*(refused|closed)|refused/)
  })
})

describe('checks that name a connection', () => {
  let checks = 0
  async function check(spec: Readonly<Record<string, unknown>>, metadata = {}): Promise<string> {
    checks += 1
    const name = `named-${checks}`
    const answer = await connections.admin.send('POST', '/api/health/canaries', {
      body: { name, ...metadata, spec: { http: [{ name, ...spec }] } },
    })
    expect(answer.status).toBe(201)
    const { body } = await connections.admin.send('GET', `/api/health/checks?query=${name}`)
    return body.rows[0].id
  }
  const run = async (id: string) => (await connections.admin.send('POST', `/api/canary/run/check/${id}`)).body

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
    const { body } = await connections.admin.send('GET', `/api/health/checks/${id}`)
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
    await connections.admin.send('PUT', `/api/connections/${connection.id}`, {
      body: { ...connection, url: at('/status?code=202') },
    })
    await until(async () => (await run(id)).message === 'status 202')
    await connections.admin.send('DELETE', `/api/connections/${connection.id}`)
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
      const answer = await connections.admin.send('POST', '/api/health/canaries', {
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
    const refused = await connections.admin.send('POST', '/api/health/canaries', {
      body: { name: 'broken', spec: { http: [{ name: 'x', ...template, body: '{{ .token' }] } },
    })
    expect(refused.status).toBe(400)
    expect(refused.body.problems[0].path).toBe('spec.http[0].body')
  })

  test('say that a secret has to be entered again when it was sealed with another key', async () => {
    const connection = await create({ password: 'the old one' })
    const id = await check({ connection: `connection://${connection.name}` })
    const other = createSecrets('another secret key of 32 characters or more').seal('the old one')
    await connections.app.database.pool.query('update core.connections set password = $2 where id = $1', [
      connection.id,
      other,
    ])
    expect(
      await unreadableConnections(connections.app.database.pool, createSecrets(TEST_SECRET_KEY)),
    ).toEqual([`default/${connection.name}`])
    await until(async () => (await run(id)).state === 'unknown')
    expect((await run(id)).error).toMatch(/^connection: the connection default\/\S+: .* enter it again$/)
    const path = `/api/connections/${connection.id}`
    expect((await connections.admin.send('GET', path)).body.password).toBe('***')
    expect((await connections.admin.send('POST', `${path}/test`)).body.error).toContain('enter it again')
    expect((await connections.admin.send('PUT', path, { body: connection })).body.problems).toContainEqual({
      path: 'password',
      message: 'there is no stored value to keep; enter it',
    })
    const changed = { ...connection, url: at('/ok'), password: 'the new one' }
    expect((await connections.admin.send('PUT', path, { body: changed })).status).toBe(200)
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
      error: expect.stringContaining(`add http://127.0.0.1:${connections.target.port}`),
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
