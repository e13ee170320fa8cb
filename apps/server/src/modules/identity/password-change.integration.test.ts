import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { administrator, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { beginFlow, fieldsOf, messagesOf, type OpenFlow, readFlow, submitFlow } from '../../testing/flows.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'

/** Milliseconds in which a stream is cut at once. Without being told, the server looks at its reader every 20 s. */
const AT_ONCE = { timeout: 15_000 }
let app: TestApp
let mail: TestMailServer
beforeAll(async () => {
  mail = await startMailServer()
  app = await startTestApp({
    environment: { SMTP_URL: mail.url, MAIL_FROM: 'Binnacle <binnacle@example.com>' },
  })
  return () => mail.stop()
})

interface NewToken {
  id: string
  token: string
}

let counter = 0
let email: string
/** The browser in which the password is changed, and another one of the same person. */
let mine: TestBrowser
let other: TestBrowser
let tokens: Record<'deploy' | 'backup', NewToken>
beforeEach(async () => {
  counter += 1
  email = `grace${counter}@example.com`
  mine = (await app.person(email, ['editor'])).browser
  other = app.browser()
  await other.signIn({ email, password: administrator.password })
  const make = async (name: string): Promise<NewToken> =>
    (await mine.send('POST', '/api/auth/tokens', { body: { name, role: 'viewer' } })).body
  tokens = { deploy: await make('deploy'), backup: await make('backup') }
})

const using = async ({ token }: NewToken) =>
  (await app.browser().send('GET', '/api/whoami', { headers: { authorization: `Bearer ${token}` } })).status
const whoami = async (browser: TestBrowser) => (await browser.send('GET', '/kratos/sessions/whoami')).status
const sessionId = async (browser: TestBrowser): Promise<string> =>
  (await browser.send('GET', '/kratos/sessions/whoami')).body.id
const change = async (flow: OpenFlow, fields: Readonly<Record<string, unknown>> = {}) =>
  submitFlow(mine, flow, { password: 'analytical engine', method: 'password', ...fields })

/** Reads a stream of changes until it ends. */
async function readLive(headers: Readonly<Record<string, string>>) {
  const response = await fetch(`${app.url}/api/live?topics=checks`, { headers })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toContain('event: ready')
  const ended = (async () => {
    for (;;) if ((await reader?.read())?.done !== false) return 'ended'
  })()
  return { ended }
}

describe('a changed password', () => {
  test('ends all other sessions and all access tokens at once, open streams included', AT_ONCE, async () => {
    const streams = [
      await readLive({ authorization: `Bearer ${tokens.deploy.token}` }),
      await readLive({ cookie: `binnacle_session=${other.cookies.get('binnacle_session') ?? ''}` }),
    ]
    // A client that knows nothing of the choice sends the password alone.
    expect((await change(await beginFlow(mine, 'settings'))).status).toBe(200)
    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(['ended', 'ended'])
    expect([await using(tokens.deploy), await using(tokens.backup), await whoami(other)]).toEqual([
      401, 401, 401,
    ])
    expect(await whoami(mine)).toBe(200)
    const message = await mail.take(email)
    expect(message.text).toContain('Other sessions that ended: 1. Access tokens that ended: 2.')
    const { rows } = await app.database.pool.query(
      `select after from core.audit_log where action = 'change password' and actor = $1`,
      [email],
    )
    expect(rows).toEqual([{ after: { ended_sessions: '1', ended_tokens: 'backup, deploy' } }])
  })

  test('offers what may stay, and keeps what was chosen', async () => {
    const otherId = await sessionId(other)
    const flow = await beginFlow(mine, 'settings')
    expect(fieldsOf(flow.answer).filter((field) => field.startsWith('password '))).toEqual([
      'password password',
      'password end_sessions',
      `password keep_session.${otherId}`,
      'password end_tokens',
      `password keep_token.${tokens.backup.id}`,
      `password keep_token.${tokens.deploy.id}`,
      'password method',
    ])
    const third = app.browser()
    await third.signIn({ email, password: administrator.password })
    const fields = { end_sessions: true, end_tokens: true, [`keep_token.${tokens.backup.id}`]: true }
    expect((await change(flow, { ...fields, [`keep_session.${otherId}`]: true })).status).toBe(200)
    expect([await using(tokens.deploy), await using(tokens.backup)]).toEqual([401, 200])
    expect([await whoami(other), await whoami(third)]).toEqual([200, 401])
  })

  test('ends one kind where the other stays as a whole', async () => {
    await change(await beginFlow(mine, 'settings'), { end_tokens: false })
    expect([await using(tokens.deploy), await whoami(other)]).toEqual([200, 401])
    await other.signIn({ email, password: 'analytical engine' })
    await change(await beginFlow(mine, 'settings'), { password: 'difference engine', end_sessions: false })
    expect([await using(tokens.deploy), await whoami(other)]).toEqual([401, 200])
  })

  test('keeps nothing of somebody else, whatever the form says', async () => {
    const flow = await beginFlow(mine, 'settings')
    const admin = await app.signedIn()
    const adminId = await sessionId(admin)
    const fields = { [`keep_session.${adminId}`]: true, 'keep_session.nonsense': true, 'keep_token.': true }
    expect((await change(flow, fields)).status).toBe(200)
    expect([await whoami(other), await whoami(admin), await using(tokens.backup)]).toEqual([401, 200, 401])
  })

  test('that is refused ends nothing', async () => {
    const flow = await beginFlow(mine, 'settings')
    expect(messagesOf(await change(flow, { password: 'Binnacle2026!' }))).toEqual(['password 4000031'])
    expect([await whoami(other), await using(tokens.backup)]).toEqual([200, 200])
  })
})

describe('a recovered account', () => {
  async function recover(): Promise<{ browser: TestBrowser; settings: OpenFlow }> {
    const browser = app.browser()
    const flow = await beginFlow(browser, 'recovery')
    await submitFlow(browser, flow, { email, method: 'code' })
    const done = await submitFlow(browser, flow, { code: await mail.takeCode(email), method: 'code' })
    const id = /flow=([0-9a-f-]+)$/.exec(done.body.redirect_browser_to)?.[1] ?? ''
    return { browser, settings: await readFlow(browser, 'settings', id) }
  }

  test('has no other session and no access token, and nothing can be kept', AT_ONCE, async () => {
    const stream = await readLive({ authorization: `Bearer ${tokens.deploy.token}` })
    const { settings } = await recover()
    expect(await stream.ended).toBe('ended')
    expect([await using(tokens.deploy), await whoami(other), await whoami(mine)]).toEqual([401, 401, 401])
    expect(fieldsOf(settings.answer)).toEqual(['default csrf_token', 'password password', 'password method'])
  })

  test('makes nothing that outlives the recovery before a new password is chosen', async () => {
    await app.database.pool.query(
      `insert into core.people_roles (person_id, role) select id, 'admin' from core.people where email = $1`,
      [email],
    )
    const { browser, settings } = await recover()
    const token = () =>
      browser.send('POST', '/api/auth/tokens', { body: { name: 'afterwards', role: 'viewer' } })
    const guest = { firstName: 'Eve', lastName: 'Else', email: `eve${counter}@example.com`, role: 'admin' }
    const invite = () => browser.send('POST', '/api/auth/invite_user', { body: guest })
    const promote = () =>
      browser.send('POST', '/api/people/update', {
        body: { ...guest, id: '01900000-0000-7000-8000-000000000000' },
      })
    for (const answer of [await token(), await invite(), await promote()])
      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'EFORBIDDEN', error: expect.stringContaining('Choose a new password') },
      })
    for (const fields of [
      { method: 'totp', totp_code: '123456' },
      { totp_unlink: true },
      { lookup_secret_regenerate: true },
      {
        method: 'profile',
        'traits.email': 'eve@example.com',
        'traits.name.first': 'E',
        'traits.name.last': 'E',
      },
    ]) {
      const refused = await submitFlow(browser, settings, fields)
      expect(refused.status).toBe(400)
      expect(refused.body.ui.messages[0].text).toBe('Choose a new password first.')
    }
    const chosen = await submitFlow(browser, settings, {
      password: 'difference engine',
      method: 'password',
    })
    expect(chosen.status).toBe(200)
    expect(fieldsOf(chosen)).toContain('totp totp_code')
    expect([(await token()).status, (await invite()).status]).toEqual([201, 200])
  })
})
