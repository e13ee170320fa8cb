import { totpCode } from '@binnacle/identity'
import { beforeAll, describe, expect, test } from 'vitest'
import { administrator, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let admin: TestBrowser
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
})

interface Row {
  actor: string
  person_id: string | null
  session_id: string | null
  address: string | null
  action: string
  resource: string
  resource_id: string | null
  resource_name: string | null
  after: Record<string, unknown> | null
  user_agent: string | null
  occurrences: number
}
const rows = async (filter: string): Promise<Row[]> =>
  (await admin.send('GET', `/api/db/audit_log?order=created_at.asc,id.asc&${filter}`)).body
/** Rows that nobody waits for are written soon. */
const eventually = async (filter: string, count = 1): Promise<Row[]> => {
  await until(async () => (await rows(filter)).length >= count)
  return rows(filter)
}
const everything = async () =>
  JSON.stringify((await app.database.pool.query('select * from core.audit_log')).rows)

describe('signing in', () => {
  test('is written down with its method, session, address and browser', async () => {
    const { id, browser } = await app.person('ada@example.com', ['viewer'])
    const [row, ...more] = await rows(`person_id=eq.${id}`)
    expect(more).toEqual([])
    expect(row).toMatchObject({
      actor: 'ada@example.com',
      action: 'sign in',
      resource: 'sessions',
      resource_name: 'ada',
      after: { methods: 'password', aal: 'aal1' },
      user_agent: 'node',
    })
    expect(row?.address).toMatch(/127\.0\.0\.1/)
    expect(row?.session_id).toBe(row?.resource_id)
    const long = { 'user-agent': 'x'.repeat(5_000) }
    const flow = await browser.send('GET', '/kratos/self-service/login/browser?refresh=true')
    await browser.send('POST', `/kratos/self-service/login?flow=${flow.body.id}`, {
      headers: long,
      body: {
        csrf_token: flow.body.ui.nodes[0].attributes.value,
        identifier: 'ada@example.com',
        password: administrator.password,
        method: 'password',
      },
    })
    const [confirmed] = await rows(`person_id=eq.${id}&action=eq.confirm identity`)
    expect(confirmed?.user_agent).toBe('x'.repeat(200))
  })

  test('with a wrong password is written down with the account, once a minute and with a count', async () => {
    const { id } = await app.person('grace@example.com')
    for (let count = 0; count < 4; count += 1)
      await app.browser().signIn({ email: 'grace@example.com', password: `hunter2 number ${count}` })
    const failed = `person_id=eq.${id}&action=eq.sign-in failed`
    expect(await eventually(failed)).toMatchObject([
      { actor: 'not signed in', resource_name: 'grace', after: { reason: 'wrong password' }, occurrences: 1 },
    ])
    expect(await everything()).not.toContain('hunter2')
  })

  test('to an account that is not there keeps nothing of what was typed', async () => {
    await app.browser().signIn({ email: 'my secret password', password: 'x' })
    const [row] = await eventually('action=eq.sign-in failed&person_id=is.null')
    expect(row).toMatchObject({
      actor: 'not signed in',
      resource_id: null,
      resource_name: null,
      after: { reason: 'unknown account' },
    })
    expect(await everything()).not.toContain('my secret password')
  })

  test('too often is written down as that', async () => {
    const { id } = await app.person('joan@example.com')
    for (let count = 0; count < 7; count += 1)
      await app.browser().signIn({ email: 'joan@example.com', password: 'wrong' })
    const reasons = (await eventually(`person_id=eq.${id}&action=eq.sign-in failed`, 2)).map(
      ({ after }) => after?.['reason'],
    )
    expect(reasons).toEqual(['wrong password', 'too many attempts'])
  })

  test('with a second factor names both steps, and a wrong code is written down', async () => {
    const { id, browser } = await app.person('mary@example.com')
    const settings = await browser.send('GET', '/kratos/self-service/settings/browser')
    const nodes: { attributes: { id?: string; name?: string; text?: { text: string }; value?: string } }[] =
      settings.body.ui.nodes
    const secret =
      nodes.find(({ attributes }) => attributes.id === 'totp_secret_key')?.attributes.text?.text ?? ''
    const token = nodes.find(({ attributes }) => attributes.name === 'csrf_token')?.attributes.value
    const made = await browser.send('POST', `/kratos/self-service/settings?flow=${settings.body.id}`, {
      body: { csrf_token: token, method: 'totp', totp_code: totpCode(secret, new Date()) },
    })
    expect(made.status).toBe(200)
    const again = app.browser()
    await again.signIn({ email: 'mary@example.com', password: administrator.password })
    const second = await again.send('GET', '/kratos/self-service/login/browser?aal=aal2')
    const answer = (code: string) =>
      again.send('POST', `/kratos/self-service/login?flow=${second.body.id}`, {
        body: {
          csrf_token: second.body.ui.nodes[0].attributes.value,
          method: 'totp',
          totp_code: code,
        },
      })
    await answer('000000')
    expect((await answer(totpCode(secret, new Date(Date.now() + 30_000)))).status).toBe(200)
    await eventually(`person_id=eq.${id}&action=eq.second factor failed`)
    expect(
      (await rows(`person_id=eq.${id}`)).map(({ action, after }) => [action, after?.['methods']]),
    ).toEqual(
      expect.arrayContaining([
        ['sign in', 'password'],
        ['add second factor', undefined],
        ['enter password', 'password'],
        ['second factor failed', undefined],
        ['sign in', 'password, totp'],
      ]),
    )
    expect(await everything()).not.toContain(secret)
  })
})

