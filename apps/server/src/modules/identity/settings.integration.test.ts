import { MINUTE } from '@binnacle/contract/core'
import { totpCode } from '@binnacle/identity'
import { beforeAll, describe, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import { administrator, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { beginFlow, fieldsOf, messagesOf, type OpenFlow, readFlow, submitFlow } from '../../testing/flows.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'

let app: TestApp
let mail: TestMailServer
let clock: ManualClock
beforeAll(async () => {
  mail = await startMailServer()
  clock = createManualClock(new Date())
  app = await startTestApp({
    clock,
    environment: { SMTP_URL: mail.url, MAIL_FROM: 'Binnacle <binnacle@example.com>' },
  })
  return () => mail.stop()
})

async function openSettings(): Promise<{ browser: TestBrowser; flow: OpenFlow }> {
  const browser = await app.signedIn()
  return { browser, flow: await beginFlow(browser, 'settings') }
}

const names = { 'traits.name.first': 'Ada', 'traits.name.last': 'Lovelace' }

describe('the settings flow', () => {
  test('is created, read and submitted, with a group for each section [ID-018]', async () => {
    const { browser, flow } = await openSettings()
    expect(fieldsOf(flow.answer)).toEqual([
      'default csrf_token',
      'profile traits.name.first',
      'profile traits.name.last',
      'profile traits.email',
      'profile method',
      'password password',
      'password method',
      'totp totp_qr',
      'totp totp_secret_key',
      'totp totp_code',
      'totp method',
      'lookup_secret lookup_secret_first',
      'lookup_secret lookup_secret_regenerate',
    ])
    expect((await readFlow(browser, 'settings', flow.id)).answer.body).toEqual(flow.answer.body)
    const saved = await submitFlow(browser, flow, {
      ...names,
      'traits.email': administrator.email,
      method: 'profile',
    })
    expect(saved).toMatchObject({ status: 200, body: { state: 'success' } })
    expect(messagesOf(saved)).toEqual([1_050_001])
    const { body } = await browser.send('GET', '/kratos/sessions/whoami')
    expect(body.identity.traits.name).toEqual({ first: 'Ada', last: 'Lovelace' })
  })

  test('is for people who are signed in, and for nobody else than its owner', async () => {
    expect((await beginFlow(app.browser(), 'settings')).answer).toMatchObject({
      status: 401,
      body: { error: { id: 'session_inactive' } },
    })
    const { browser, flow } = await openSettings()
    await app.database.pool.query(
      `with person as (insert into core.people (name, email) values ('Grace', 'grace@example.com') returning id)
       update core.identity_flows set person_id = (select id from person) where id = $1`,
      [flow.id],
    )
    for (const answer of [
      (await readFlow(browser, 'settings', flow.id)).answer,
      await submitFlow(browser, flow, { method: 'profile' }),
    ])
      expect(answer).toMatchObject({ status: 403, body: { error: { id: 'security_identity_mismatch' } } })
  })

  test('sensitive changes need a password that was given a short time ago', async () => {
    const { browser, flow } = await openSettings()
    clock.advance(16 * MINUTE)
    const changes = [
      { method: 'password', password: 'analytical engine' },
      { method: 'totp', totp_code: '123456' },
      { method: 'profile', 'traits.email': 'new@example.com', ...names },
      { lookup_secret_regenerate: true },
    ]
    for (const fields of changes)
      expect(await submitFlow(browser, flow, fields)).toMatchObject({
        status: 403,
        body: {
          error: { id: 'session_refresh_required' },
          redirect_browser_to: `${app.url}/login?refresh=true&return_to=${encodeURIComponent(`/profile-settings?flow=${flow.id}`)}`,
        },
      })
    const own = { method: 'profile', 'traits.email': administrator.email, ...names }
    expect((await submitFlow(browser, flow, own)).status).toBe(200)

    const before = browser.cookies.get('binnacle_session')
    const refresh = await beginFlow(browser, 'login', '?refresh=true')
    expect(refresh.answer.body).toMatchObject({ refresh: true, requested_aal: 'aal1' })
    const fields = { identifier: administrator.email, method: 'password' }
    expect((await submitFlow(browser, refresh, { ...fields, password: 'wrong' })).status).toBe(400)
    const confirmed = await submitFlow(browser, refresh, { ...fields, password: administrator.password })
    expect(confirmed.status).toBe(200)
    expect(browser.cookies.get('binnacle_session')).not.toBe(before)
    expect((await submitFlow(browser, flow, { lookup_secret_regenerate: true })).status).toBe(400)
  })

  test('a confirmation as somebody else is refused', async () => {
    const { browser } = await openSettings()
    await app.database.pool.query(
      `with person as (insert into core.people (name, email) values ('Joan', 'joan@example.com') returning id)
       insert into core.passwords (person_id, hash) select person.id, hash from person, core.passwords limit 1`,
    )
    const refresh = await beginFlow(browser, 'login', '?refresh=true')
    const answer = await submitFlow(browser, refresh, {
      identifier: 'joan@example.com',
      password: administrator.password,
      method: 'password',
    })
    expect(answer).toMatchObject({ status: 403, body: { error: { id: 'security_identity_mismatch' } } })
  })

  test.each([
    ['short', 'short', 4_000_032],
    ['a megabyte', 'x'.repeat(50_000), 4_000_033],
    ['common', 'Password1!', 4_000_034],
    ['the address', 'admin-admin', 4_000_031],
    ['the name', 'L0velace1815', 4_000_031],
    ['repeated', 'abababababab', 4_000_005],
    ['a sequence', 'cdefghijklmn', 4_000_005],
  ])('refuses a password that is %s', async (_name, password, id) => {
    const { browser, flow } = await openSettings()
    const answer = await submitFlow(browser, flow, { password, method: 'password' })
    expect(answer.status).toBe(400)
    expect(messagesOf(answer)).toEqual([`password ${id}`])
    expect(JSON.stringify(answer.body)).not.toContain(password)
  })

  test('a megabyte is refused before it is read', async () => {
    const { browser, flow } = await openSettings()
    const fields = { password: 'x'.repeat(1_048_576), method: 'password' }
    expect(await submitFlow(browser, flow, fields)).toMatchObject({
      status: 413,
      body: { error: { id: 'request_too_large' } },
    })
  })

  test('a new password makes strangers of other browsers, and other sessions end', async () => {
    const { browser, flow } = await openSettings()
    const other = await app.signedIn()
    const before = browser.cookies.get('binnacle_session') ?? ''
    const answer = await submitFlow(browser, flow, { password: 'analytical engine', method: 'password' })
    expect(answer.status).toBe(200)
    expect((await mail.take(administrator.email)).subject).toBe('The password of your account was changed')
    expect((await other.send('GET', '/kratos/sessions/whoami')).status).toBe(401)
    expect((await browser.send('GET', '/kratos/sessions/whoami')).status).toBe(200)
    const stolen = app.browser()
    stolen.cookies.set('binnacle_session', before)
    expect((await stolen.send('GET', '/kratos/sessions/whoami')).status).toBe(401)
    const { rows } = await app.database.pool.query('select from core.known_devices')
    expect(rows.length).toBe(1)
    await submitFlow(browser, flow, { password: administrator.password, method: 'password' })
    await mail.take(administrator.email)
  })
})

describe('the address', () => {
  test('becomes a new one once the code from a mail to it comes back; the old one is told [ID-017]', async () => {
    const { browser, flow } = await openSettings()
    const saved = await submitFlow(browser, flow, {
      ...names,
      'traits.email': 'Countess@Example.com',
      method: 'profile',
    })
    expect(saved.status).toBe(200)
    const [step] = saved.body.continue_with
    expect(step).toMatchObject({
      action: 'show_verification_ui',
      flow: { verifiable_address: 'countess@example.com' },
    })
    const code = await mail.takeCode('countess@example.com')
    expect((await browser.send('GET', '/api/auth/whoami')).body.payload.user.email).toBe(administrator.email)
    const verification = await readFlow(browser, 'verification', step.flow.id)
    expect(messagesOf(await submitFlow(browser, verification, { code: '12', method: 'code' }))).toEqual([
      4_070_006,
    ])
    const verified = await submitFlow(browser, verification, { code, method: 'code' })
    expect(verified).toMatchObject({ status: 200, body: { state: 'passed_challenge' } })
    expect(messagesOf(verified)).toEqual([1_080_002])
    expect((await mail.take(administrator.email)).subject).toBe('The address of your account was changed')
    expect((await browser.send('GET', '/api/auth/whoami')).body.payload.user.email).toBe(
      'countess@example.com',
    )
    await app.database.pool.query(`update core.people set email = $1 where email = 'countess@example.com'`, [
      administrator.email,
    ])
  })

  test('of somebody else cannot be had, and nothing tells that it is taken', async () => {
    await app.database.pool.query(
      `insert into core.people (name, email) values ('Mary', 'mary@example.com') on conflict do nothing`,
    )
    const { browser, flow } = await openSettings()
    const fields = { ...names, 'traits.email': 'mary@example.com', method: 'profile' }
    const saved = await submitFlow(browser, flow, fields)
    expect(messagesOf(saved)).toEqual([1_080_003])
    const sent = await app.database.pool.query(
      `select from core.mailed_codes where email = 'mary@example.com' and person_id is null`,
    )
    expect(sent.rowCount).toBe(1)
    expect(mail.mails.some((one) => one.to.includes('mary@example.com'))).toBe(false)
  })

  test.each(['аdmin@example.com', 'adm\u0131n@example.com', 'a\0b@example.com'])(
    'with letters that look like others is refused: %j',
    async (email) => {
      const { browser, flow } = await openSettings()
      const answer = await submitFlow(browser, flow, { ...names, 'traits.email': email, method: 'profile' })
      expect(answer.status).toBe(400)
      expect(messagesOf(answer)).toEqual(['traits.email 4000001'])
    },
  )

  test('is verified with a code by email, even while another person is signed in [ID-017]', async () => {
    const browser = app.browser()
    const flow = await beginFlow(browser, 'verification')
    expect(fieldsOf(flow.answer)).toEqual(['default csrf_token', 'code email', 'code method'])
    const sent = await submitFlow(browser, flow, { email: administrator.email, method: 'code' })
    expect(sent).toMatchObject({ status: 200, body: { state: 'sent_email' } })
    const code = await mail.takeCode(administrator.email)
    await app.database.pool.query('update core.people set email_verified_at = null')
    const done = await submitFlow(browser, flow, { code, method: 'code' })
    expect(done).toMatchObject({ status: 200, body: { state: 'passed_challenge' } })
    const { rows } = await app.database.pool.query(
      'select email_verified_at is not null as verified from core.people where email = $1',
      [administrator.email],
    )
    expect(rows).toEqual([{ verified: true }])
    expect((await browser.send('GET', '/kratos/sessions/whoami')).status).toBe(401)
  })
})

describe('the second factor', () => {
  interface SecretNode {
    attributes: {
      id?: string
      text?: { text: string; context?: { secrets: { text: string }[] } }
      src?: string
    }
  }
  const nodeOf = (flow: OpenFlow['answer'], id: string): SecretNode['attributes'] | undefined =>
    flow.body.ui.nodes.find((node: SecretNode) => node.attributes.id === id)?.attributes
  const codeOf = (secret: string) => totpCode(secret, clock.now())

  /** Signs in with the password alone. */
  async function halfSignedIn(): Promise<TestBrowser> {
    const browser = app.browser()
    const answer = await browser.signIn()
    expect(answer).toMatchObject({
      status: 422,
      body: {
        error: { id: 'browser_location_change_required' },
        redirect_browser_to: `${app.url}/login?aal=aal2&return_to=%2F`,
      },
    })
    return browser
  }

  test('is set up, asked for, used once a code, and replaced by backup codes', async () => {
    const { browser, flow } = await openSettings()
    const other = await app.signedIn()
    expect(nodeOf(flow.answer, 'totp_qr')?.src).toMatch(/^data:image\/svg\+xml;base64,/)
    const secret = nodeOf(flow.answer, 'totp_secret_key')?.text?.text ?? ''
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const wrong = await submitFlow(browser, flow, { totp_code: '000000', method: 'totp' })
    expect(messagesOf(wrong)).toEqual(['totp_code 4000008'])
    expect(nodeOf(wrong, 'totp_secret_key')?.text?.text).toBe(secret)
    const before = browser.cookies.get('binnacle_session')
    const enabled = await submitFlow(browser, flow, { totp_code: codeOf(secret), method: 'totp' })
    expect(messagesOf(enabled)).toEqual([1_050_001])
    expect(fieldsOf(enabled)).toContain('totp totp_unlink')
    expect(fieldsOf(enabled)).not.toContain('totp totp_secret_key')
    expect(browser.cookies.get('binnacle_session')).not.toBe(before)
    expect((await browser.send('GET', '/kratos/sessions/whoami')).body).toMatchObject({
      authenticator_assurance_level: 'aal2',
    })

    const made = await submitFlow(browser, flow, { lookup_secret_regenerate: 'true' })
    const codes = nodeOf(made, 'lookup_secret_codes')?.text?.context?.secrets.map(({ text }) => text) ?? []
    expect(new Set(codes).size).toBe(12)
    const stored = await app.database.pool.query(
      `select content::text as stored from core.identity_flows
       union all select secret from core.totp_secrets union all select digest::text from core.backup_codes`,
    )
    for (const hidden of [secret, ...codes]) expect(JSON.stringify(stored.rows)).not.toContain(hidden)
    const kept = await submitFlow(browser, flow, { lookup_secret_confirm: true })
    expect(kept.status).toBe(200)
    expect(JSON.stringify(kept.body)).not.toContain(codes[0])

    // Sessions from before, and passwords alone, are of no use any more.
    for (const half of [other, await halfSignedIn()]) {
      expect(await half.send('GET', '/kratos/sessions/whoami')).toMatchObject({
        status: 403,
        body: {
          error: { id: 'session_aal2_required' },
          redirect_browser_to: `${app.url}/login?aal=aal2&return_to=%2F`,
        },
      })
      expect((await half.send('GET', '/api/auth/whoami')).status).toBe(401)
      expect((await half.send('GET', '/kratos/sessions')).status).toBe(403)
      expect((await beginFlow(half, 'settings')).answer).toMatchObject({
        status: 403,
        body: { error: { id: 'session_aal2_required' } },
      })
    }

    const half = await halfSignedIn()
    const login = await beginFlow(half, 'login', '?aal=aal2&return_to=/health')
    expect(login.answer.body).toMatchObject({ requested_aal: 'aal2', return_to: '/health' })
    // Clients that draw no group of second factors draw this.
    expect(fieldsOf(login.answer)).toEqual(['default csrf_token', 'default totp_code', 'default method'])
    expect(login.answer.body.ui.nodes[1].meta.label.id).toBe(1_010_007)
    expect(messagesOf(await submitFlow(half, login, { totp_code: ' ', method: 'totp' }))).toEqual([
      'totp_code 4000002',
    ])
    // The code of the set-up is used; the next one is right, once.
    const replayed = await submitFlow(half, login, { totp_code: codeOf(secret), method: 'totp' })
    expect(messagesOf(replayed)).toEqual([1_010_004, 'totp_code 4000008'])
    clock.advance(30_000)
    const code = codeOf(secret)
    const cookie = half.cookies.get('binnacle_session')
    expect((await submitFlow(half, login, { totp_code: code, method: 'totp' })).status).toBe(200)
    expect(half.cookies.get('binnacle_session')).not.toBe(cookie)
    expect((await half.send('GET', '/api/auth/whoami')).status).toBe(200)
    const second = await halfSignedIn()
    const again = await beginFlow(second, 'login')
    expect((await submitFlow(second, again, { totp_code: code, method: 'totp' })).status).toBe(400)

    const spoken = codes[0]?.replace('-', ' ').toUpperCase()
    expect((await submitFlow(second, again, { lookup_secret: spoken, method: 'lookup_secret' })).status).toBe(
      200,
    )
    const third = await halfSignedIn()
    const last = await beginFlow(third, 'login', '?aal=aal2')
    const reused = await submitFlow(third, last, { totp_code: codes[0], method: 'totp' })
    expect(messagesOf(reused)).toEqual([1_010_004, 'totp_code 4000012'])
    clock.advance(5_000)
    const unknown = await submitFlow(third, last, { lookup_secret: 'bcdfg-hjkmn', method: 'lookup_secret' })
    expect(messagesOf(unknown)).toEqual([1_010_004, 'totp_code 4000016'])
    clock.advance(MINUTE)
    // A backup code in the one field that such clients draw.
    expect((await submitFlow(third, last, { totp_code: codes[1], method: 'totp' })).status).toBe(200)

    const removed = await submitFlow(browser, flow, { totp_unlink: true })
    expect(fieldsOf(removed)).toContain('totp totp_code')
    expect((await app.browser().signIn()).status).toBe(200)
    clock.advance(61 * MINUTE)
  })

  test('guesses at it are limited, and the one who has it still gets in on a known browser', async () => {
    const { browser, flow } = await openSettings()
    const secret = nodeOf(flow.answer, 'totp_secret_key')?.text?.text ?? ''
    await submitFlow(browser, flow, { totp_code: codeOf(secret), method: 'totp' })
    const thief = await halfSignedIn()
    const login = await beginFlow(thief, 'login', '?aal=aal2')
    const right = codeOf(secret)
    const wrong = right === '000000' ? '000001' : '000000'
    let admitted = 0
    for (let attempt = 0; attempt < 30; attempt += 1) {
      const answer = await submitFlow(thief, login, { totp_code: wrong, method: 'totp' })
      if (messagesOf(answer).includes('totp_code 4000008')) admitted += 1
      clock.advance(20_000)
    }
    expect(admitted).toBe(6)
    const refused = await submitFlow(thief, login, { totp_code: codeOf(secret), method: 'totp' })
    expect(refused.body.ui.messages[0].text).toMatch(/^Too many attempts/)
    browser.cookies.delete('binnacle_session')
    expect((await browser.signIn()).status).toBe(422)
    const own = await beginFlow(browser, 'login', '?aal=aal2')
    expect((await submitFlow(browser, own, { totp_code: codeOf(secret), method: 'totp' })).status).toBe(200)
    await app.database.pool.query('delete from core.totp_secrets')
  })

  test('backup codes cannot be made without it, and go with it', async () => {
    const { browser, flow } = await openSettings()
    const refused = await submitFlow(browser, flow, { lookup_secret_regenerate: true })
    expect(messagesOf(refused)).toEqual(['lookup_secret_regenerate 4000011'])
  })

  test('a request for it without need or without session is turned away', async () => {
    expect((await beginFlow(app.browser(), 'login', '?aal=aal2')).answer).toMatchObject({
      status: 401,
      body: { error: { id: 'session_inactive' } },
    })
    const browser = await app.signedIn()
    expect((await beginFlow(browser, 'login', '?aal=aal2')).answer).toMatchObject({
      status: 400,
      body: { error: { id: 'session_already_available' } },
    })
  })
})

test('what people change of their accounts is in the audit log, with who and from where', async () => {
  const { rows } = await app.database.pool.query<{ action: string; before: unknown; after: unknown }>(
    `select action, before, after from core.audit_log
     where actor = $1 and address = '127.0.0.1' and session_id is not null and resource = 'people'
     order by created_at, id`,
    [administrator.email],
  )
  expect([...new Set(rows.map((row) => row.action))].toSorted()).toEqual([
    'add second factor',
    'change backup codes',
    'change password',
    'remove second factor',
    'update',
    'verify email',
  ])
  const updates = rows.filter((row) => row.action === 'update')
  expect(updates[0]).toMatchObject({ before: { name: 'Administrator' }, after: { name: 'Ada Lovelace' } })
  expect(updates).toContainEqual(
    expect.objectContaining({
      before: { email: administrator.email },
      after: { email: 'countess@example.com' },
    }),
  )
})
