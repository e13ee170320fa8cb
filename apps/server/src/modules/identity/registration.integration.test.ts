import { DAY } from '@binnacle/contract/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import type { Configuration } from '../../platform/configuration.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { administrator, startTestApp, type TestApp } from '../../testing/app.ts'
import { beginFlow, fieldsOf, messagesOf, submitFlow } from '../../testing/flows.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'
import { createInvitation, type InvitationRequest } from './index.ts'

let clock: ManualClock
let mail: TestMailServer
beforeAll(async () => {
  clock = createManualClock(new Date())
  mail = await startMailServer()
  return () => mail.stop()
})

const start = (registration: Configuration['registration']) =>
  startTestApp({
    clock,
    environment: {
      REGISTRATION: registration,
      SMTP_URL: mail.url,
      MAIL_FROM: 'Binnacle <binnacle@example.com>',
    },
  })

function invite(
  app: TestApp,
  changed: Partial<InvitationRequest> = {},
  registration: Configuration['registration'] = 'invitation',
) {
  const wanted = {
    email: 'Grace@Example.com',
    firstName: 'Grace',
    lastName: 'Brewster Hopper',
    role: 'editor' as const,
    invitedBy: undefined,
    ...changed,
  }
  const configuration = { publicUrl: app.url, registration }
  return inTransaction(app.database.pool, (client) =>
    createInvitation(client, wanted, { configuration, now: () => clock.now(), mails: undefined }),
  )
}

const fields = {
  'traits.name.first': 'Grace',
  'traits.name.last': 'Hopper',
  'traits.email': 'grace@example.com',
  password: 'nanoseconds of wire',
  method: 'password',
}

