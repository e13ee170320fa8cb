import { DAY } from '@binnacle/contract/core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import { administrator, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { beginFlow, submitFlow } from '../../testing/flows.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'

/** Milliseconds in which a stream is cut at once. Without being told, the server looks at its reader every 20 s. */
const AT_ONCE = { timeout: 15_000 }
let app: TestApp
let mail: TestMailServer
let clock: ManualClock
let admin: TestBrowser
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

const nobody = '01900000-0000-7000-8000-000000000000'
const log = async (id: string) =>
  (await admin.send('GET', `/api/db/audit_log?resource_id=eq.${id}&order=created_at.asc,id.asc`)).body

/** Reads a stream of changes until it ends. */
async function readLive(browser: TestBrowser) {
  const cookie = `binnacle_session=${browser.cookies.get('binnacle_session') ?? ''}`
  const response = await fetch(`${app.url}/api/live?topics=checks`, { headers: { cookie } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toContain('event: ready')
  const ended = (async () => {
    for (;;) if ((await reader?.read())?.done !== false) return 'ended'
  })()
  return { ended }
}

describe('sessions of a user', () => {
  let counter = 0
  let email: string
  let ada: { id: string; browser: TestBrowser }
  beforeEach(async () => {
    counter += 1
    email = `ada${counter}@example.com`
    ada = await app.person(email, ['editor'])
  })
  const path = (id = ada.id) => `/api/people/${id}/sessions`
  const whoami = async (browser: TestBrowser) => (await browser.send('GET', '/api/whoami')).status

  test('are listed with device, address and last use, the newest first', async () => {
    clock.advance(120_000)
    const second = app.browser()
    await second.signIn({ email, password: administrator.password })
    expect(await admin.send('GET', path())).toMatchObject({
      status: 200,
      body: [
        {
          address: '127.0.0.1',
          user_agent: 'node',
          last_used_at: clock.now().toISOString(),
          second_factor: false,
          current: false,
        },
        { last_used_at: new Date(clock.now().getTime() - 120_000).toISOString(), current: false },
      ],
    })
    const adminId = (await admin.send('GET', '/api/whoami')).body.payload.user.id
    const own = (await admin.send('GET', path(adminId))).body
    expect(own.filter((session: { current: boolean }) => session.current)).toHaveLength(1)
    // Nothing that opens a session is told.
    expect(JSON.stringify(own)).not.toContain(admin.cookies.get('binnacle_session'))
    clock.advance(4 * DAY)
    await admin.signIn()
    expect((await admin.send('GET', path())).body).toEqual([])
  })

  test('end one by one, at once, open streams included, and the audit log says so', AT_ONCE, async () => {
    const stream = await readLive(ada.browser)
    const [session] = (await admin.send('GET', path())).body
    const elsewhere = app.browser()
    await elsewhere.signIn({ email, password: administrator.password })
    expect(await admin.send('DELETE', `${path()}/${session.id}`)).toMatchObject({
      status: 200,
      body: { id: session.id },
    })
    expect(await stream.ended).toBe('ended')
    expect([await whoami(ada.browser), await whoami(elsewhere)]).toEqual([401, 200])
    expect(await admin.send('DELETE', `${path()}/${session.id}`)).toMatchObject({ status: 404 })
    expect(await log(ada.id)).toMatchObject([
      {
        action: 'end session',
        actor: administrator.email,
        resource_name: `ada${counter}`,
        before: { session: session.id, address: '127.0.0.1', user_agent: 'node' },
      },
    ])
  })

  test('end all at once, except the session in use', AT_ONCE, async () => {
    const second = app.browser()
    await second.signIn({ email, password: administrator.password })
    const streams = [await readLive(ada.browser), await readLive(second)]
    expect(await admin.send('DELETE', path())).toMatchObject({ status: 200, body: { count: 2 } })
    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(['ended', 'ended'])
    expect(await admin.send('DELETE', path())).toMatchObject({ status: 200, body: { count: 0 } })
    expect(await log(ada.id)).toMatchObject([{ action: 'end sessions', before: { sessions: 2 } }])
    const adminId = (await admin.send('GET', '/api/whoami')).body.payload.user.id
    const elsewhere = await app.signedIn()
    expect((await admin.send('DELETE', path(adminId))).body.count).toBeGreaterThan(0)
    expect([await whoami(admin), await whoami(elsewhere)]).toEqual([200, 401])
    const [own] = (await admin.send('GET', path(adminId))).body
    expect(await admin.send('DELETE', `${path(adminId)}/${own.id}`)).toMatchObject({
      status: 409,
      body: { error: 'This is the session that you use. Sign out to end it' },
    })
  })

  test('are out of reach of everybody but administrators, and are only of the person named', async () => {
    const [session] = (await admin.send('GET', path())).body
    const other = await app.person(`eve${counter}@example.com`, ['editor', 'commander'])
    for (const [method, target] of [
      ['GET', path()],
      ['DELETE', path()],
      ['DELETE', `${path()}/${session.id}`],
    ] as const) {
      expect((await other.browser.send(method, target)).status).toBe(403)
      expect((await app.browser().send(method, target)).status).toBe(401)
    }
    expect(await admin.send('DELETE', `${path(other.id)}/${session.id}`)).toMatchObject({ status: 404 })
    for (const method of ['GET', 'DELETE'])
      expect(await admin.send(method, path(nobody))).toMatchObject({
        status: 404,
        body: { error: 'There is no user with this id' },
      })
    expect(await admin.send('GET', path('nonsense'))).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'id', message: 'is not an id' }] },
    })
    expect(await whoami(ada.browser)).toBe(200)
  })
})

