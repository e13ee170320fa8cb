import { createServer } from 'node:http'
import { listen, type TestServer } from '@binnacle/plugin-kit/servers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type Answer,
  startTestApp,
  TEST_SECRET_KEY,
  type TestApp,
  type TestBrowser,
} from '../../testing/app.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { subjects } from '../../platform/subjects.ts'
import { until } from '../../testing/until.ts'
import { createAcknowledgeTokens } from './verbs/acknowledge-token.ts'

/** A shop whose page can fail, and a server that takes messages. */
interface World extends TestServer {
  /** Status of the shop's page. */
  shop: number
  /** Status with which messages are answered. */
  takes: number
  messages: Answer['body'][]
}

async function startWorld(): Promise<World> {
  const messages: Answer['body'][] = []
  const state = { shop: 200, takes: 200, messages }
  const server = await listen(
    createServer((request, response) => {
      if (request.url?.startsWith('/shop') === true) {
        response.writeHead(state.shop).end()
        return
      }
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        if (state.takes < 300) state.messages.push(JSON.parse(Buffer.concat(chunks).toString()))
        response.writeHead(state.takes).end()
      })
    }),
    0,
  )
  return Object.assign(state, server)
}

let app: TestApp
let platform: Platform
let browser: TestBrowser
let world: World
beforeAll(async () => {
  world = await startWorld()
  app = await startTestApp()
  platform = app.platform
  browser = await app.signedIn()
})
afterAll(async () => {
  await app.stop()
  await world.stop()
})
beforeEach(async () => {
  await app.database.pool.query('update core.notifications set deleted_at = now(), enabled = false')
  Object.assign(world, { shop: 200, takes: 200, messages: [] })
})

let count = 0

/** Makes an HTTP check of the shop that runs only when it is told to. @returns its id */
async function makeCheck(spec: Readonly<Record<string, unknown>> = {}): Promise<string> {
  count += 1
  const name = `shop-${count}`
  const made = await browser.send('POST', '/api/health/canaries', {
    body: {
      name,
      spec: { http: [{ name, url: `http://127.0.0.1:${world.port}/shop`, ...spec }] },
    },
  })
  expect({ status: made.status, body: made.body }).toMatchObject({ status: 201 })
  const { rows } = await app.database.pool.query<{ id: string }>(
    'select id from core.checks where canary_id = $1',
    [made.body.id],
  )
  return rows[0]?.id ?? ''
}

async function run(checkId: string, shop: number): Promise<void> {
  world.shop = shop
  const ran = await browser.send('POST', `/api/canary/run/check/${checkId}`)
  expect({ status: ran.status, body: ran.body }).toMatchObject({ status: 200 })
}

/** Makes a rule that tells the server of messages. @returns its id */
async function makeRule(columns: Readonly<Record<string, unknown>> = {}): Promise<string> {
  count += 1
  const row: Record<string, unknown> = {
    name: `rule-${count}`,
    events: ['check.failed', 'check.passed'],
    custom_services: JSON.stringify([{ name: 'hook', connection: await makeConnection() }]),
    ...columns,
  }
  const names = Object.keys(row)
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into core.notifications (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})
     returning id`,
    Object.values(row),
  )
  return rows[0]?.id ?? ''
}

async function makeConnection(): Promise<string> {
  count += 1
  const made = await browser.send('POST', '/api/connections', {
    body: {
      name: `hook-${count}`,
      type: 'generic_webhook',
      url: `http://127.0.0.1:${world.port}/hook`,
      properties: {},
    },
  })
  expect({ status: made.status, body: made.body }).toMatchObject({ status: 201 })
  return made.body.id
}

interface Sent {
  status: string
  tells: string
  error: string | null
  count: number
  attempts: number
  decisions: { step: string; outcome: string; reason: string }[]
}

async function history(ruleId: string): Promise<Sent[]> {
  const { rows } = await app.database.pool.query<Sent>(
    `select history.status, history.tells, history.error, history.count, history.attempts, details.decisions
     from core.notification_send_history as history
     join core.notification_send_details as details on details.send_id = history.id
     where history.notification_id = $1 order by history.first_observed, history.id`,
    [ruleId],
  )
  return rows
}

