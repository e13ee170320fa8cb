import { totpCode } from '@binnacle/identity'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import { administrator, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { beginFlow, fieldsOf, type OpenFlow, readFlow, submitFlow } from '../../testing/flows.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'
import { until } from '../../testing/until.ts'

/** Milliseconds in which a stream is cut at once. Without being told, the server looks at its reader every 20 s. */
const AT_ONCE = { timeout: 15_000 }
const PATH = '/api/auth/second_factor_roles'
let app: TestApp
let mail: TestMailServer
let clock: ManualClock
let admin: TestBrowser
let adminSecret: string
beforeAll(async () => {
  mail = await startMailServer()
  clock = createManualClock(new Date())
  app = await startTestApp({
    clock,
    environment: { SMTP_URL: mail.url, MAIL_FROM: 'Binnacle <binnacle@example.com>' },
  })
  admin = await app.signedIn()
  return () => mail.stop()
})

const whoami = (browser: TestBrowser) => browser.send('GET', '/api/whoami')
const demand = (roles: readonly string[], browser = admin) => browser.send('PUT', PATH, { body: { roles } })

/** Sets up the authenticator app that a form offers. @returns its secret */
async function setUp(browser: TestBrowser, flow: OpenFlow): Promise<string> {
  const nodes: { attributes: { id?: string; text?: { text: string } } }[] = flow.answer.body.ui.nodes
  const secret =
    nodes.find(({ attributes }) => attributes.id === 'totp_secret_key')?.attributes.text?.text ?? ''
  const saved = await submitFlow(browser, flow, { totp_code: totpCode(secret, clock.now()), method: 'totp' })
  expect(saved.status).toBe(200)
  return secret
}

/** Somebody who signed in while nothing was demanded of them, and is an editor now. */
async function editorWithout(email: string) {
  const person = await app.person(email, ['viewer'])
  await app.database.pool.query(`update core.people_roles set role = 'editor' where person_id = $1`, [
    person.id,
  ])
  return person
}

/** What somebody meets whose role demands a second factor that they have not. */
async function expectHeldBack(browser: TestBrowser): Promise<void> {
  await until(async () => (await whoami(browser)).status !== 200)
  for (const path of ['/api/whoami', '/api/properties', '/api/db/people', '/api/live?topics=checks', PATH])
    expect([path, await browser.send('GET', path)]).toMatchObject([
      path,
      { status: 403, body: { code: 'ESECONDFACTOR' } },
    ])
  for (const path of ['/kratos/sessions/whoami', '/kratos/sessions'])
    expect(await browser.send('GET', path)).toMatchObject({
      status: 403,
      body: {
        error: { id: 'session_aal2_required' },
        redirect_browser_to: `${app.url}/second-factor?return_to=%2F`,
      },
    })
}

describe('a second factor that roles demand', () => {
  test('is switched on only by an administrator who has one', async () => {
    expect((await admin.send('GET', PATH)).body).toEqual({
      roles: [],
      local: false,
      own: false,
      lacking: [{ role: 'admin', people: 1 }],
    })
    expect(await demand(['admin'])).toMatchObject({
      status: 409,
      body: { problems: [{ path: 'roles', message: 'Set up a second factor for yourself first' }] },
    })
    adminSecret = await setUp(admin, await beginFlow(admin, 'settings'))
    expect(await demand(['owner'])).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'roles[0]', message: 'There is no role "owner"' }] },
    })
    const editor = await app.person('first@example.com', ['editor'])
    expect([
      (await demand([], editor.browser)).status,
      (await editor.browser.send('GET', PATH)).status,
    ]).toEqual([403, 403])
    // Editors write feature flags, and this is one that is not theirs to write.
    const property = { name: 'identity.second_factor_roles', value: 'viewer' }
    for (const browser of [editor.browser, admin])
      expect((await browser.send('POST', '/api/db/properties', { body: property })).status).toBe(403)
    expect(await demand(['admin', 'editor', 'admin'])).toMatchObject({ status: 200 })
    await until(async () => (await admin.send('GET', PATH)).body.roles.length === 2)
    for (const method of ['PATCH', 'DELETE'])
      expect(
        (
          await admin.send(method, '/api/db/properties?name=eq.identity.second_factor_roles', {
            body: { value: 'viewer' },
          })
        ).status,
      ).toBe(403)
    const log = await admin.send('GET', '/api/db/audit_log?resource_id=eq.identity.second_factor_roles')
    expect(log.body).toMatchObject([{ action: 'update', after: { value: 'admin,editor' } }])
  })

  test('holds back open sessions, streams and tokens of these roles at once', AT_ONCE, async () => {
    await demand([])
    await until(async () => (await admin.send('GET', PATH)).body.roles.length === 0)
    const ada = await app.person('ada@example.com', ['editor'])
    const viewer = await app.person('viewer@example.com', ['viewer'])
    const made = await ada.browser.send('POST', '/api/auth/tokens', { body: { name: 'ci', role: 'viewer' } })
    const byToken = () =>
      app.browser().send('GET', '/api/whoami', { headers: { authorization: `Bearer ${made.body.token}` } })
    expect((await byToken()).status).toBe(200)
    const cookie = `binnacle_session=${ada.browser.cookies.get('binnacle_session') ?? ''}`
    const response = await fetch(`${app.url}/api/live?topics=checks`, { headers: { cookie } })
    const stream = response.text()
    expect((await demand(['editor'])).status).toBe(200)
    expect(await stream).toContain('ESECONDFACTOR')
    await expectHeldBack(ada.browser)
    expect(await byToken()).toMatchObject({ status: 403, body: { code: 'ESECONDFACTOR' } })
    expect((await whoami(viewer.browser)).status).toBe(200)
    expect((await whoami(admin)).status).toBe(200)

    // What is left to them is to set it up, and to leave.
    const flow = await beginFlow(ada.browser, 'settings')
    expect(fieldsOf(flow.answer)).toEqual([
      'default csrf_token',
      'totp totp_qr',
      'totp totp_secret_key',
      'totp totp_code',
      'totp method',
    ])
    for (const fields of [
      { method: 'password', password: 'analytical engine' },
      {
        method: 'profile',
        'traits.email': 'ada@example.com',
        'traits.name.first': 'A',
        'traits.name.last': 'B',
      },
    ])
      expect((await submitFlow(ada.browser, flow, fields)).status).toBe(403)
    await setUp(ada.browser, flow)
    expect((await whoami(ada.browser)).status).toBe(200)
    expect((await byToken()).status).toBe(200)
    const settings = await beginFlow(ada.browser, 'settings')
    const kept = await submitFlow(ada.browser, settings, { totp_unlink: true })
    expect(kept).toMatchObject({
      status: 400,
      body: { ui: { messages: [{ text: 'Your role requires a second factor, so you cannot remove it.' }] } },
    })
  })

  test('is set up at the next sign-in before anything else', async () => {
    const made = await editorWithout('joan@example.com')
    await expectHeldBack(made.browser)
    const browser = app.browser()
    const flow = await beginFlow(browser, 'login', '?return_to=/health')
    const answer = await submitFlow(browser, flow, {
      identifier: 'joan@example.com',
      password: administrator.password,
      method: 'password',
    })
    expect(answer).toMatchObject({
      status: 422,
      body: { redirect_browser_to: `${app.url}/second-factor?return_to=%2Fhealth` },
    })
    await expectHeldBack(browser)
    // A session that was left open is not enough to set one up: a stranger who found it would own the account.
    const stale = await beginFlow(browser, 'settings')
    clock.advance(16 * 60_000)
    const page = `/second-factor?flow=${stale.id}`
    expect(await submitFlow(browser, stale, { totp_code: '123456', method: 'totp' })).toMatchObject({
      status: 403,
      body: {
        error: { id: 'session_refresh_required' },
        redirect_browser_to: `${app.url}/login?refresh=true&return_to=${encodeURIComponent(page)}`,
      },
    })
    const refresh = await beginFlow(browser, 'login', `?refresh=true&return_to=${encodeURIComponent(page)}`)
    const fields = { identifier: 'joan@example.com', password: administrator.password, method: 'password' }
    expect((await submitFlow(browser, refresh, fields)).status).toBe(200)
    await setUp(browser, await readFlow(browser, 'settings', stale.id))
    expect((await whoami(browser)).status).toBe(200)
    // Signed out without one: the way out is never closed.
    const out = await made.browser.send('GET', '/kratos/self-service/logout/browser')
    expect((await made.browser.send('GET', out.body.logout_url)).status).toBe(204)
  })

  test('follows a role that somebody is given, and one that is taken', async () => {
    const eve = await app.person('eve@example.com', ['viewer'])
    const change = (role: string) =>
      admin.send('POST', '/api/people/update', {
        body: { id: eve.id, firstName: 'Eve', lastName: 'E', email: 'eve@example.com', role },
      })
    expect((await whoami(eve.browser)).status).toBe(200)
    expect((await change('editor')).status).toBe(200)
    await expectHeldBack(eve.browser)
    await change('viewer')
    expect((await whoami(eve.browser)).status).toBe(200)
  })

  test('waits for the new password of somebody who recovers', async () => {
    const email = 'mary@example.com'
    await editorWithout(email)
    const browser = app.browser()
    const recovery = await beginFlow(browser, 'recovery')
    await submitFlow(browser, recovery, { email, method: 'code' })
    const done = await submitFlow(browser, recovery, { code: await mail.takeCode(email), method: 'code' })
    expect(done.body.redirect_browser_to).toMatch(/^http.*\/second-factor\?flow=/)
    const id = /flow=([0-9a-f-]+)$/.exec(done.body.redirect_browser_to)?.[1] ?? ''
    const settings = await readFlow(browser, 'settings', id)
    expect(fieldsOf(settings.answer)).toEqual(['default csrf_token', 'password password', 'password method'])
    const chosen = await submitFlow(browser, settings, {
      password: administrator.password,
      method: 'password',
    })
    expect(fieldsOf(chosen)).toEqual([
      'default csrf_token',
      'totp totp_qr',
      'totp totp_secret_key',
      'totp totp_code',
      'totp method',
    ])
    await expectHeldBack(browser)
    await setUp(browser, await readFlow(browser, 'settings', id))
    expect((await whoami(browser)).status).toBe(200)
  })

  test('that the file of the operator sets is not changed here', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'binnacle-properties-'))
    const file = join(folder, 'properties')
    await writeFile(file, 'identity.second_factor_roles=admin, nonsense\n')
    const fixed = await startTestApp({ environment: { PROPERTIES_FILE: file } })
    const browser = await fixed.signedIn().catch(() => undefined)
    expect(browser).toBeUndefined()
    const fixedBrowser = fixed.browser()
    expect((await fixedBrowser.signIn()).status).toBe(422)
    const flow = await beginFlow(fixedBrowser, 'settings')
    const nodes: { attributes: { id?: string; text?: { text: string } } }[] = flow.answer.body.ui.nodes
    const secret =
      nodes.find(({ attributes }) => attributes.id === 'totp_secret_key')?.attributes.text?.text ?? ''
    const code = totpCode(secret, new Date())
    expect((await submitFlow(fixedBrowser, flow, { totp_code: code, method: 'totp' })).status).toBe(200)
    expect((await fixedBrowser.send('GET', PATH)).body).toMatchObject({
      roles: ['admin'],
      local: true,
      own: true,
    })
    expect(await demand([], fixedBrowser)).toMatchObject({ status: 409 })
    await fixed.stop()
    await rm(folder, { recursive: true })
  })

  test('ends with the demand', async () => {
    expect(adminSecret).not.toBe('')
    const late = await editorWithout('late@example.com')
    await expectHeldBack(late.browser)
    expect((await demand([])).status).toBe(200)
    await until(async () => (await whoami(late.browser)).status === 200)
  })
})
