import { expect, test } from 'vitest'
import { useShop } from './testing.ts'

const shop = useShop()
const { makeCheck, run, makeConnection } = shop

test('a rule is tried on what happened, with each step and the message', async () => {
  const check = await makeCheck()
  await run(check, 503)
  const rule = {
    events: ['check.failed'],
    filter: 'check.type == "http"',
    template: 'Look: {{ .check.name }}',
    custom_services: [{ connection: await makeConnection() }],
  }
  const tried = await shop.browser.send('POST', '/api/notification/rule/preview', { body: { rule } })
  expect({ status: tried.status, body: tried.body }).toMatchObject({ status: 200 })
  expect(tried.body).toMatchObject({
    tells: true,
    event: { id: check, event: 'check.failed' },
    message: { body: expect.stringMatching(/^Look: shop-\d+$/) },
    templateError: null,
  })
  const wrong = await shop.browser.send('POST', '/api/notification/rule/preview', {
    body: { rule: { ...rule, filter: 'nothing(', template: '{{ nothing }}' } },
  })
  expect(wrong.body).toMatchObject({
    tells: false,
    filterError: expect.any(String),
    templateError: expect.any(String),
  })
})

test('the trial of a rule says whom it tells if nobody else could be told', async () => {
  const { pool } = shop.app.database
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
    (await shop.browser.send('POST', '/api/notification/rule/preview', { body: { rule: body } })).body
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
    shop.browser.send('POST', '/api/notification/rule/preview', { body: { rule, event } })
  await run(healthy, 200)
  const passed = async () => {
    const { rows } = await shop.app.database.pool.query<{ time: Date }>(
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

test('a rule whose services cannot take its messages would tell nobody, and says which field is wrong', async () => {
  const check = await makeCheck()
  await run(check, 503)
  const connection = await makeConnection()
  const preview = async (properties: object) =>
    (
      await shop.browser.send('POST', '/api/notification/rule/preview', {
        body: { rule: { events: ['check.failed'], custom_services: [{ connection, properties }] } },
      })
    ).body
  expect(await preview({ method: 'FETCH' })).toMatchObject({
    tells: false,
    problems: [{ path: 'custom_services[0].properties.method' }],
  })
  expect(await preview({ method: 'PUT' })).toMatchObject({ tells: true, problems: [] })
})

test('a rule is tried on every event of the last day, with as many services as it names', async () => {
  const check = await makeCheck()
  // Each failure counts, not only the last event of a check.
  for (const status of [503, 200, 503, 200, 503]) await run(check, status)
  const services = [
    { name: 'first', connection: await makeConnection() },
    { name: 'second', connection: await makeConnection() },
  ]
  const rule = { events: ['check.failed'], custom_services: services }
  const { body } = await shop.browser.send('POST', '/api/notification/rule/preview', { body: { rule } })
  expect(body.recipients).toEqual(['first', 'second'])
  const own = body.recent.filter(({ id }: { id: string }) => id === check)
  expect(own).toHaveLength(3)
  expect(body.counts).toMatchObject({ passed: body.counts.events, decided: body.counts.events })
  expect(body.counts.told).toBe(body.counts.decided)
})

test('each service of a rule gets its messages', async () => {
  const check = await makeCheck()
  const connection = await makeConnection()
  const rule = await shop.makeRule({
    custom_services: JSON.stringify([
      { name: 'one', connection },
      { name: 'two', connection },
    ]),
    further_recipients: JSON.stringify([{ name: 'three', connection: await makeConnection() }]),
  })
  await run(check, 503)
  await shop.untilStatuses(rule, 'sent', 'sent', 'sent')
  expect(shop.world.messages).toHaveLength(3)
  await run(check, 200)
  await shop.untilStatuses(rule, 'sent', 'sent', 'sent', 'sent', 'sent', 'sent')
  expect(shop.world.messages).toHaveLength(6)
})

test('a test goes to each recipient, is marked as one, and is in the audit log', async () => {
  const connection = await makeConnection()
  const rule = { events: ['check.failed'], custom_services: [{ name: 'hook', connection }] }
  const send = (body: object) =>
    shop.browser.send('POST', '/api/notification/rule/test', { body: { to: 'recipients', ...body } })
  const sent = await send({ rule })
  expect(sent.body).toMatchObject({ to: 'hook', results: [{ name: 'hook', error: null }] })
  expect(shop.world.messages).toMatchObject([
    { title: expect.stringMatching(/^Test: /), message: expect.stringContaining('This is a test that') },
  ])
  shop.world.takes = 400
  expect((await send({ rule })).body.results).toMatchObject([{ name: 'hook', error: expect.any(String) }])
  const log = await shop.browser.send(
    'GET',
    '/api/db/audit_log?action=eq.send test&resource=eq.notifications',
  )
  expect(log.body).toHaveLength(2)
  const wrong = { ...rule, custom_services: [{ connection, properties: { methd: 'PUT' } }] }
  expect((await send({ rule: wrong })).status).toBe(400)
  expect((await send({ rule: { ...rule, chanel: 'x' } })).status).toBe(400)
})

test('a connection is tested by a message, also before it is stored, by those who may write connections', async () => {
  const connection = {
    name: 'new hook',
    type: 'generic_webhook',
    url: `http://127.0.0.1:${shop.world.port}/hook`,
    properties: {},
  }
  const send = (browser = shop.browser, body: object = { connection }) =>
    browser.send('POST', '/api/notification/connection/test', { body })
  expect((await send()).body).toEqual({ results: [{ name: 'new hook', error: null }] })
  expect(shop.world.messages).toMatchObject([{ title: 'Test: a message from Binnacle' }])
  const http = { ...connection, type: 'http' }
  expect((await send(shop.browser, { connection: http })).body.results[0].error).toContain('cannot send')
  const viewer = (await shop.app.person('test-viewer@example.com', ['viewer'])).browser
  expect((await send(viewer)).status).toBe(403)
  // A person can send only so many in an hour.
  const { rows } = await shop.app.database.pool.query<{ person_id: string }>(
    `select person_id from core.audit_log where action = 'send test' limit 1`,
  )
  await shop.app.database.pool.query(
    `insert into core.audit_log (person_id, actor, action, resource, created_at)
     select $1, 'Administrator', 'send test', 'connections', now() from generate_series(1, 30)`,
    [rows[0]?.person_id],
  )
  expect((await send()).status).toBe(409)
})