async function untilStatuses(ruleId: string, ...statuses: string[]): Promise<Sent[]> {
  return until(async () => {
    const rows = await history(ruleId)
    return rows.map(({ status }) => status).join() === statuses.join() ? rows : undefined
  }).catch(async (error: unknown) => {
    throw new Error(`${String(error)}: ${JSON.stringify(await history(ruleId), null, 1)}`)
  })
}

/** Ends the waiting time of the messages of a rule. */
async function sendNow(ruleId: string): Promise<void> {
  await app.database.pool.query(
    `update core.notification_send_history set not_before = now() where notification_id = $1 and status = 'pending'`,
    [ruleId],
  )
  await app.database.pool.query(
    `update graphile_worker._private_jobs set run_at = now() where key like 'SendNotification:%'`,
  )
}

test('a check that fails is told once, its recovery to the same recipient, and both say why', async () => {
  const check = await makeCheck()
  const rule = await makeRule()
  await run(check, 503)
  const [alert] = await untilStatuses(rule, 'sent')
  expect(world.messages).toMatchObject([
    {
      title: expect.stringMatching(/^shop-\d+ failed$/),
      message: expect.stringContaining('unhealthy since'),
    },
  ])
  expect(alert?.decisions.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
    'rule pass',
    'filter pass',
    'silence pass',
    'inhibition pass',
    'acknowledgement pass',
    'repeat interval pass',
    'rate limit pass',
    'recipient pass',
    'silence pass',
    'inhibition pass',
    'acknowledgement pass',
    'message pass',
    'send pass',
  ])
  const listed = await browser.send(
    'GET',
    `/api/db/notification_send_history_summary?select=service,service_title&notification_id=eq.${rule}`,
  )
  expect(listed.body).toEqual([{ service: 'generic_webhook', service_title: 'Generic webhook' }])
  await run(check, 200)
  await untilStatuses(rule, 'sent', 'sent')
  expect(world.messages[1]).toMatchObject({ title: expect.stringMatching(/recovered$/) })
})

test('a rule whose filter is false leaves no row, and one whose filter fails says so and goes on', async () => {
  const check = await makeCheck()
  const other = await makeRule({ filter: 'check.name == "another"' })
  const broken = await makeRule({ filter: 'check.name.nothing()' })
  const rule = await makeRule({ filter: 'check.type == "http" && check.status == "unhealthy"' })
  await run(check, 503)
  await untilStatuses(rule, 'sent')
  const [failed] = await untilStatuses(broken, 'error')
  expect(failed?.error).toContain('nothing')
  expect(await history(other)).toEqual([])
  const { rows } = await app.database.pool.query('select error from core.notifications where id = $1', [
    broken,
  ])
  expect(rows[0]).toMatchObject({ error: expect.stringContaining('filter') })
})

test('a template that fails is replaced by the usual text, and the rule shows the error', async () => {
  const check = await makeCheck()
  const rule = await makeRule({ template: 'Broken {{ .check.name | nothing }}' })
  await run(check, 500)
  await untilStatuses(rule, 'sent')
  expect(world.messages[0].message).toContain('usual text')
  const { rows } = await app.database.pool.query('select error from core.notifications where id = $1', [rule])
  expect(rows[0]).toMatchObject({ error: expect.stringContaining('template') })
})

test('within the repeat interval a second failure is counted, not told', async () => {
  const check = await makeCheck()
  const rule = await makeRule({ repeat_interval: '1h' })
  await run(check, 503)
  await untilStatuses(rule, 'sent')
  await run(check, 200)
  await untilStatuses(rule, 'sent', 'sent')
  await run(check, 503)
  await run(check, 200)
  await run(check, 503)
  const rows = await until(async () => {
    const found = await history(rule)
    return found.some(({ status, count }) => status === 'repeat-interval' && count === 2) ? found : undefined
  })
  expect(rows.map(({ status }) => status)).toEqual(['sent', 'sent', 'repeat-interval'])
  expect(world.messages).toHaveLength(2)
})

test('a failure that is over before the waiting time ends is skipped', async () => {
  const check = await makeCheck()
  const rule = await makeRule({ wait_for: 60 * 1e9 })
  await run(check, 503)
  await untilStatuses(rule, 'pending')
  await run(check, 200)
  const [row] = await untilStatuses(rule, 'skipped')
  expect(row?.decisions.at(-1)?.reason).toBe('It was over before the message went out')
  expect(world.messages).toEqual([])
})

