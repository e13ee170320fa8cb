import { MINUTE } from '@binnacle/contract/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { administrator, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { beginFlow, fieldsOf, messagesOf, type OpenFlow, readFlow, submitFlow } from '../../testing/flows.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'

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

/** A browser that waits for the code of a mail. */
async function askForCode(email = administrator.email): Promise<{ browser: TestBrowser; flow: OpenFlow }> {
  const browser = app.browser()
  const flow = await beginFlow(browser, 'recovery')
  const answer = await submitFlow(browser, flow, { email, method: 'code' })
  expect(answer.status).toBe(200)
  return { browser, flow: { ...flow, answer } }
}

function redirectOf(flow: { body: { redirect_browser_to: string } }): string {
  return /flow=([0-9a-f-]+)$/.exec(flow.body.redirect_browser_to)?.[1] ?? ''
}

describe('recovery', () => {
  test('is created, read, and submitted: code by mail, privileged session, new password [ID-016]', async () => {
    const browser = app.browser()
    const flow = await beginFlow(browser, 'recovery', '?return_to=/health')
    expect(flow.answer.body).toMatchObject({ state: 'choose_method', return_to: '/health' })
    expect(fieldsOf(flow.answer)).toEqual(['default csrf_token', 'code email', 'code method'])
    expect((await readFlow(browser, 'recovery', flow.id)).answer.body).toEqual(flow.answer.body)

    const sent = await submitFlow(browser, flow, { email: ' Admin@Example.com', method: 'code' })
    expect(sent).toMatchObject({ status: 200, body: { state: 'sent_email' } })
    expect(messagesOf(sent)).toEqual([1_060_003])
    expect(fieldsOf(sent)).toEqual(['default csrf_token', 'code code', 'code method', 'code email'])
    const received = await mail.take(administrator.email)
    expect(received).toMatchObject({ from: 'binnacle@example.com', to: [administrator.email] })
    expect(received.text).toContain(`${app.url}/recovery?flow=${flow.id}`)
    const code = /^\s+([2-9b-z]{5}-[2-9b-z]{5})$/m.exec(received.text)?.[1] ?? ''

    const done = await submitFlow(browser, flow, {
      code: ` ${code.toUpperCase().replace('-', ' ')} `,
      method: 'code',
    })
    expect(done).toMatchObject({
      status: 422,
      body: { error: { id: 'browser_location_change_required' } },
    })
    const settings = await readFlow(browser, 'settings', redirectOf(done))
    expect(messagesOf(settings.answer)).toEqual([1_060_001])
    const session = await browser.send('GET', '/kratos/sessions/whoami')
    expect(session.body.authentication_methods).toMatchObject([{ method: 'code', aal: 'aal1' }])

    const changed = await submitFlow(browser, settings, {
      password: 'analytical engine',
      method: 'password',
    })
    expect(changed).toMatchObject({ status: 200, body: { state: 'success' } })
    expect((await mail.take(administrator.email)).subject).toContain('password')
    const again = app.browser()
    expect((await again.signIn()).status).toBe(400)
    expect((await again.signIn({ ...administrator, password: 'analytical engine' })).status).toBe(200)
    await submitFlow(browser, settings, { password: administrator.password, method: 'password' })
    await mail.take(administrator.email)
  })

  test('a code is for one browser, one form and one use', async () => {
    const { browser, flow } = await askForCode()
    const code = await mail.takeCode(administrator.email)
    const thief = app.browser()
    expect(await submitFlow(thief, flow, { code, method: 'code' })).toMatchObject({
      status: 403,
      body: { error: { id: 'security_csrf_violation' } },
    })
    const other = await askForCode()
    await mail.takeCode(administrator.email)
    expect(messagesOf(await submitFlow(other.browser, other.flow, { code, method: 'code' }))).toEqual([
      4_060_006,
    ])
    expect((await submitFlow(browser, flow, { code, method: 'code' })).status).toBe(422)
    expect((await submitFlow(browser, flow, { code, method: 'code' })).status).toBe(404)
    clock.advance(61 * MINUTE)
  })

  test('five wrong codes end a code, and another one can be asked for', async () => {
    const { browser, flow } = await askForCode()
    const code = await mail.takeCode(administrator.email)
    const wrong = 'bbbbb-bbbbb'
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(messagesOf(await submitFlow(browser, flow, { code: wrong, method: 'code' }))).toEqual([
        4_060_006,
      ])
    expect(messagesOf(await submitFlow(browser, flow, { code, method: 'code' }))).toEqual([4_060_006])
    const resent = await submitFlow(browser, flow, { email: administrator.email })
    expect(messagesOf(resent)).toEqual([1_060_003])
    const second = await mail.takeCode(administrator.email)
    expect((await submitFlow(browser, flow, { code: second, method: 'code' })).status).toBe(422)
    clock.advance(61 * MINUTE)
  })

  test('a code is valid for a quarter of an hour, a form for an hour', async () => {
    const { browser, flow } = await askForCode()
    const code = await mail.takeCode(administrator.email)
    clock.advance(16 * MINUTE)
    expect(messagesOf(await submitFlow(browser, flow, { code, method: 'code' }))).toEqual([4_060_006])
    clock.advance(45 * MINUTE)
    expect(await submitFlow(browser, flow, { code, method: 'code' })).toMatchObject({
      status: 410,
      body: { error: { id: 'self_service_flow_expired' } },
    })
  })

  test('an unknown address gets the same answer and no mail', async () => {
    const before = mail.mails.length
    const known = await askForCode()
    const unknown = await askForCode('nobody@example.com')
    expect(messagesOf(unknown.flow.answer)).toEqual(messagesOf(known.flow.answer))
    expect(fieldsOf(unknown.flow.answer)).toEqual(fieldsOf(known.flow.answer))
    await mail.take(administrator.email)
    expect(mail.mails.length).toBe(before + 1)
    expect(
      messagesOf(await submitFlow(unknown.browser, unknown.flow, { code: '12345678', method: 'code' })),
    ).toEqual([4_060_006])
    clock.advance(61 * MINUTE)
  })

  test('after five emails to one address a form shares the newest code, whether it has an account or not', async () => {
    const before = mail.mails.length
    const answers: unknown[] = []
    for (const email of [administrator.email, 'nobody@example.com']) {
      for (let count = 0; count < 5; count += 1) await askForCode(email)
      const { flow } = await askForCode(email)
      answers.push([messagesOf(flow.answer), flow.answer.body.ui.messages[0].text, fieldsOf(flow.answer)])
    }
    expect(answers[0]).toEqual(answers[1])
    for (let count = 0; count < 5; count += 1) await mail.take(administrator.email)
    expect(mail.mails.slice(before).map(({ subject, text }) => `${subject}: ${text}`)).toHaveLength(5)
    clock.advance(61 * MINUTE)
  })

  test.each([
    '',
    'nonsense',
    'a@b',
    'аdmin@example.com',
    'admin@exa mple.com',
    `${'a'.repeat(300)}@example.com`,
  ])('what is no address is named on the field: %j', async (email) => {
    const browser = app.browser()
    const flow = await beginFlow(browser, 'recovery')
    const answer = await submitFlow(browser, flow, { email, method: 'code' })
    expect(answer.status).toBe(400)
    expect(messagesOf(answer)).toEqual([expect.stringMatching(/^email 400000[12]$/)])
  })

  test('someone who is signed in is told so', async () => {
    const browser = await app.signedIn()
    expect((await beginFlow(browser, 'recovery')).answer).toMatchObject({
      status: 400,
      body: { error: { id: 'session_already_available' } },
    })
  })

  test('neither code nor its mail can be read from the database, where it waits for a process that sends it', async () => {
    // The variable tells the configuration that others may share the database.
    const shared = { DATABASE_URL: 'postgres://localhost/binnacle', SECRET_KEY: 'x'.repeat(32) }
    const api = await startTestApp({ environment: { ...shared, ROLE: 'api' } })
    const browser = api.browser()
    const flow = await beginFlow(browser, 'recovery')
    await submitFlow(browser, flow, { email: administrator.email, method: 'code' })
    const { rows } = await api.database.pool.query(
      `select digest::text as stored from core.mailed_codes
       union all select payload::text from graphile_worker._private_jobs
       union all select content::text from core.identity_flows`,
    )
    const worker = await startTestApp({
      database: api.database,
      environment: { ...shared, ROLE: 'worker', SMTP_URL: mail.url, MAIL_FROM: 'binnacle@example.com' },
    })
    const code = await mail.takeCode(administrator.email)
    expect(code).toMatch(/^[2-9b-z]{5}-[2-9b-z]{5}$/)
    expect(rows.length).toBe(3)
    expect(JSON.stringify(rows)).not.toContain(code)
    expect((await submitFlow(browser, flow, { code, method: 'code' })).status).toBe(422)
    await worker.stop()
    await api.stop()
  })
})
