import { DAY } from '@binnacle/contract/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import { administrator, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { beginFlow, submitFlow } from '../../testing/flows.ts'

/** Milliseconds in which a stream is cut at once. Without being told, the server looks at its reader every 20 s. */
const AT_ONCE = { timeout: 10_000 }
let app: TestApp
let clock: ManualClock
beforeAll(async () => {
  clock = createManualClock(new Date())
  app = await startTestApp({ clock })
})

const whoami = async (browser: TestBrowser) => (await browser.send('GET', '/kratos/sessions/whoami')).status

/** Reads a stream of changes until it ends. */
async function readLive(headers: Readonly<Record<string, string>>) {
  const response = await fetch(`${app.url}/api/live?topics=checks`, { headers })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const first = await reader?.read()
  expect(first?.value).toContain('event: ready')
  const ended = (async () => {
    for (;;) if ((await reader?.read())?.done !== false) return true
  })()
  return { ended, cancel: () => reader?.cancel() }
}

const cookieOf = (browser: TestBrowser) => ({
  cookie: `binnacle_session=${browser.cookies.get('binnacle_session') ?? ''}`,
})

describe('sessions', () => {
  test('are listed with browser and address, without the one in use, and signed out one by one or all', async () => {
    const mine = await app.signedIn()
    await mine.send('DELETE', '/kratos/sessions')
    const others = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
    const { status, body } = await mine.send('GET', '/kratos/sessions')
    expect(status).toBe(200)
    expect(body.length).toBe(3)
    expect(body[0]).toMatchObject({
      active: true,
      authenticator_assurance_level: 'aal1',
      devices: [{ ip_address: '127.0.0.1', user_agent: 'node' }],
    })
    expect((await mine.send('DELETE', `/kratos/sessions/${body[0].id}`)).status).toBe(204)
    expect((await mine.send('DELETE', `/kratos/sessions/${body[0].id}`)).status).toBe(404)
    expect((await Promise.all(others.map(whoami))).toSorted((a, b) => a - b)).toEqual([200, 200, 401])
    expect(await mine.send('DELETE', '/kratos/sessions')).toMatchObject({ status: 200, body: { count: 2 } })
    expect(await Promise.all(others.map(whoami))).toEqual([401, 401, 401])
    expect(await whoami(mine)).toBe(200)
    const own = (await mine.send('GET', '/kratos/sessions/whoami')).body.id
    expect((await mine.send('DELETE', `/kratos/sessions/${own}`)).status).toBe(400)
  })

  test('of others are out of reach, and the list is not for strangers', async () => {
    const mine = await app.signedIn()
    const { rows } = await app.database.pool.query(
      `with person as (insert into core.people (name, email) values ('Grace', 'grace@example.com') returning id)
       insert into core.sessions (token_digest, person_id, authenticated_at, expires_at, last_seen_at, issued_at)
       select '\\x00', id, $1, $1::timestamptz + interval '1 day', $1, $1 from person returning id`,
      [clock.now()],
    )
    expect((await mine.send('DELETE', `/kratos/sessions/${rows[0].id}`)).status).toBe(404)
    expect((await mine.send('DELETE', '/kratos/sessions/nonsense')).status).toBe(404)
    for (const method of ['GET', 'DELETE'])
      expect((await app.browser().send(method, '/kratos/sessions')).status).toBe(401)
  })

  test('end three days after they were used last, and two weeks after they began', async () => {
    const idle = await app.signedIn()
    const used = await app.signedIn()
    const days: { idle: number; used: number }[] = []
    for (let day = 1; day <= 3; day += 1) {
      clock.advance(DAY)
      const listed = (await used.send('GET', '/kratos/sessions')).body.length
      days.push({ idle: listed, used: await whoami(used) })
    }
    expect(days.map((day) => day.used)).toEqual([200, 200, 200])
    expect((days[1]?.idle ?? 0) > (days[2]?.idle ?? 0)).toBe(true)
    expect(await whoami(idle)).toBe(401)
    for (let day = 4; day < 14; day += 1) {
      clock.advance(DAY)
      expect(await whoami(used)).toBe(200)
    }
    clock.advance(DAY)
    expect(await whoami(used)).toBe(401)
  })

  test('get another token when somebody signs in again, and the old one is worth nothing', async () => {
    const browser = await app.signedIn()
    const before = browser.cookies.get('binnacle_session') ?? ''
    const { body: session } = await browser.send('GET', '/kratos/sessions/whoami')
    const flow = await beginFlow(browser, 'login', '?refresh=true')
    await browser.send('POST', `/kratos/self-service/login?flow=${flow.id}`, {
      body: {
        csrf_token: flow.csrf,
        identifier: session.identity.traits.email,
        password: 'correct horse battery',
        method: 'password',
      },
    })
    expect((await browser.send('GET', '/kratos/sessions/whoami')).body.id).toBe(session.id)
    const thief = app.browser()
    thief.cookies.set('binnacle_session', before)
    expect(await whoami(thief)).toBe(401)
  })

  test('that end take their open streams with them', AT_ONCE, async () => {
    const mine = await app.signedIn()
    const other = await app.signedIn()
    const kept = await readLive(cookieOf(mine))
    const cut = await readLive(cookieOf(other))
    await mine.send('DELETE', '/kratos/sessions')
    expect(await cut.ended).toBe(true)
    const state = await Promise.race([kept.ended, whoami(mine).then(() => 'open')])
    expect(state).toBe('open')
    await kept.cancel()
  })

  test('that get another token end the streams of the old one', AT_ONCE, async () => {
    const browser = await app.signedIn()
    const cut = await readLive(cookieOf(browser))
    const flow = await beginFlow(browser, 'login', '?refresh=true')
    await submitFlow(browser, flow, {
      identifier: 'admin@example.com',
      password: 'correct horse battery',
      method: 'password',
    })
    expect(await cut.ended).toBe(true)
    const renewed = await readLive(cookieOf(browser))
    await renewed.cancel()
  })

  test('that are none but a token lose their streams when it is revoked', AT_ONCE, async () => {
    const browser = await app.signedIn()
    const made = await browser.send('POST', '/api/auth/tokens', { body: { name: 'stream', role: 'viewer' } })
    const cut = await readLive({ authorization: `Bearer ${made.body.token}` })
    await browser.send('DELETE', `/api/auth/tokens/${made.body.id}`)
    expect(await cut.ended).toBe(true)
  })

  test('have cookies for this host alone where the product is served over https, and take no others', async () => {
    const secure = await startTestApp({ environment: { PUBLIC_URL: 'https://binnacle.example.com' } })
    const browser = secure.browser()
    const form = await browser.send('GET', '/kratos/self-service/login/browser')
    const answer = await browser.signIn()
    const set = [...form.headers.getSetCookie(), ...answer.headers.getSetCookie()]
    // What browsers demand of the prefix: Secure, the path /, and no Domain.
    for (const cookie of set) {
      expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax/)
      expect(cookie).not.toMatch(/domain/i)
    }
    expect(set.map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-binnacle_form',
      '__Host-binnacle_session',
      '__Host-binnacle_device',
    ])
    expect(await whoami(browser)).toBe(200)
    // Another host of the domain, or a page without https, can plant a cookie of the plain name.
    const planted = secure.browser()
    planted.cookies.set('binnacle_session', browser.cookies.get('__Host-binnacle_session') ?? '')
    expect(await whoami(planted)).toBe(401)
    expect((await planted.send('GET', '/api/whoami')).status).toBe(401)
    await secure.stop()
  })
})