test('a message to a deleted recipient counts as failed, and the rule shows why', async () => {
  const { pool } = app.database
  const rule = await makeRule({ wait_for: 60 * 1e9 })
  await run(await makeCheck(), 503)
  await untilStatuses(rule, 'pending')
  await pool.query('update core.notification_send_history set recipient = null where notification_id = $1', [
    rule,
  ])
  await sendNow(rule)
  await untilStatuses(rule, 'error')
  const summary = `/api/db/notifications_summary?select=failed,most_common_error&id=eq.${rule}`
  expect((await browser.send('GET', summary)).body).toEqual([
    { failed: 1, most_common_error: 'the recipient is gone' },
  ])
})

test('a resource that is seen seldom is looked at again after the waiting time, and its message waits for that', async () => {
  const check = await makeCheck()
  const rule = await makeRule({ wait_for: 60 * 1e9, wait_for_eval_period: 3_600 * 1e9 })
  const subject = subjects.of(platform).get('check')
  if (subject === undefined) throw new Error('checks are no subject')
  const looks: string[] = []
  const before = { ...subject }
  subject.lookAgain = async (id) => looks.push(id) > 0
  try {
    await run(check, 503)
    await untilStatuses(rule, 'pending')
    const begun = Date.now()
    const due = async () => {
      const { rows } = await app.database.pool.query<{ not_before: Date }>(
        'select not_before from core.notification_send_history where notification_id = $1',
        [rule],
      )
      return Math.round(((rows[0]?.not_before.getTime() ?? 0) - begun) / 60_000)
    }
    expect(await due()).toBe(1)
    await sendNow(rule)
    await until(async () => (await due()) === 60)
    expect(looks).toEqual([check])
    expect((await history(rule))[0]).toMatchObject({
      status: 'pending',
      attempts: 0,
      decisions: expect.arrayContaining([
        expect.objectContaining({ reason: expect.stringContaining('looked at again') }),
      ]),
    })
    // It is looked at once.
    await sendNow(rule)
    await untilStatuses(rule, 'sent')
    expect(looks).toEqual([check])
  } finally {
    Object.assign(subject, before)
  }
})

test('a check that ran long ago runs again after the waiting time, and nobody is told if it is well', async () => {
  count += 1
  const name = `seldom-${count}`
  world.shop = 503
  const rule = await makeRule({ wait_for: 60 * 1e9, wait_for_eval_period: 3_600 * 1e9 })
  const made = await browser.send('POST', '/api/health/canaries', {
    body: {
      name,
      spec: { schedule: '@every 365d', http: [{ name, url: `http://127.0.0.1:${world.port}/shop` }] },
    },
  })
  const { pool } = app.database
  const { rows } = await pool.query<{ id: string }>('select id from core.checks where canary_id = $1', [
    made.body.id,
  ])
  // It runs by itself as soon as it is made.
  await untilStatuses(rule, 'pending')
  await pool.query(
    `update core.check_state set last_runtime = last_runtime - interval '1 hour' where check_id = $1`,
    [rows[0]?.id],
  )
  world.shop = 200
  await sendNow(rule)
  const [row] = await untilStatuses(rule, 'skipped')
  expect(row?.decisions.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([expect.stringContaining('Has it looked at again')]),
  )
  expect(world.messages).toEqual([])
})

async function alertOf(ruleId: string): Promise<string> {
  const { rows } = await app.database.pool.query<{ id: string }>(
    'select id from core.notification_alerts where notification_id = $1',
    [ruleId],
  )
  expect(rows).toHaveLength(1)
  return rows[0]?.id ?? ''
}

