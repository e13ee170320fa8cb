import { DAY, HOUR, succeed } from '@binnacle/contract/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { openNotifications } from '../notifications/index.ts'
import { sendHandoverNotices } from './handover.ts'
import { alerting, onCall, type PlainMessage, type ReachMethod } from './index.ts'

let app: TestApp
let clock: ManualClock
let platform: Platform
let admin: TestBrowser
let ada: { id: string; browser: TestBrowser }
let grace: { id: string; browser: TestBrowser }
const notices: { personId: string; message: PlainMessage }[] = []
const tests: { personId: string; method: ReachMethod; message: PlainMessage }[] = []
const messages: { alertId: string; recipients: unknown; text: string }[] = []

beforeAll(async () => {
  clock = createManualClock(new Date())
  app = await startTestApp({
    clock,
    leftOut: [openNotifications],
    moreModules: [
      (opened) => {
        platform = opened
        alerting.offer(opened, {
          tell: async (_client, alertId, recipients, { text }) =>
            void messages.push({ alertId, recipients, text }),
          notify: async (_client, personId, message) => void notices.push({ personId, message }),
          sendTest: async (personId, method, message) => {
            tests.push({ personId, method, message })
            return succeed(undefined)
          },
          endAcknowledgement: async () => {},
        })
        return { name: 'messages of the test' }
      },
    ],
  })
  admin = await app.signedIn()
  ada = await app.person('ada@example.com', ['viewer'])
  grace = await app.person('grace@example.com', ['viewer'])
})

/** The start of the first shift: an hour ago, so that none ends during a test. */
const start = () => Math.floor(clock.now().getTime() / HOUR) * HOUR - HOUR
const iso = (instant: number) => new Date(instant).toISOString()

async function createRota(changes: object = {}): Promise<string> {
  const layer = {
    name: 'Primary',
    timeZone: 'UTC',
    participants: [ada.id, grace.id],
    start: iso(start()).slice(0, 10),
    end: null,
    handover: { every: 1, unit: 'days', at: iso(start()).slice(11, 16) },
    hours: [],
  }
  const answer = await admin.send('POST', '/api/on-call/rotas', {
    body: { name: `Rota ${Math.random()}`, timeZone: 'Europe/Berlin', layers: [layer], ...changes },
  })
  expect(answer.status).toBe(201)
  return answer.body.id
}

const look = () =>
  sendHandoverNotices({
    pool: app.database.pool,
    now: () => clock.now(),
    alerting: () => alerting.of(platform),
    mails: platform.mails,
    publicUrl: app.url,
  })
/** Waits for as many notices as are expected: the job of the product looks each minute too. */
async function takeNotices(count: number): Promise<string[]> {
  await until(() => notices.length >= count)
  return notices.splice(0).map(({ personId, message }) => {
    const name = personId === ada.id ? 'ada' : 'grace'
    return `${name}: ${message.title}`
  })
}

test('those who come on call and those who go off are told once, also by an override', async () => {
  const id = await createRota({ name: 'Payments', handoverNotices: true })
  await look()
  expect(await takeNotices(1)).toEqual(['ada: You are on call: Payments'])
  await Promise.all([look(), look()])
  expect(await takeNotices(0)).toEqual([])
  const now = clock.now().getTime()
  await admin.send('POST', `/api/on-call/rotas/${id}/overrides`, {
    body: {
      personId: grace.id,
      from: new Date(now).toISOString(),
      to: new Date(now + HOUR / 2).toISOString(),
    },
  })
  await look()
  expect(await takeNotices(2)).toEqual([
    'grace: You are on call: Payments',
    'ada: You are off call: Payments',
  ])
  clock.advance(HOUR / 2)
  await look()
  expect(await takeNotices(2)).toEqual([
    'ada: You are on call: Payments',
    'grace: You are off call: Payments',
  ])
  await admin.send('DELETE', `/api/on-call/rotas/${id}`)
  clock.advance(DAY)
  await look()
  expect(await takeNotices(0)).toEqual([])
})

