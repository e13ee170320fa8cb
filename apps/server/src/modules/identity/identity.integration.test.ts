import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { administrator, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})

async function newFlow(browser: TestBrowser, query = '') {
  const { body } = await browser.send('GET', `/kratos/self-service/login/browser${query}`)
  return { id: body.id, csrf: body.ui?.nodes[0].attributes.value, body }
}

const submit = (browser: TestBrowser, flow: string, fields: Record<string, string>) =>
  browser.send('POST', `/kratos/self-service/login?flow=${flow}`, { body: { method: 'password', ...fields } })

const right = { identifier: administrator.email, password: administrator.password }

describe('the login flow', () => {
  test('is created, read and submitted [ID-014]', async () => {
    const browser = app.browser()
    const { id, csrf, body } = await newFlow(browser, '?return_to=/health')
    expect(body).toMatchObject({
      type: 'browser',
      return_to: '/health',
      refresh: false,
      requested_aal: 'aal1',
    })
    expect(body.ui).toMatchObject({ method: 'POST', messages: [] })
    expect(body.ui.action).toBe(`${app.url}/kratos/self-service/login?flow=${id}`)
    expect(
      body.ui.nodes.map(
        (node: { group: string; attributes: { name: string } }) => `${node.group} ${node.attributes.name}`,
      ),
    ).toEqual(['default csrf_token', 'default identifier', 'password password', 'password method'])
    const read = await browser.send('GET', `/kratos/self-service/login/flows?id=${id}`)
    expect(read.body).toEqual(body)
    const done = await submit(browser, id, { csrf_token: csrf, ...right })
    expect(done.status).toBe(200)
    expect(done.body.session).toMatchObject({
      active: true,
      identity: { traits: { email: administrator.email } },
    })
    expect(browser.cookies.has('binnacle_session')).toBe(true)
  })

  test('a wrong password gives the form again with a message, and what was typed but the password [ID-031]', async () => {
    const browser = app.browser()
    const { id, csrf } = await newFlow(browser)
    const wrong = await submit(browser, id, {
      csrf_token: csrf,
      identifier: 'Admin@Example.com',
      password: 'wrong',
    })
    expect(wrong.status).toBe(400)
    expect(wrong.body.ui.messages).toMatchObject([{ id: 4_000_006, type: 'error' }])
    expect(wrong.body.ui.nodes[1].attributes.value).toBe('Admin@Example.com')
    expect(JSON.stringify(wrong.body)).not.toContain('"wrong"')
    expect((await submit(browser, id, { csrf_token: csrf, ...right })).status).toBe(200)
  })

  test('whether an account exists is not told: same answer, same order of time', async () => {
    const answerTo = async (identifier: string) => {
      const browser = app.browser()
      const { id, csrf } = await newFlow(browser)
      const started = performance.now()
      const { status, body } = await submit(browser, id, {
        csrf_token: csrf,
        identifier,
        password: 'wrong password',
      })
      return { status, messages: body.ui.messages, time: performance.now() - started }
    }
    await answerTo('warm@example.com')
    const known = await answerTo(administrator.email)
    const unknown = await answerTo('nobody@example.com')
    expect(unknown).toMatchObject({ status: known.status, messages: known.messages })
    expect(unknown.time).toBeGreaterThan(known.time / 4)
  })

  test('empty fields are named', async () => {
    const browser = app.browser()
    const { id, csrf } = await newFlow(browser)
    const { status, body } = await submit(browser, id, { csrf_token: csrf })
    expect(status).toBe(400)
    expect(
      body.ui.nodes
        .filter((node: { messages: unknown[] }) => node.messages.length > 0)
        .map((node: { attributes: { name: string }; messages: { text: string }[] }) => [
          node.attributes.name,
          node.messages[0]?.text,
        ]),
    ).toEqual([
      ['identifier', 'This field is required'],
      ['password', 'This field is required'],
    ])
  })

  test('addresses are one in every spelling', async () => {
    const browser = app.browser()
    const { id, csrf } = await newFlow(browser)
    const done = await submit(browser, id, {
      csrf_token: csrf,
      identifier: ' ＡDMIN@example.com ',
      password: administrator.password,
    })
    expect(done.status).toBe(200)
  })

  test('without the token of the form, or from another browser, it is refused', async () => {
    const browser = app.browser()
    const { id, csrf } = await newFlow(browser)
    expect(await submit(browser, id, right)).toMatchObject({
      status: 403,
      body: { error: { id: 'security_csrf_violation' } },
    })
    expect(await submit(browser, id, { csrf_token: `${csrf}x`, ...right })).toMatchObject({ status: 403 })
    const other = app.browser()
    await newFlow(other)
    expect(await submit(other, id, { csrf_token: csrf, ...right })).toMatchObject({ status: 403 })
    expect(await other.send('GET', `/kratos/self-service/login/flows?id=${id}`)).toMatchObject({
      status: 403,
    })
  })

  test('an ended, expired or unknown form is refused', async () => {
    const browser = app.browser()
    const first = await newFlow(browser)
    await submit(browser, first.id, { csrf_token: first.csrf, ...right })
    expect(await submit(browser, first.id, { csrf_token: first.csrf, ...right })).toMatchObject({
      status: 404,
    })
    const other = app.browser()
    const second = await newFlow(other)
    await app.database.pool.query(
      `update core.identity_flows set expires_at = now() - interval '1 second' where id = $1`,
      [second.id],
    )
    expect(await submit(other, second.id, { csrf_token: second.csrf, ...right })).toMatchObject({
      status: 410,
      body: { error: { id: 'self_service_flow_expired' } },
    })
    expect(await submit(other, 'nonsense', right)).toMatchObject({ status: 404 })
  })

  test.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/a\nb',
    'javascript:alert(1)',
    '\\/evil',
  ])('return_to %j is refused', async (target) => {
    const { status, body } = await app
      .browser()
      .send('GET', `/kratos/self-service/login/browser?return_to=${encodeURIComponent(target)}`)
    expect([status, body.error.id, body.error.reason]).toEqual([
      400,
      'self_service_flow_return_to_forbidden',
      'The return_to address is not allowed.',
    ])
  })

  test('someone who is signed in already is told so, unless they refresh', async () => {
    const browser = await app.signedIn()
    expect(await browser.send('GET', '/kratos/self-service/login/browser')).toMatchObject({
      status: 400,
      body: { error: { id: 'session_already_available' } },
    })
    expect(await browser.send('GET', '/kratos/self-service/login/browser?refresh=true')).toMatchObject({
      status: 200,
      body: { refresh: true },
    })
  })

  test('a browser without scripts is led by redirects', async () => {
    const browser = app.browser()
    const page = { headers: { accept: 'text/html' } }
    const start = await browser.send('GET', '/kratos/self-service/login/browser?return_to=/health', page)
    expect(start.status).toBe(303)
    const id = /flow=(.+)$/.exec(start.headers.get('location') ?? '')?.[1] ?? ''
    const flow = await browser.send('GET', `/kratos/self-service/login/flows?id=${id}`)
    const form = new URLSearchParams({
      csrf_token: flow.body.ui.nodes[0].attributes.value,
      ...right,
      method: 'password',
    })
    const done = await browser.send('POST', `/kratos/self-service/login?flow=${id}`, {
      body: form.toString(),
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/health'])
  })
})