test('who has the link of an alert acknowledges it with a press, not by opening it', async () => {
  const check = await makeCheck()
  const rule = await makeRule({ wait_for: 3_600 * 1e9 })
  const other = await makeRule({ filter: 'check.name == "another"' })
  const broken = await makeRule({ filter: 'check.name.nothing()' })
  await run(check, 503)
  await untilStatuses(rule, 'pending')
  const tokens = createAcknowledgeTokens(createSecrets(TEST_SECRET_KEY))
  const link = (expires: Date) =>
    alertOf(rule).then((alertId) => tokens.create({ alertId, name: 'Ada', expires }))
  const stranger = app.browser()
  const press = (token: string) => stranger.send('POST', `/api/notification/acknowledge/${token}`)
  const forged = await press('e30.AAAAAAAAAAAAAAAAAAAAAA')
  expect(forged.status).toBe(401)
  const late = await press(await link(new Date(Date.now() - 1_000)))
  expect(late).toMatchObject({ status: 410, body: { error: expect.stringContaining('has expired') } })
  const token = await link(new Date(Date.now() + 60_000))
  const seen = await stranger.send('POST', `/api/notification/acknowledge/${token}/show`)
  expect(seen.body).toMatchObject({
    name: 'Ada',
    state: 'open',
    acknowledgedBy: null,
    count: 1,
    resources: [{ kind: 'check', id: check, reason: expect.stringContaining('503') }],
  })
  const opened = await stranger.send('GET', `/api/notification/acknowledge/${token}`)
  expect(opened.status).not.toBe(200)
  expect((await press(token)).body).toMatchObject({ state: 'acknowledged', acknowledgedBy: 'Ada' })
  const why = await browser.send('GET', `/api/notification/why?kind=check&id=${check}`)
  expect(why.body.alerts).toMatchObject([{ acknowledged: { by: 'Ada', until: null } }])
  const verdictOf = (id: string) => why.body.rules.find((each: Answer['body']) => each.rule.id === id)
  expect(verdictOf(rule)).toMatchObject({ concerns: true, tells: false })
  expect(verdictOf(other)).toMatchObject({ concerns: false, tells: false })
  expect(verdictOf(broken)).toMatchObject({ concerns: true, tells: false })
})

