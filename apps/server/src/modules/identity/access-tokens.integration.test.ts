import { DAY } from '@binnacle/contract/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

let app: TestApp
let clock: ManualClock
let admin: TestBrowser
beforeAll(async () => {
  clock = createManualClock(new Date())
  app = await startTestApp({ clock })
  admin = await app.signedIn()
})

const make = (body: Readonly<Record<string, unknown>>) => admin.send('POST', '/api/auth/tokens', { body })
const using = (authorization: string, method = 'GET', path = '/api/auth/whoami', body?: unknown) =>
  app.browser().send(method, path, { headers: { authorization }, ...(body === undefined ? {} : { body }) })
const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

describe('an access token', () => {
  test('is made with a name, a role and an end, listed without its text, used, and revoked', async () => {
    const made = await make({ name: 'deployment', role: 'viewer', days: 30 })
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'deployment',
        role: 'viewer',
        last_used_at: null,
        token: expect.stringMatching(/^binnacle_/),
      },
    })
    const { token, ...shown } = made.body
    expect(new Date(shown.expires_at).getTime()).toBe(clock.now().getTime() + 30 * DAY)
    expect((await admin.send('GET', '/api/auth/tokens')).body).toEqual([shown])
    for (const authorization of [
      `Bearer ${token}`,
      `bearer ${token}`,
      basic('token', token),
      basic('', token),
    ])
      expect(await using(authorization)).toMatchObject({
        status: 200,
        body: { payload: { user: { email: 'admin@example.com' }, roles: ['viewer'] } },
      })
    expect((await admin.send('GET', '/api/auth/tokens')).body[0].last_used_at).toBe(clock.now().toISOString())
    const { rows } = await app.database.pool.query(
      'select *, token_digest::text as digest from core.access_tokens',
    )
    expect(JSON.stringify(rows)).not.toContain(token)
    expect((await admin.send('DELETE', `/api/auth/tokens/${shown.id}`)).status).toBe(200)
    expect((await admin.send('DELETE', `/api/auth/tokens/${shown.id}`)).status).toBe(404)
    expect((await using(`Bearer ${token}`)).status).toBe(401)
    const log = await app.database.pool.query(
      `select action, actor, resource_name from core.audit_log where resource = 'access_tokens' order by id`,
    )
    expect(log.rows).toEqual(
      ['create', 'use from new address', 'delete'].map((action) => ({
        action,
        actor: 'admin@example.com',
        resource_name: 'deployment',
      })),
    )
  })

  test('does what its role may, and no more', async () => {
    const { token } = (await make({ name: 'reader', role: 'viewer' })).body
    const canary = { apiVersion: 'canaries.flanksource.com/v1', kind: 'Canary' }
    expect((await using(`Bearer ${token}`, 'GET', '/api/canary/api/summary')).status).toBe(200)
    expect((await using(`Bearer ${token}`, 'POST', '/api/canary/apply', canary)).status).not.toBe(200)
    expect((await using(`Bearer ${token}`, 'GET', '/api/db/identities')).status).toBe(403)
    const { token: full } = (await make({ name: 'writer', role: 'admin' })).body
    expect((await using(`Bearer ${full}`, 'GET', '/api/db/identities')).status).toBe(200)
  })

  test('has no higher role than its owner, neither when it is made nor later', async () => {
    const { token } = (await make({ name: 'demoted', role: 'admin' })).body
    await app.database.pool.query(`update core.people_roles set role = 'responder'`)
    expect((await using(`Bearer ${token}`)).body.payload.roles).toEqual(['responder'])
    expect(await make({ name: 'higher', role: 'editor' })).toMatchObject({
      status: 403,
      body: { problems: [{ path: 'role' }] },
    })
    expect((await make({ name: 'equal', role: 'responder' })).status).toBe(201)
    await app.database.pool.query(`update core.people_roles set role = 'admin'`)
  })

  test('is made only by somebody who gave a password a short time ago, and never with a token', async () => {
    const { token } = (await make({ name: 'parent', role: 'viewer' })).body
    expect(
      (await using(`Bearer ${token}`, 'POST', '/api/auth/tokens', { name: 'child', role: 'viewer' })).status,
    ).toBe(403)
    clock.advance(16 * 60_000)
    expect(await make({ name: 'late', role: 'viewer' })).toMatchObject({
      status: 403,
      body: { code: 'EREAUTHENTICATE' },
    })
    admin = await app.signedIn()
  })

  test('ends with its time, and with its owner', async () => {
    const { token } = (await make({ name: 'short', role: 'viewer', days: 1 })).body
    await app.database.pool.query('update core.people set deleted_at = now()')
    expect((await using(`Bearer ${token}`)).status).toBe(401)
    await app.database.pool.query('update core.people set deleted_at = null')
    expect((await using(`Bearer ${token}`)).status).toBe(200)
    clock.advance(DAY)
    expect((await using(`Bearer ${token}`)).status).toBe(401)
    admin = await app.signedIn()
  })

  test.each([
    'Bearer binnacle_wrong',
    'Bearer ',
    'Bearer',
    '',
    'Digest x',
    'Basic !!!',
    basic('token', 'binnacle_wrong'),
    basic('admin@example.com', 'correct horse battery'),
    Buffer.from('no colon').toString('base64'),
  ])('%j opens nothing, even with a good cookie', async (authorization) => {
    const answer = await admin.send('GET', '/api/auth/whoami', { headers: { authorization } })
    expect(answer.status).toBe(401)
  })

  test.each([
    [{ role: 'viewer' }, 'name'],
    [{ name: '  ', role: 'viewer' }, 'name'],
    [{ name: 'x'.repeat(101), role: 'viewer' }, 'name'],
    [{ name: 'a', role: 'owner' }, 'role'],
    [{ name: 'a', role: 'viewer', days: 0 }, 'days'],
    [{ name: 'a', role: 'viewer', days: 367 }, 'days'],
    [{ name: 'a', role: 'viewer', days: 1.5 }, 'days'],
  ])('%j is refused, with the field named', async (body, field) => {
    expect(await make(body)).toMatchObject({ status: 400, body: { problems: [{ path: field }] } })
  })

  test('with a name that cannot be stored is refused, and the field is named', async () => {
    expect(await make({ name: 'a\0b', role: 'viewer', days: 30 })).toMatchObject({
      status: 400,
      body: {
        code: 'EINVALID',
        problems: [{ path: 'name', message: 'This text holds a null character, which cannot be stored' }],
      },
    })
  })

  test('has its own name', async () => {
    await make({ name: 'twice', role: 'viewer' })
    expect(await make({ name: 'twice', role: 'viewer' })).toMatchObject({
      status: 409,
      body: { problems: [{ path: 'name' }] },
    })
  })

  test('of somebody else cannot be seen or removed', async () => {
    const { rows } = await app.database.pool.query(
      `with person as (insert into core.people (name, email) values ('Grace', 'grace@example.com') returning id)
       insert into core.access_tokens (person_id, name, role, token_digest, created_at, expires_at)
       select id, 'hers', 'viewer', '\\x01', now(), now() from person returning id`,
    )
    const { body } = await admin.send('GET', '/api/auth/tokens')
    expect(JSON.stringify(body)).not.toContain('hers')
    expect((await admin.send('DELETE', `/api/auth/tokens/${rows[0].id}`)).status).toBe(404)
    expect((await admin.send('DELETE', '/api/auth/tokens/nonsense')).status).toBe(404)
  })
})