describe('sessions', () => {
  test('whoami gives the session, and 401 to a stranger [ID-020]', async () => {
    const browser = await app.signedIn()
    expect(await browser.send('GET', '/kratos/sessions/whoami')).toMatchObject({
      status: 200,
      body: {
        active: true,
        identity: { traits: { email: administrator.email, name: { first: 'Administrator', last: '' } } },
      },
    })
    expect(await browser.send('GET', '/api/.ory/sessions/whoami')).toMatchObject({ status: 200 })
    expect(await app.browser().send('GET', '/kratos/sessions/whoami')).toMatchObject({ status: 401 })
  })

  test('the product says who someone is, with roles', async () => {
    const browser = await app.signedIn()
    const { body } = await browser.send('GET', '/api/auth/whoami')
    expect(body).toMatchObject({
      message: 'success',
      payload: { user: { email: administrator.email, name: 'Administrator' }, roles: ['admin'] },
    })
  })

  test('logout makes a flow and submits its token; then the session is over [ID-019]', async () => {
    const browser = await app.signedIn()
    const session = browser.cookies.get('binnacle_session') ?? ''
    const { body } = await browser.send('GET', '/kratos/self-service/logout/browser')
    expect(await browser.send('GET', '/kratos/self-service/logout?token=wrong')).toMatchObject({
      status: 403,
    })
    expect((await browser.send('GET', '/kratos/sessions/whoami')).status).toBe(200)
    expect((await browser.send('GET', `/kratos/self-service/logout?token=${body.logout_token}`)).status).toBe(
      204,
    )
    browser.cookies.set('binnacle_session', session)
    expect((await browser.send('GET', '/kratos/sessions/whoami')).status).toBe(401)
  })

  test('an expired session does not sign in, and neither does one of a removed person', async () => {
    const browser = await app.signedIn()
    await app.database.pool.query(`update core.sessions set expires_at = now() - interval '1 second'`)
    expect((await browser.send('GET', '/api/auth/whoami')).status).toBe(401)
    const other = await app.signedIn()
    await app.database.pool.query('update core.people set deleted_at = now()')
    expect((await other.send('GET', '/api/auth/whoami')).status).toBe(401)
    await app.database.pool.query('update core.people set deleted_at = null')
  })

  test('neither password nor token can be read from the database', async () => {
    const browser = await app.signedIn()
    const { rows } = await app.database.pool.query(
      `select hash as stored from core.passwords union all select encode(token_digest, 'base64') from core.sessions`,
    )
    const stored = JSON.stringify(rows)
    expect(stored).toContain('$argon2id$')
    expect(stored).not.toContain(administrator.password)
    expect(stored).not.toContain(browser.cookies.get('binnacle_session'))
  })

  test('the cookie is out of reach of scripts and of other sites', async () => {
    const browser = app.browser()
    const answer = await browser.signIn()
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('binnacle_session='))
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie).toMatch(/Path=\//)
  })
})