test('the key that is pressed in a phone call acknowledges, and the answer is spoken', async () => {
  const check = await makeCheck()
  const rule = await makeRule({ wait_for: 3_600 * 1e9 })
  await run(check, 503)
  await untilStatuses(rule, 'pending')
  const tokens = createAcknowledgeTokens(createSecrets(TEST_SECRET_KEY))
  const alertId = await alertOf(rule)
  const token = tokens.create({ alertId, name: 'Ada', expires: new Date(Date.now() + 60_000) })
  // As Twilio sends it: https://www.twilio.com/docs/voice/twiml/gather#action
  const call = (of: string, digits: string) =>
    fetch(`${app.url}/api/notification/acknowledge/${of}/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' },
      body: new URLSearchParams({ CallSid: 'CA1', Digits: digits }),
    })
  const press = async (digits: string) => {
    const answer = await call(token, digits)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8')
    return answer.text()
  }
  const isAcknowledged = async () =>
    (await browser.send('GET', `/api/notification/alerts?kind=check&id=${check}`)).body[0].acknowledged !==
    null
  expect(await press('5')).toMatch(/^<Response><Gather .*Press 1 to acknowledge/)
  expect((await call('e30.AAAAAAAAAAAAAAAAAAAAAA', '1')).status).toBe(401)
  expect(await isAcknowledged()).toBe(false)
  expect(await press('1')).toBe('<Response><Say>It is acknowledged. Goodbye.</Say></Response>')
  expect(await isAcknowledged()).toBe(true)
  await run(check, 200)
  await until(async () => (await press('1')).includes('over already'))
})

test('a silence keeps an alert quiet, and what is still red when it ends is told then', async () => {
  const check = await makeCheck()
  const rule = await makeRule()
  const made = await browser.send('POST', '/api/notification/silence', {
    body: { check_id: check, from: 'now-1m', until: 'now+1h', description: 'the shop moves' },
  })
  expect({ status: made.status, body: made.body }).toMatchObject({ status: 200 })
  await until(
    async () => (await browser.send('GET', `/api/db/notification_silences?check_id=eq.${check}`)).body.length,
  )
  await run(check, 503)
  const [silenced] = await untilStatuses(rule, 'silenced')
  expect(silenced?.decisions.at(-1)?.reason).toContain('the shop moves')
  const why = await browser.send('GET', `/api/notification/why?kind=check&id=${check}`)
  expect(why.body.rules.find((each: Answer['body']) => each.rule.id === rule)).toMatchObject({ tells: false })
  await browser.send('PATCH', `/api/db/notification_silences?check_id=eq.${check}`, {
    body: { deleted_at: 'now()' },
  })
  await untilStatuses(rule, 'silenced', 'sent')
  expect(world.messages[0].message).toContain('It was silenced until')
  await run(check, 200)
  await untilStatuses(rule, 'silenced', 'sent', 'sent')
})

/** Gives a person two ways to be reached, the second three minutes after the first. */
async function makeWays(personId: string): Promise<void> {
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into core.contact_methods (person_id, kind, label, address, verified_at)
     select $1, 'email', address, address, now() from unnest('{first@example.com,second@example.com}'::text[]) as address
     returning id`,
    [personId],
  )
  const steps = rows.map(({ id: methodId }, place) => ({ methodId, afterMinutes: place * 3 }))
  await app.database.pool.query(
    `insert into core.contact_plans (person_id, urgency, steps)
     select $1, unnest('{high,medium,low}'::text[]), $2`,
    [personId, JSON.stringify(steps)],
  )
}

test('what is told after a silence waits, is grouped and takes the ways of a person, as any other decision', async () => {
  const checks = [await makeCheck(), await makeCheck()]
  count += 1
  const { id: personId } = await app.person(`steps-${count}@example.com`)
  await makeWays(personId)
  const rule = await makeRule({
    custom_services: null,
    person_id: personId,
    wait_for: 3_600 * 1e9,
    group_by: ['type'],
  })
  const made = await browser.send('POST', '/api/notification/silence', {
    body: { selector: { types: ['http'] }, from: 'now-1m', until: 'now+1h', description: `move ${count}` },
  })
  expect(made.status).toBe(200)
  const listed = `/api/db/notification_silences?description=eq.move ${count}`
  await until(async () => (await browser.send('GET', listed)).body.length)
  for (const check of checks) await run(check, 503)
  await untilStatuses(rule, 'silenced', 'silenced')
  const before = Date.now()
  await browser.send('PATCH', listed, { body: { deleted_at: 'now()' } })
  const rows = await until(async () => {
    const found = await history(rule)
    return found.length === 6 ? found : undefined
  })
  const decided = rows.slice(2)
  expect(decided.map(({ status }) => status).toSorted()).toEqual(['grouped', 'grouped', 'pending', 'pending'])
  const { rows: due } = await app.database.pool.query<{ not_before: Date; silenced_until: Date | null }>(
    `select not_before, silenced_until from core.notification_send_history
     where notification_id = $1 and status = 'pending' order by not_before`,
    [rule],
  )
  const minutes = due.map(({ not_before: time }) => Math.round((time.getTime() - before) / 60_000))
  expect(minutes).toEqual([60, 63])
  expect(due.every(({ silenced_until: until }) => until !== null)).toBe(true)
  expect(decided[0]?.decisions[0]?.reason).toBe('Looked at again, because nobody was told so far')
})

test('a recovery whose alert went out is told during a silence', async () => {
  const check = await makeCheck()
  const rule = await makeRule()
  await run(check, 503)
  await untilStatuses(rule, 'sent')
  await browser.send('POST', '/api/notification/silence', {
    body: { check_id: check, from: 'now-1m', until: 'now+1h' },
  })
  await run(check, 200)
  await untilStatuses(rule, 'sent', 'sent')
  await run(check, 503)
  await untilStatuses(rule, 'sent', 'sent', 'silenced')
  expect(world.messages).toHaveLength(2)
})

test('checks of one group share a message that names each of them', async () => {
  const checks = [await makeCheck(), await makeCheck(), await makeCheck()]
  const rule = await makeRule({ group_by: ['type'] })
  for (const check of checks) await run(check, 503)
  const rows = await until(async () => {
    const found = await history(rule)
    return found.length === 3 ? found : undefined
  })
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['grouped', 'grouped', 'pending'])
  // The group waits for more; it need not here.
  await sendNow(rule)
  await until(() => world.messages.length === 1)
  expect(world.messages[0].title).toBe('3 checks failed: type http')
  for (const check of checks) await run(check, 200)
  await until(() => world.messages.length === 2)
  expect(world.messages[1].title).toBe('3 checks recovered: type http')
})

test('fallback recipients are told only if nobody else could be', async () => {
  const check = await makeCheck()
  const broken = JSON.stringify([{ name: 'gone', connection: 'connection://default/nothing' }])
  const second = JSON.stringify([{ name: 'second', connection: await makeConnection() }])
  const rule = await makeRule({
    custom_services: broken,
    fallback_custom_services: second,
    fallback_delay: 0,
  })
  await run(check, 503)
  const rows = await untilStatuses(rule, 'error', 'sent')
  expect(rows[0]?.error).toContain('there is no connection')
  expect(rows[1]?.decisions[0]).toMatchObject({ step: 'fallback' })
  expect(world.messages).toHaveLength(1)
})