describe('an invitation', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await start('invitation')
  })

  test('opens a form for its address, and makes an account with its role, once [ID-015]', async () => {
    const { link, code } = await invite(app)
    expect(link).toBe(`${app.url}/api/.ory/self-service/registration/browser?invitation=${code}`)
    const browser = app.browser()
    const flow = await beginFlow(browser, 'registration', `?invitation=${code}&return_to=/health`)
    expect(messagesOf(flow.answer)).toEqual([1_040_003])
    const values = flow.answer.body.ui.nodes.map(
      ({ attributes }: { attributes: { name: string; value?: string; disabled: boolean } }) =>
        attributes.name === 'csrf_token'
          ? ''
          : `${attributes.name} ${attributes.value} ${attributes.disabled}`,
    )
    expect(values.slice(1, 4)).toEqual([
      'traits.name.first Grace false',
      'traits.name.last Brewster Hopper false',
      'traits.email grace@example.com true',
    ])
    // Whatever is sent for the address: the invitation is for one person.
    const done = await submitFlow(browser, flow, { ...fields, 'traits.email': 'eve@example.com' })
    expect(done.status).toBe(200)
    expect((await browser.send('GET', '/api/auth/whoami')).body.payload).toMatchObject({
      user: { name: 'Grace Hopper', email: 'grace@example.com' },
      roles: ['editor'],
    })
    const { rows } = await app.database.pool.query(
      `select action, actor, after from core.audit_log where actor = 'grace@example.com' and resource = 'people'`,
    )
    expect(rows).toEqual([
      {
        action: 'create',
        actor: 'grace@example.com',
        after: { email: 'grace@example.com', name: 'Grace Hopper' },
      },
    ])
    const late = await beginFlow(app.browser(), 'registration', `?invitation=${code}`)
    expect(late.answer).toMatchObject({ status: 400, body: { error: { id: 'invitation_used' } } })
    expect((await submitFlow(browser, flow, fields)).status).toBe(404)
    await expect(invite(app)).rejects.toThrow('User already exists')
  })

  test('comes from an administrator, who gets the link, and by mail', async () => {
    const admin = await app.signedIn()
    const wanted = { firstName: 'Hedy', lastName: 'Lamarr', email: 'Hedy@Example.com', role: 'responder' }
    const invited = await admin.send('POST', '/api/auth/invite_user', { body: wanted })
    expect(invited.status).toBe(200)
    const { link, code } = invited.body
    expect((await mail.take('hedy@example.com')).text).toContain(link)
    const browser = app.browser()
    const flow = await beginFlow(browser, 'registration', `?invitation=${code}`)
    const names = { 'traits.name.first': 'Hedwig Eva', 'traits.name.last': 'Lamarr' }
    expect((await submitFlow(browser, flow, { ...names, password: 'spread spectrum 1942' })).status).toBe(200)
    expect((await browser.send('GET', '/kratos/sessions/whoami')).body.identity.traits).toEqual({
      email: 'hedy@example.com',
      name: { first: 'Hedwig Eva', last: 'Lamarr' },
    })
    expect((await browser.send('GET', '/api/auth/whoami')).body.payload.roles).toEqual(['responder'])
  })

  test('takes no password made of the product, its address or the person', async () => {
    const { code } = await invite(app, { email: 'lise@example.com' })
    const browser = app.browser()
    const flow = await beginFlow(browser, 'registration', `?invitation=${code}`)
    for (const [password, word] of [
      ['Binnacle2026!', 'binnacle'],
      ['Meitner-1878', 'meitner'],
      ['3xample2026', 'example'],
    ] as const) {
      const answer = await submitFlow(browser, flow, {
        'traits.name.first': 'Lise',
        'traits.name.last': 'Meitner',
        password,
        method: 'password',
      })
      expect(messagesOf(answer)).toEqual(['password 4000031'])
      expect(JSON.stringify(answer.body)).toContain(`The password contains “${word}”.`)
    }
  })

  test('is used by one of two who submit it at once', async () => {
    const { code } = await invite(app, { email: 'joan@example.com' })
    const answers = await Promise.all(
      [app.browser(), app.browser()].map(async (browser) =>
        submitFlow(browser, await beginFlow(browser, 'registration', `?invitation=${code}`), fields),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const { rows } = await app.database.pool.query(
      `select count(*)::int as people from core.people where email = 'joan@example.com'`,
    )
    expect(rows).toEqual([{ people: 1 }])
  })

  test('that expired, was replaced, tampered with or never given says so', async () => {
    const first = await invite(app, { email: 'mary@example.com' })
    const second = await invite(app, { email: 'mary@example.com' })
    const opened = app.browser()
    const flow = await beginFlow(opened, 'registration', `?invitation=${second.code}`)
    const idOf = async (code: string) =>
      (await beginFlow(app.browser(), 'registration', `?invitation=${code}`)).answer.body.error
    expect(await idOf(first.code)).toMatchObject({
      id: 'invitation_unknown',
      reason: 'This invitation is not known. Ask for a new one.',
    })
    expect((await idOf(`${second.code.slice(0, -1)}_`)).id).toBe('invitation_unknown')
    expect((await idOf("' or true --")).id).toBe('invitation_unknown')
    await app.database.pool.query(
      `update core.invitations set expires_at = $1 where email = 'mary@example.com'`,
      [new Date(clock.now().getTime() - 1)],
    )
    expect(await idOf(second.code)).toMatchObject({ id: 'invitation_expired' })
    const late = await submitFlow(opened, flow, fields)
    expect(late.status).toBe(400)
    const { rowCount } = await app.database.pool.query(
      `select from core.people where email = 'mary@example.com'`,
    )
    expect(rowCount).toBe(0)
  })

  test('is valid for a week, and its secret is not stored', async () => {
    const { code } = await invite(app, { email: 'katherine@example.com' })
    const { rows } = await app.database.pool.query(
      `select *, token_digest::text as digest from core.invitations where email = 'katherine@example.com'`,
    )
    expect(rows[0].expires_at.getTime() - clock.now().getTime()).toBe(7 * DAY)
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  test('without one, nobody registers', async () => {
    expect((await beginFlow(app.browser(), 'registration')).answer).toMatchObject({
      status: 400,
      body: { error: { id: 'self_service_flow_disabled' } },
    })
  })

  test('with an invalid address, or where registration is closed, is refused', async () => {
    await expect(invite(app, { email: 'gr\u0430ce@example.com' })).rejects.toThrow('email address')
    await expect(invite(app, { email: 'ada@example.com' }, 'closed')).rejects.toThrow('closed')
  })
})

describe('open registration', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await start('open')
  })
  const ada = {
    ...fields,
    'traits.name.first': 'Ada',
    'traits.name.last': 'Lovelace',
    'traits.email': 'Ada@Example.com',
    password: 'analytical engine',
  }

  test('is offered with the sign-in', async () => {
    const login = '/kratos/self-service/login/browser'
    expect((await app.browser().send('GET', login)).body).toMatchObject({ registration_open: true })
  })

  test('makes an account once the code from a mail comes back, for a viewer [ID-015]', async () => {
    const browser = app.browser()
    const flow = await beginFlow(browser, 'registration', '?return_to=/health')
    const sent = await submitFlow(browser, flow, ada)
    expect(sent).toMatchObject({ status: 400, body: { state: 'sent_email' } })
    expect(messagesOf(sent)).toEqual([1_040_005])
    expect(fieldsOf(sent)).toEqual(['default csrf_token', 'code code', 'code method', 'code resend'])
    const first = await mail.takeCode('ada@example.com')
    const { rowCount } = await app.database.pool.query(`select from core.people where name = 'Ada Lovelace'`)
    expect(rowCount).toBe(0)
    await submitFlow(browser, flow, { resend: 'code' })
    const second = await mail.takeCode('ada@example.com')
    const replaced = await submitFlow(browser, flow, { code: first, method: 'code' })
    expect(messagesOf(replaced)).toEqual([4_040_003])
    expect((await submitFlow(browser, flow, { code: second, method: 'code' })).status).toBe(200)
    expect((await browser.send('GET', '/api/auth/whoami')).body.payload).toMatchObject({
      user: { name: 'Ada Lovelace', email: 'ada@example.com' },
      roles: ['viewer'],
    })
    const again = app.browser()
    expect((await again.signIn({ email: 'ada@example.com', password: ada.password })).status).toBe(200)
  })

  test('answers the same for an address that has an account, and tells its owner', async () => {
    const browser = app.browser()
    const flow = await beginFlow(browser, 'registration')
    const sent = await submitFlow(browser, flow, { ...ada, 'traits.email': administrator.email })
    expect(sent.status).toBe(400)
    expect(messagesOf(sent)).toEqual([1_040_005])
    expect(fieldsOf(sent)).toEqual(['default csrf_token', 'code code', 'code method', 'code resend'])
    const message = await mail.take(administrator.email)
    expect(message.subject).toBe('You have an account already')
    expect(message.text).not.toMatch(/[2-9b-z]{5}-[2-9b-z]{5}/)
    expect(messagesOf(await submitFlow(browser, flow, { code: '123456', method: 'code' }))).toEqual([
      4_040_003,
    ])
  })

  test('refuses names that do not show, or that turn the text next to them', async () => {
    const browser = app.browser()
    const flow = await beginFlow(browser, 'registration')
    const answer = await submitFlow(browser, flow, {
      ...ada,
      'traits.name.first': '\u200B',
      'traits.name.last': '\u202Enimda',
    })
    expect(answer.status).toBe(400)
    expect(messagesOf(answer)).toEqual(['traits.name.first 4000001', 'traits.name.last 4000001'])
  })

  test('names what is wrong on the field', async () => {
    const browser = app.browser()
    const flow = await beginFlow(browser, 'registration')
    const answer = await submitFlow(browser, flow, {
      ...ada,
      'traits.name.first': 'A'.repeat(101),
      'traits.name.last': '',
      'traits.email': '\u0430da@example.com',
      password: 'password123',
    })
    expect(messagesOf(answer)).toEqual([
      'traits.name.first 4000017',
      'traits.name.last 4000002',
      'traits.email 4000001',
      'password 4000034',
    ])
  })
})

test('where registration is closed, neither form nor invitation opens an account', async () => {
  const app = await start('closed')
  const { code } = await invite(app, { email: 'grace@example.com' })
  for (const query of ['', `?invitation=${code}`])
    expect((await beginFlow(app.browser(), 'registration', query)).answer).toMatchObject({
      status: 400,
      body: { error: { id: 'self_service_flow_disabled' } },
    })
  await app.stop()
})