describe('errors of a browser without scripts', () => {
  const page = { headers: { accept: 'text/html' } }

  test('are kept for the page that shows them', async () => {
    const browser = app.browser()
    const flow = await beginFlow(browser, 'login')
    const answer = await browser.send('POST', `/kratos/self-service/login?flow=${flow.id}`, {
      body: 'csrf_token=forged',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.status).toBe(303)
    const id = /^\/error\/([0-9a-f-]{36})$/.exec(answer.headers.get('location') ?? '')?.[1] ?? ''
    expect(await browser.send('GET', `/kratos/self-service/errors?id=${id}`)).toMatchObject({
      status: 200,
      body: { id, error: { id: 'security_csrf_violation', code: 403 } },
    })
    clock.advance(61 * 60_000)
    for (const unknown of [id, 'nonsense', ''])
      expect((await browser.send('GET', `/kratos/self-service/errors?id=${unknown}`)).status).toBe(404)
    const late = await browser.send('POST', `/kratos/self-service/login?flow=${flow.id}`, {
      body: `csrf_token=${flow.csrf}`,
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([late.status, late.headers.get('location')]).toEqual([303, '/login'])
  })

  test('lead to the sign-in without a session, and home with one', async () => {
    const stranger = await app.browser().send('GET', '/kratos/self-service/settings/browser', page)
    expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/login'])
    const browser = await app.signedIn()
    const again = await browser.send('GET', '/kratos/self-service/login/browser', page)
    expect([again.status, again.headers.get('location')]).toEqual([303, '/'])
  })

  test.each(['[]', 'null', '{"identifier":{"a":["b"]}}', '"\\ud800"'])(
    'a body that is no form is one with empty fields (%#)',
    async (body) => {
      const browser = app.browser()
      const flow = await beginFlow(browser, 'login')
      const answer = await browser.send('POST', `/kratos/self-service/login?flow=${flow.id}`, { body })
      expect(answer.status).toBe(403)
    },
  )

  test.each([
    ['{"a":'.repeat(9) + '1' + '}'.repeat(9), 400, 'a: The JSON is nested deeper than 8 levels'],
    ['{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000), 400, 'a: The JSON is nested deeper than 8 levels'],
    ['{"identifier":', 400, /^The body is not JSON/],
    [`[${'0,'.repeat(500)}0]`, 413, 'What was sent is too large.'],
    [`{"identifier":"${'x'.repeat(65_536)}"}`, 413, 'What was sent is too large.'],
  ])('a body beyond what a form can be is refused (%#)', async (body, status, reason) => {
    const browser = app.browser()
    const flow = await beginFlow(browser, 'login')
    const answer = await browser.send('POST', `/kratos/self-service/login?flow=${flow.id}`, { body })
    expect(answer.status).toBe(status)
    expect(answer.body.error.reason).toMatch(reason)
  })

  test('a plain form with more fields than a form can have is refused', async () => {
    const browser = app.browser()
    const flow = await beginFlow(browser, 'login')
    const answer = await browser.send('POST', `/kratos/self-service/login?flow=${flow.id}`, {
      body: 'a&'.repeat(10_000),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.status).toBe(413)
  })

  describe('another site', () => {
    test.each([
      ['/kratos', { origin: 'https://evil.example' }],
      ['/kratos', { origin: 'null' }],
      ['/kratos', { 'sec-fetch-site': 'cross-site' }],
      ['/kratos', { 'sec-fetch-site': 'same-site' }],
      ['/api/.ory', { origin: 'https://evil.example' }],
      ['/api/.ory', { 'sec-fetch-site': 'cross-site' }],
    ])('cannot sign a browser in at %s with %o', async (mount, headers) => {
      const browser = app.browser()
      const { id, csrf } = await beginFlow(browser, 'login')
      const body = { csrf_token: csrf, identifier: administrator.email, password: administrator.password }
      const send = (more: Record<string, string>) =>
        browser.send('POST', `${mount}/self-service/login?flow=${id}`, {
          body: { ...body, method: 'password' },
          headers: more,
        })
      const refused = await send(headers)
      expect(refused).toMatchObject({ status: 403, body: { error: { id: 'security_csrf_violation' } } })
      expect(refused.headers.getSetCookie()).toEqual([])
      // A client that is no browser sends neither header.
      expect(await send({})).toMatchObject({ status: 200, body: { session: { active: true } } })
    })

    test('cannot end sessions, and may lead to the sign-in', async () => {
      const browser = await app.signedIn()
      const headers = { 'sec-fetch-site': 'cross-site' }
      expect((await browser.send('DELETE', '/kratos/sessions', { headers })).status).toBe(403)
      const led = await app.browser().send('GET', '/kratos/self-service/login/browser', { headers })
      expect(led.status).toBe(200)
    })
  })

  test('characters that PostgreSQL refuses are replaced in the name that is shown', async () => {
    const browser = app.browser()
    const flow = await beginFlow(browser, 'login')
    const answer = await browser.send('POST', `/kratos/self-service/login?flow=${flow.id}`, {
      body: `{"csrf_token":"${flow.csrf}","identifier":"a\\u0000b\\ud800","password":"\\u0000"}`,
    })
    expect(answer.status).toBe(400)
    expect(answer.body.ui.nodes[1].attributes.value).toBe('a\u{FFFD}b\u{FFFD}')
  })
})