test('the fallback is told when the account of the person is switched off', async () => {
  const { pool } = app.database
  const check = await makeCheck()
  const { rows: people } = await pool.query<{ id: string }>(
    `insert into core.people (name, email, active) values ('Gone', 'gone-person@example.com', false) returning id`,
  )
  const rule = await makeRule({
    custom_services: null,
    person_id: people[0]?.id,
    fallback_custom_services: JSON.stringify([{ name: 'second', connection: await makeConnection() }]),
    fallback_delay: 60 * 1e9,
  })
  await run(check, 503)
  const [row] = await untilStatuses(rule, 'pending')
  expect(row?.decisions).toContainEqual(
    expect.objectContaining({
      step: 'fallback',
      reason: 'Gone has no email address that can be used; told instead: second',
    }),
  )
  await sendNow(rule)
  await untilStatuses(rule, 'sent')
  expect(world.messages).toHaveLength(1)
})

test('an alert that nobody acknowledges reaches whom the escalation policy of its rule names', async () => {
  const check = await makeCheck()
  const ada = await app.person('ada@example.com', ['responder'])
  const policy = await browser.send('POST', '/api/on-call/policies', {
    body: {
      name: `policy-${count}`,
      steps: [{ afterMinutes: 0, targets: [{ kind: 'person', id: ada.id }] }],
      repeat: { times: 0, afterMinutes: 5 },
      acknowledgementMinutes: null,
      hold: null,
    },
  })
  const rule = await makeRule()
  const unknown = await browser.send('PATCH', `/api/db/notifications?id=eq.${rule}`, {
    body: { escalation_policy_id: check },
  })
  expect({ status: unknown.status, text: JSON.stringify(unknown.body) }).toMatchObject({
    status: 400,
    text: expect.stringContaining('escalation_policy_id'),
  })
  const named = await browser.send('PATCH', `/api/db/notifications?id=eq.${rule}`, {
    body: { escalation_policy_id: policy.body.id },
  })
  expect({ status: named.status, body: named.body }).toMatchObject({ status: 204 })
  await run(check, 503)
  const rows = await until(async () => {
    const found = await history(rule)
    return found.length === 2 && found.every(({ status }) => status !== 'pending') ? found : undefined
  })
  // No mail server is set in this test, so her email cannot go out.
  expect(rows.find(({ status }) => status === 'error')).toMatchObject({
    error: expect.stringContaining('SMTP_URL'),
    decisions: expect.arrayContaining([expect.objectContaining({ step: 'recipient' })]),
  })
})

test('people of an escalation are told again when the acknowledgement times out', async () => {
  const check = await makeCheck()
  const eve = await app.person('eve@example.com', ['responder'])
  const policy = await browser.send('POST', '/api/on-call/policies', {
    body: {
      name: `policy-${count}`,
      steps: [{ afterMinutes: 0, targets: [{ kind: 'person', id: eve.id }] }],
      repeat: { times: 0, afterMinutes: 5 },
      acknowledgementMinutes: 30,
      hold: null,
    },
  })
  const rule = await makeRule({ escalation_policy_id: policy.body.id })
  const { pool } = app.database
  await run(check, 503)
  await until(async () => (await history(rule)).filter(({ status }) => status !== 'pending').length === 2)
  const alert = await alertOf(rule)
  const acknowledged = await browser.send('POST', `/api/notification/alerts/${alert}/acknowledge`, {
    body: {},
  })
  expect(acknowledged.status).toBe(200)
  const due = `select from core.escalations where alert_id = $1 and status = 'acknowledged' and due_at > now()`
  await until(async () => (await pool.query(due, [alert])).rowCount === 1)
  await pool.query(
    `update core.notification_alerts set acknowledged_at = acknowledged_at - interval '1 hour' where id = $1`,
    [alert],
  )
  await pool.query(`update graphile_worker._private_jobs set run_at = now() where key like 'EscalateAlert:%'`)
  const rows = await until(async () => {
    const found = await history(rule)
    return found.length === 3 && found.every(({ status }) => status !== 'pending') ? found : undefined
  })
  // No mail server is set in this test, so her emails cannot go out.
  expect(rows.map(({ status }) => status)).toEqual(['sent', 'error', 'error'])
  expect(rows[2]?.decisions[0]?.reason).toContain('after an acknowledgement ended')
  const { body } = await browser.send('GET', `/api/notification/alerts?kind=check&id=${check}`)
  expect(body).toMatchObject([{ acknowledged: null }])
})