describe('the first administrator', () => {
  const fields = {
    'traits.name.first': 'Ada',
    'traits.name.last': 'Lovelace',
    'traits.email': 'Ada@Example.com',
    password: 'analytical engine',
    method: 'password',
  }
  const register = async (
    browser: TestBrowser,
    changed: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) => {
    const flow = await browser.send('GET', '/kratos/self-service/registration/browser', { headers })
    return browser.send('POST', `/kratos/self-service/registration?flow=${flow.body.id}`, {
      headers,
      body: { csrf_token: flow.body.ui.nodes[0].attributes.value, ...fields, ...changed },
    })
  }

  test('is created in the browser where the environment names none, once', async () => {
    const fresh = await startTestApp({ environment: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' } })
    expect(await fresh.app.setup()).toMatchObject({ needed: true, exposed: false })
    const browser = fresh.browser()
    expect(await browser.send('GET', '/kratos/self-service/login/browser?return_to=/health')).toMatchObject({
      status: 422,
      body: {
        error: { id: 'browser_location_change_required' },
        redirect_browser_to: `${fresh.url}/registration?return_to=%2Fhealth`,
      },
    })
    const weak = await register(browser, {
      password: 'short',
      'traits.email': 'nobody',
      'traits.name.first': '',
    })
    expect(weak.status).toBe(400)
    expect(
      weak.body.ui.nodes
        .filter((node: { messages: unknown[] }) => node.messages.length > 0)
        .map((node: { attributes: { name: string } }) => node.attributes.name),
    ).toEqual(['traits.name.first', 'traits.email', 'password'])
    const flows = await Promise.all([register(browser), register(fresh.browser())])
    expect(flows.map((flow) => flow.status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await fresh.browser().send('GET', '/kratos/self-service/registration/browser')).toMatchObject({
      status: 400,
      body: { error: { id: 'self_service_flow_disabled' } },
    })
    const signedIn = fresh.browser()
    expect((await signedIn.signIn({ email: 'ada@example.com', password: 'analytical engine' })).status).toBe(
      200,
    )
    expect((await signedIn.send('GET', '/api/auth/whoami')).body.payload).toMatchObject({
      user: { name: 'Ada Lovelace' },
      roles: ['admin'],
    })
    await fresh.stop()
  })

  const nobody = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }

  test.each([
    [{ HOST: '0.0.0.0' }],
    [{ PUBLIC_URL: 'https://ops.example.com' }],
    [{ PUBLIC_URL: 'http://192.0.2.1:8080' }],
  ])('needs the code that was printed where others reach the server: %o', async (environment) => {
    const open = await startTestApp({ environment: { ...nobody, ...environment } })
    const { code, exposed } = await open.app.setup()
    expect(exposed).toBe(true)
    expect(code.length).toBeGreaterThan(8)
    const browser = open.browser()
    expect((await register(browser)).status).toBe(400)
    expect((await register(browser, { setup_code: 'wrong' })).status).toBe(400)
    expect((await register(browser, { setup_code: code })).status).toBe(200)
    await open.stop()
  })

  test('needs the code through a proxy that nobody told of; all processes have the same one', async () => {
    const first = await startTestApp({ environment: nobody })
    const second = await startTestApp({ database: first.database, environment: nobody })
    const { code } = await second.app.setup()
    const proxied = { 'x-forwarded-for': '203.0.113.7' }
    expect((await register(first.browser(), {}, proxied)).status).toBe(400)
    // `fetch` sets the host itself.
    const answer = await new Promise<IncomingMessage>((resolve) => {
      const headers = { host: 'ops.example.com', accept: 'application/json' }
      get(`${first.url}/kratos/self-service/registration/browser`, { headers }, resolve)
    })
    expect(await text(answer)).toContain('"name":"setup_code"')
    const withCode = await register(first.browser(), { setup_code: code }, proxied)
    expect(withCode.status).toBe(200)
    await first.stop()
    await second.stop()
  })

  test('of the environment is created only if nobody has an account', async () => {
    const again = await startTestApp({
      database: app.database,
      environment: { ADMIN_EMAIL: 'second@example.com', ADMIN_PASSWORD: 'another password' },
    })
    expect(
      (await again.browser().signIn({ email: 'second@example.com', password: 'another password' })).status,
    ).toBe(400)
    expect((await again.browser().signIn()).status).toBe(200)
    await again.stop()
  })

  test.each(['Binnacle2026!', 'administrator1', 'password2026!', 'Watch-harbor99'])(
    'of the environment needs a password that a person could choose: %s stops the start',
    async (ADMIN_PASSWORD) => {
      const environment = { ADMIN_PASSWORD, PUBLIC_URL: 'http://watch.harbor.example.net' }
      await expect(startTestApp({ environment })).rejects.toThrow(/^ADMIN_PASSWORD cannot be used: /)
      // Where somebody has an account the variable means nothing.
      const again = await startTestApp({ environment, database: app.database })
      await again.stop()
    },
  )
})
