import { createHmac } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createSecrets } from '../../../platform/secrets.ts'
import { startTestApp, TEST_SECRET_KEY, type TestApp, type TestBrowser } from '../../../testing/app.ts'
import { until } from '../../../testing/until.ts'
import { createAcknowledgeTokens } from '../verbs/acknowledge-token.ts'
import { createConnectionSecrets } from './connection-secrets.ts'

const SIGNING_SECRET = '8f742231b10e8888abcd99yyyzzz85a5'
const WEBHOOK_SECRET = 'made_up-1'

let app: TestApp
let admin: TestBrowser

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
  for (const [type, properties] of [
    ['slack', {}],
    ['slack', { signingSecret: SIGNING_SECRET }],
    ['telegram', { webhookSecret: WEBHOOK_SECRET }],
  ] as const) {
    const body = {
      name: `${type}-${Object.keys(properties).length}`,
      type,
      username: 'C1',
      password: 'x',
      properties,
    }
    const made = await admin.send('POST', '/api/connections', { body })
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  }
  await app.database.pool.query(
    `insert into core.notifications (name, events, person_id)
     select 'buttons', '{check.failed}', id from core.people where email is not null limit 1`,
  )
})

let count = 0

/**
 * Opens an alert of a check that fails, because what is about nothing ends when it is looked at again.
 * @returns its id, and what the button of its message carries
 */
async function openAlert(expires = new Date(Date.now() + 60_000)): Promise<{ id: string; code: string }> {
  count += 1
  const name = `button-${count}`
  const made = await admin.send('POST', '/api/health/canaries', {
    body: { name, spec: { http: [{ name, url: 'http://127.0.0.1:9/' }] } },
  })
  const { pool } = app.database
  const { rows: checks } = await pool.query<{ id: string }>(
    'select id from core.checks where canary_id = $1',
    [made.body.id],
  )
  const check = checks[0]?.id ?? ''
  const ran = await admin.send('POST', `/api/canary/run/check/${check}`)
  expect({ status: ran.status, body: ran.body }).toMatchObject({ status: 200 })
  const id = await until(async () => {
    const { rows } = await pool.query<{ id: string }>('select id from core.alerts where resource_id = $1', [
      check,
    ])
    return rows[0]?.id
  })
  const token = createAcknowledgeTokens(createSecrets(TEST_SECRET_KEY)).create({
    alertId: id,
    name: 'C1',
    expires,
  })
  return { id, code: token.split('.')[0] ?? '' }
}

async function acknowledgedBy(id: string): Promise<string | null> {
  const { rows } = await app.database.pool.query<{ acknowledged_name: string | null }>(
    'select acknowledged_name from core.alerts where id = $1',
    [id],
  )
  return rows[0]?.acknowledged_name ?? null
}