describe('open invitations', () => {
  const grace = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', role: 'editor' }
  const invite = async (changed: Partial<typeof grace> = {}) =>
    (await admin.send('POST', '/api/auth/invite_user', { body: { ...grace, ...changed } })).body
  const list = async () => (await admin.send('GET', '/api/auth/invitations')).body
  const begin = async (code: string) =>
    (await beginFlow(app.browser(), 'registration', `?invitation=${code}`)).answer
  beforeEach(async () => {
    await app.database.pool.query('delete from core.invitations')
  })

  test('are listed with who is invited, by whom, as what, and until when', async () => {
    const { link } = await invite()
    const listed = await list()
    expect(listed).toEqual([
      {
        id: expect.any(String),
        ...grace,
        invited_by: { id: expect.any(String), name: 'Administrator' },
        created_at: clock.now().toISOString(),
        expires_at: new Date(clock.now().getTime() + 7 * DAY).toISOString(),
      },
    ])
    expect(JSON.stringify(listed)).not.toContain(link.split('=').at(-1))
    clock.advance(7 * DAY + 1)
    admin = await app.signedIn()
    expect(await list()).toEqual([])
  })

  test('that are withdrawn open nothing any more, also where the form is open', async () => {
    const { code } = await invite()
    const browser = app.browser()
    const flow = await beginFlow(browser, 'registration', `?invitation=${code}`)
    const [{ id }] = await list()
    expect(await admin.send('DELETE', `/api/auth/invitations/${id}`)).toMatchObject({ status: 200 })
    const late = await submitFlow(browser, flow, {
      'traits.name.first': 'Grace',
      'traits.name.last': 'Hopper',
      password: 'nanoseconds of wire',
      method: 'password',
    })
    expect(late).toMatchObject({
      status: 400,
      body: { error: { reason: expect.stringContaining('withdrawn') } },
    })
    expect(await begin(code)).toMatchObject({ status: 400, body: { error: { id: 'invitation_unknown' } } })
    expect(await list()).toEqual([])
    expect(await admin.send('DELETE', `/api/auth/invitations/${id}`)).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining('no longer open') },
    })
    expect((await log('grace@example.com')).at(-1)).toMatchObject({
      action: 'withdraw invitation',
      actor: administrator.email,
      before: { email: 'grace@example.com', role: 'editor' },
    })
  })

  test('get a new link that is emailed, and the one before ends', async () => {
    const before = await invite({ email: 'mary@example.com' })
    await mail.take('mary@example.com')
    clock.advance(DAY)
    const [{ id }] = await list()
    const renewed = await admin.send('POST', `/api/auth/invitations/${id}/renew`)
    expect(renewed.status).toBe(200)
    expect((await mail.take('mary@example.com')).text).toContain(renewed.body.link)
    expect(await begin(before.code)).toMatchObject({ status: 400 })
    expect(await begin(renewed.body.code)).toMatchObject({ status: 200 })
    expect(await list()).toMatchObject([
      { email: 'mary@example.com', expires_at: new Date(clock.now().getTime() + 7 * DAY).toISOString() },
    ])
    expect(await admin.send('POST', `/api/auth/invitations/${id}/renew`)).toMatchObject({ status: 404 })
  })

  test('are out of reach of everybody but administrators', async () => {
    await invite({ email: 'joan@example.com' })
    const [{ id }] = await list()
    const editor = await app.person('editor@example.com', ['editor'])
    for (const [method, target] of [
      ['GET', '/api/auth/invitations'],
      ['DELETE', `/api/auth/invitations/${id}`],
      ['POST', `/api/auth/invitations/${id}/renew`],
    ] as const) {
      expect((await editor.browser.send(method, target)).status).toBe(403)
      expect((await app.browser().send(method, target)).status).toBe(401)
    }
    expect(await list()).toHaveLength(1)
  })
})