describe('a session', () => {
  test('that is signed out is written down', async () => {
    const { id, browser } = await app.person('dora@example.com')
    const { body } = await browser.send('GET', '/kratos/self-service/logout/browser')
    await browser.send('GET', body.logout_url)
    expect(await rows(`person_id=eq.${id}&action=eq.sign out`)).toMatchObject([
      { resource: 'sessions', session_id: expect.any(String), resource_name: 'dora' },
    ])
  })

  test('that is ended from another one, or by an administrator, is written down with who did it', async () => {
    const { id, browser } = await app.person('emmy@example.com')
    await app.browser().signIn({ email: 'emmy@example.com', password: administrator.password })
    await app.browser().signIn({ email: 'emmy@example.com', password: administrator.password })
    const { body } = await browser.send('GET', '/kratos/sessions')
    await browser.send('DELETE', `/kratos/sessions/${body[0].id}`)
    await browser.send('DELETE', '/kratos/sessions')
    expect(await rows(`person_id=eq.${id}&action=in.(end session,end other sessions)`)).toMatchObject([
      { action: 'end session', resource_id: body[0].id },
      { action: 'end other sessions', after: { ended: '1' } },
    ])
    const form = { id, firstName: 'Emmy', lastName: 'N', email: 'emmy@example.com', active: false }
    await admin.send('POST', '/api/people/update', { body: form })
    const ended = await rows('action=eq.end session&resource_name=eq.Emmy N')
    expect(ended).toMatchObject([{ actor: administrator.email, resource: 'sessions' }])
  })
})

describe('recovery', () => {
  test('that is asked for is written down, for an account and for none, and so is a wrong code', async () => {
    const { id } = await app.person('ida@example.com')
    const ask = async (email: string) => {
      const browser = app.browser()
      const flow = await browser.send('GET', '/kratos/self-service/recovery/browser')
      const submit = (fields: object) =>
        browser.send('POST', `/kratos/self-service/recovery?flow=${flow.body.id}`, {
          body: { csrf_token: flow.body.ui.nodes[0].attributes.value, method: 'code', ...fields },
        })
      await submit({ email })
      await submit({ code: '00000000' })
    }
    await ask('ida@example.com')
    await ask('nobody at all@example.com')
    await ask('nobody@example.com')
    expect(await eventually(`person_id=eq.${id}&action=eq.recovery requested`)).toMatchObject([
      { after: { reason: 'code sent' }, resource_name: 'ida' },
    ])
    expect(await eventually('person_id=is.null&action=eq.recovery requested')).toMatchObject([
      { after: { reason: 'unknown account' }, resource_name: null },
    ])
    await eventually('action=eq.recovery failed')
    expect(await everything()).not.toContain('nobody')
  })
})

describe('an invitation', () => {
  test('that is used is written down with the account that it makes', async () => {
    const invited = await admin.send('POST', '/api/auth/invite_user', {
      body: { firstName: 'Lise', lastName: 'M', email: 'lise@example.com', role: 'viewer' },
    })
    const browser = app.browser()
    const flow = await browser.send(
      'GET',
      `/kratos/self-service/registration/browser?invitation=${new URL(invited.body.link).searchParams.get('invitation')}`,
    )
    const done = await browser.send('POST', `/kratos/self-service/registration?flow=${flow.body.id}`, {
      body: {
        csrf_token: flow.body.ui.nodes[0].attributes.value,
        method: 'password',
        password: 'fission of nuclei',
        traits: { email: 'lise@example.com', name: { first: 'Lise', last: 'M' } },
      },
    })
    expect(done.status).toBe(200)
    const found = await rows('actor=eq.lise@example.com')
    expect(found.map(({ action, resource }) => [action, resource])).toEqual(
      expect.arrayContaining([
        ['accept invitation', 'invitations'],
        ['create', 'people'],
        ['sign in', 'sessions'],
      ]),
    )
  })
})

describe('an access token', () => {
  test('that is used from a new network is written down, once for each', async () => {
    const trusting = await startTestApp({ environment: { TRUSTED_PROXIES: 'loopback' } })
    const owner = await trusting.signedIn()
    const made = await owner.send('POST', '/api/auth/tokens', {
      body: { name: 'script', role: 'viewer', days: 1 },
    })
    const use = (address: string) =>
      trusting.browser().send('GET', '/api/whoami', {
        headers: { authorization: `Bearer ${made.body.token}`, 'x-forwarded-for': address },
      })
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2'])
      expect((await use(address)).status).toBe(200)
    const found = await owner.send(
      'GET',
      '/api/db/audit_log?action=eq.use from new address&order=created_at.asc,id.asc',
    )
    expect(found.body.map((row: Row) => row.after)).toEqual([
      { network: '192.0.2.1' },
      { network: '192.0.2.2' },
      { network: '2001:db8:0:0' },
    ])
    expect(found.body[0]).toMatchObject({
      resource_id: made.body.id,
      token_id: made.body.id,
      address: '192.0.2.1',
    })
    expect(JSON.stringify(found.body)).not.toContain(made.body.token)
  })
})