/** A press as Slack sends it: https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
function pressInSlack(
  actions: readonly object[],
  { secret = SIGNING_SECRET, age = 0, tampered = false } = {},
): Promise<Response> {
  const payload = {
    type: 'block_actions',
    team: { id: 'T9TK3CUKW', domain: 'example' },
    user: { id: 'UA8RXUSPL', username: 'jtorrance', name: 'jtorrance', team_id: 'T9TK3CUKW' },
    api_app_id: 'AABA1ABCD',
    container: { type: 'message_attachment', message_ts: '1548261231.000200', channel_id: 'CBR2V3XEX' },
    trigger_id: '12321423423.333649436676.d8c1bb837935619ccad0f624c448ffb3',
    // Nothing is sent to an address that is not Slack's.
    response_url: 'https://hooks.slack.example/actions/T9TK3CUKW/1',
    actions,
  }
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
  const timestamp = String(Math.floor(Date.now() / 1_000) - age)
  const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
  return fetch(`${app.url}/api/notification/slack`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signature}`,
    },
    body: tampered ? `${body}&x=1` : body,
  })
}

const slackButton = (value: string) => ({
  action_id: 'acknowledge',
  block_id: '=qXel',
  text: { type: 'plain_text', text: 'Acknowledge', emoji: false },
  value,
  type: 'button',
  action_ts: '1548426417.840180',
})

test('a press in Slack acknowledges the alert, by the name that Slack has', async () => {
  const { id, code } = await openAlert()
  const answer = await pressInSlack([slackButton(code)])
  expect([answer.status, await answer.json()]).toEqual([200, {}])
  expect(await acknowledgedBy(id)).toBe('jtorrance (Slack)')
  // Slack sends a press again that was answered late.
  expect((await pressInSlack([slackButton(code)])).status).toBe(200)
  const { rows } = await app.database.pool.query(
    "select 1 from core.audit_log where action = 'acknowledge' and resource_id = $1",
    [id],
  )
  expect(rows).toHaveLength(1)
})

test('what Slack did not sign just now changes nothing', async () => {
  const { id, code } = await openAlert()
  const button = [slackButton(code)]
  for (const setup of [{ secret: 'guess' }, { age: 301 }, { age: -301 }, { tampered: true }])
    expect([setup, (await pressInSlack(button, setup)).status]).toEqual([setup, 401])
  const bare = await fetch(`${app.url}/api/notification/slack`, { method: 'POST', body: 'payload={}' })
  expect(bare.status).toBe(401)
  expect(await acknowledgedBy(id)).toBeNull()
})

test('buttons that open pages, buttons of others and expired ones change nothing', async () => {
  const late = await openAlert(new Date(Date.now() - 1_000))
  for (const button of [
    { action_id: 'view', url: 'https://binnacle.example' },
    slackButton('nonsense'),
    slackButton(late.code),
  ])
    expect((await pressInSlack([button])).status).toBe(200)
  expect(await acknowledgedBy(late.id)).toBeNull()
})

/** A press as Telegram sends it: https://core.telegram.org/bots/api#update */
async function pressInTelegram(data: string, secret: string | undefined = WEBHOOK_SECRET) {
  const from = { id: 1, is_bot: false, first_name: 'Ada', last_name: 'Lovelace' }
  const message = { message_id: 7, date: 1, chat: { id: -100, type: 'supergroup' }, text: 'shop failed' }
  const answer = await fetch(`${app.url}/api/notification/telegram`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(secret === undefined ? {} : { 'x-telegram-bot-api-secret-token': secret }),
    },
    body: JSON.stringify({
      update_id: 10_000,
      callback_query: { id: '4382bfdwdsb323b2d9', from, message, chat_instance: '1', data },
    }),
  })
  const body: unknown = await answer.json()
  return { status: answer.status, body }
}

const shown = (text: unknown) => ({
  status: 200,
  body: { method: 'answerCallbackQuery', callback_query_id: '4382bfdwdsb323b2d9', text },
})

test('a press in Telegram acknowledges the alert, and says so where it was pressed', async () => {
  const { id, code } = await openAlert()
  expect(await pressInTelegram(`ack ${code}`)).toEqual(shown('Ada Lovelace (Telegram) acknowledged it.'))
  expect(await acknowledgedBy(id)).toBe('Ada Lovelace (Telegram)')
  expect(await pressInTelegram(`ack ${code}`)).toEqual(
    shown('Ada Lovelace (Telegram) acknowledged it already.'),
  )
  await app.database.pool.query('update core.alerts set closed_at = now() where id = $1', [id])
  expect(await pressInTelegram(`ack ${code}`)).toEqual(shown('It is over already.'))
})

test('what is not from Telegram changes nothing, and what is not for us needs no answer', async () => {
  const { id, code } = await openAlert()
  expect((await pressInTelegram(`ack ${code}`, 'guess')).status).toBe(401)
  expect((await pressInTelegram(`ack ${code}`, '')).status).toBe(401)
  expect(await acknowledgedBy(id)).toBeNull()
  expect(await pressInTelegram('other bot')).toEqual({ status: 200, body: {} })
  expect(await pressInTelegram('ack nonsense')).toEqual(shown(expect.stringContaining('not from this')))
  const late = await openAlert(new Date(Date.now() - 1_000))
  expect(await pressInTelegram(`ack ${late.code}`)).toEqual(shown(expect.stringContaining('expired')))
})

test('a flood of presses from strangers has the connections read once a second', async () => {
  let reads = 0
  let time = 0
  const secretsOf = createConnectionSecrets(
    {
      pool: app.database.pool,
      connections: {
        find: async () => {
          reads += 1
          return { ok: false, failure: 'not found' }
        },
      },
      references: { read: async () => ({ ok: false, failure: 'not found' }) },
    },
    () => new Date(time),
  )
  await Promise.all(Array.from({ length: 100 }, () => secretsOf('slack', 'signingSecret')))
  expect(reads).toBe(2)
  time = 1_000
  await secretsOf('slack', 'signingSecret')
  expect(reads).toBe(4)
})