test('who is asked for a swap is told, and who asked hears the answer', async () => {
  const rotaId = await createRota({ name: 'Swaps' })
  const give = {
    from: iso(start() + 2 * DAY),
    to: iso(start() + 3 * DAY),
  }
  const answer = await ada.browser.send('POST', '/api/on-call/swaps', {
    body: { rotaId, personId: grace.id, give },
  })
  expect(await takeNotices(1)).toEqual(['grace: ada asks you to take a shift: Swaps'])
  await grace.browser.send('POST', `/api/on-call/swaps/${answer.body.id}`, { body: { answer: 'refuse' } })
  expect(await takeNotices(1)).toEqual(['ada: Your swap is refused: Swaps'])
})

describe('where something sends messages', () => {
  test('a person is reached by a service after the code that it brought', async () => {
    const { rows } = await app.database.pool.query<{ id: string }>(
      `insert into core.connections (name, type, revision) values ('pages', 'telegram', gen_random_uuid()) returning id`,
    )
    const connectionId = rows[0]?.id ?? ''
    const { browser } = ada
    expect((await browser.send('GET', '/api/on-call/me')).body).toMatchObject({
      kinds: ['email', 'sms', 'voice', 'connection', 'web_push'],
      connections: [{ id: connectionId, name: 'pages', type: 'telegram' }],
    })
    const body = { kind: 'connection', label: 'Phone', connectionId, address: 'ada-alerts' }
    const { id } = (await browser.send('POST', '/api/on-call/me/methods', { body })).body
    const path = `/api/on-call/me/methods/${id}`
    expect((await browser.send('POST', `${path}/code`)).status).toBe(200)
    const sent = tests.at(-1)
    const method = { kind: 'connection', id: connectionId, properties: { chats: 'ada-alerts' } }
    expect(sent).toMatchObject({ personId: ada.id, method })
    const port = onCall.of(platform)
    // Not before it is verified: the address of the account is used.
    expect(await port.reach(ada.id, 'critical')).toMatchObject([
      { afterMilliseconds: 0, method: { kind: 'email', address: 'ada@example.com' } },
    ])
    const code = /Enter (\d{6})/.exec(sent?.message.body ?? '')?.[1]
    expect((await browser.send('POST', `${path}/verify`, { body: { code } })).status).toBe(200)
    expect(await port.reach(ada.id, 'low')).toEqual([{ afterMilliseconds: 0, method, label: 'Phone' }])
    const plans = {
      high: [
        { methodId: id, afterMinutes: 6 },
        { methodId: id, afterMinutes: 0 },
      ],
      medium: [],
      low: [],
    }
    await browser.send('PUT', '/api/on-call/me/plans', { body: plans })
    expect((await port.reach(ada.id, 'blocker')).map((step) => step.afterMilliseconds)).toEqual([0, 360_000])
    const stored = await app.database.pool.query('select details from core.contact_methods where id = $1', [
      id,
    ])
    expect(JSON.stringify(stored.rows)).not.toContain('ada-alerts')
    await app.database.pool.query('update core.connections set deleted_at = now() where id = $1', [
      connectionId,
    ])
    expect(await port.reach(ada.id, 'critical')).toMatchObject([{ method: { kind: 'email' } }])
  })

  test('quiet hours of a person are theirs alone, and are read by what sends', async () => {
    const quietHours = {
      timeZone: 'Europe/Berlin',
      hours: [{ days: [6, 7], from: '22:00', to: '07:00' }],
    }
    const send = (body: object) => ada.browser.send('PUT', '/api/on-call/me/quiet-hours', { body })
    expect((await send({ quietHours })).status).toBe(200)
    expect((await ada.browser.send('GET', '/api/on-call/me')).body).toMatchObject({ quietHours })
    expect((await grace.browser.send('GET', '/api/on-call/me')).body).toMatchObject({ quietHours: null })
    expect(await onCall.of(platform).quietHours(ada.id)).toEqual(quietHours)
    for (const wrong of [{ timeZone: 'Mars/Base' }, { hours: [] }, { other: true }])
      expect((await send({ quietHours: { ...quietHours, ...wrong } })).status).toBe(400)
    expect((await send({ quietHours: null })).status).toBe(200)
    expect(await onCall.of(platform).quietHours(ada.id)).toBeUndefined()
  })

  test('text messages and calls are open to everybody only where an administrator allows it', async () => {
    const admin = await app.signedIn()
    const make = async (name: string, personalUse: boolean): Promise<string> => {
      const made = await admin.send('POST', '/api/connections', {
        body: {
          name,
          namespace: 'default',
          type: 'twilio',
          url: null,
          username: null,
          password: 'token',
          certificate: null,
          insecure_tls: false,
          properties: {
            accountSid: 'AC1',
            from: '+15557122661',
            ...(personalUse ? { personalUse: 'true' } : {}),
          },
        },
      })
      expect(made.status).toBe(201)
      return made.body.id
    }
    const [closed, open] = [await make('closed', false), await make('open', true)]
    const form = (connectionId: string) => ({
      kind: 'sms',
      label: 'Phone',
      address: '+49301234567',
      connectionId,
    })
    const add = (by: TestBrowser, connectionId: string) =>
      by.send('POST', '/api/on-call/me/methods', { body: form(connectionId) })
    const offered = async (by: TestBrowser) =>
      (await by.send('GET', '/api/on-call/me')).body.connections.map(({ id }: { id: string }) => id)

    expect(await offered(ada.browser)).toEqual([open])
    expect(await add(ada.browser, closed)).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'connectionId', message: expect.stringContaining('cost money') }] },
    })
    expect((await add(ada.browser, open)).status).toBe(201)
    expect(await offered(admin)).toEqual([closed, open])
    expect((await add(admin, closed)).status).toBe(201)
  })

  test('the keys of web push are made once, and the private one is sealed', async () => {
    const port = onCall.of(platform)
    const [first, second] = await Promise.all([port.webPushKeys(), port.webPushKeys()])
    expect(second).toEqual(first)
    expect(Buffer.from(first.publicKey, 'base64url')).toHaveLength(65)
    expect(Buffer.from(first.privateKey, 'base64url')).toHaveLength(32)
    expect((await ada.browser.send('GET', '/api/on-call/web-push-key')).body).toEqual({
      key: first.publicKey,
    })
    const { rows } = await app.database.pool.query(
      "select value from core.settings where name = 'web_push_keys'",
    )
    expect(JSON.stringify(rows)).not.toContain(first.privateKey)
  })

  test('an alert is escalated by its event, to who is on call', async () => {
    const rota = await createRota()
    const policy = await admin.send('POST', '/api/on-call/policies', {
      body: {
        name: 'Default',
        steps: [{ afterMinutes: 0, targets: [{ kind: 'rota', id: rota }] }],
        repeat: { times: 0, afterMinutes: 1 },
        acknowledgementMinutes: null,
        hold: null,
      },
    })
    const { pool } = app.database
    const { rows } = await pool.query<{ rule: string; alert: string }>(
      `with rule as (
         insert into core.notifications (name, events) values ('rule', '{check.failed}') returning id
       )
       insert into core.notification_alerts (notification_id, group_key, severity, opened_at)
       select id, 'x', 'high', $1 from rule
       returning notification_id as rule, id as alert`,
      [clock.now()],
    )
    const [{ rule: notificationId, alert: alertId } = { rule: '', alert: '' }] = rows
    await platform.events.emit(pool, 'alert.opened', {
      alertId,
      notificationId,
      policyId: policy.body.id,
      severity: 'high',
      time: clock.now().toISOString(),
    })
    await until(() => messages.length > 0)
    const [person] = await onCall.of(platform).now(rota, clock.now())
    expect(messages).toEqual([
      {
        alertId,
        recipients: [{ personId: person }],
        text: 'Step 1 of 1 of the escalation policy "Default"',
      },
    ])
    const entries = async () =>
      (await ada.browser.send('GET', `/api/on-call/alerts/${alertId}/escalation`)).body.entries
    // The step is written down once all were told.
    await until(async () => (await entries()).length > 0)
    expect(await entries()).toMatchObject([{ outcome: 'told', step: 0, policyName: 'Default' }])
  })
})