test('a rule is tried on what happened, with each step and the message', async () => {
  const check = await makeCheck()
  await run(check, 503)
  const rule = {
    events: ['check.failed'],
    filter: 'check.type == "http"',
    template: 'Look: {{ .check.name }}',
    custom_services: [{ connection: await makeConnection() }],
  }
  const tried = await browser.send('POST', '/api/notification/rule/preview', { body: { rule } })
  expect({ status: tried.status, body: tried.body }).toMatchObject({ status: 200 })
  expect(tried.body).toMatchObject({
    tells: true,
    event: { id: check, event: 'check.failed' },
    message: { body: `Look: shop-${count - 1}` },
    templateError: null,
  })
  const wrong = await browser.send('POST', '/api/notification/rule/preview', {
    body: { rule: { ...rule, filter: 'nothing(', template: '{{ nothing }}' } },
  })
  expect(wrong.body).toMatchObject({
    tells: false,
    filterError: expect.any(String),
    templateError: expect.any(String),
  })
})

test('the trial of a rule says whom it tells if nobody else could be told', async () => {
  const { pool } = app.database
  const check = await makeCheck()
  await run(check, 503)
  const { rows: people } = await pool.query<{ id: string }>(
    `insert into core.people (name, email, active) values ('Away', 'away-person@example.com', false) returning id`,
  )
  const rule = {
    events: ['check.failed'],
    custom_services: [{ name: 'first', connection: await makeConnection() }],
    fallback_custom_services: [{ name: 'second', connection: await makeConnection() }],
    fallback_delay: 120 * 1e9,
  }
  const preview = async (body: object) =>
    (await browser.send('POST', '/api/notification/rule/preview', { body: { rule: body } })).body
  expect(await preview(rule)).toMatchObject({
    recipients: ['first'],
    fallback: { recipients: ['second'], milliseconds: 120_000, problems: [] },
  })
  // Told at once who is told instead, where the first cannot be reached at all.
  const { custom_services: _, ...without } = rule
  expect(await preview({ ...without, person_id: people[0]?.id })).toMatchObject({
    tells: true,
    recipients: ['second'],
  })
  expect(await preview({ events: rule.events, custom_services: rule.custom_services })).toMatchObject({
    fallback: null,
  })
})

test('a rule is not tried on the first pass of a check, which ends nothing, but on a recovery', async () => {
  const healthy = await makeCheck()
  const rule = {
    events: ['check.failed', 'check.passed'],
    filter: `check.status == "unhealthy"`,
    custom_services: [{ connection: await makeConnection() }],
  }
  const preview = (event?: object) =>
    browser.send('POST', '/api/notification/rule/preview', { body: { rule, event } })
  await run(healthy, 200)
  const passed = async () => {
    const { rows } = await app.database.pool.query<{ time: Date }>(
      'select last_runtime as time from core.check_state where check_id = $1',
      [healthy],
    )
    return { event: 'check.passed', kind: 'check', id: healthy, time: rows[0]?.time.toISOString() }
  }
  const first = await preview(await passed())
  expect(first.body).toMatchObject({ tells: false, recipients: [] })
  expect(first.body.decisions.at(-1).reason).toContain('It was not unhealthy before')
  expect(first.body.message.body).toContain('is healthy again, since')
  expect(first.body.recent.map(({ id }: { id: string }) => id)).not.toContain(healthy)
  await run(healthy, 503)
  await run(healthy, 200)
  const second = await preview(await passed())
  // Those who were told of the failure are told of its end, though the filter is about failures alone.
  expect(second.body).toMatchObject({ tells: true, recipients: [expect.any(String)] })
  expect(second.body.recent[0]).toMatchObject({ id: healthy, event: 'check.passed' })
  expect(second.body.message.body).toContain('is healthy again, since')
})

test('a service that is busy gets the message again later', async () => {
  const check = await makeCheck()
  const rule = await makeRule()
  world.takes = 503
  await run(check, 503)
  await until(async () =>
    (await history(rule)).some(({ attempts, error }) => attempts === 1 && error !== null),
  )
  world.takes = 200
  const [row] = await untilStatuses(rule, 'sent')
  expect(row?.attempts).toBe(2)
})
