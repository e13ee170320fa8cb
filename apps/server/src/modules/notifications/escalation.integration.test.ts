import { expect, test } from 'vitest'
import { until } from '../../testing/until.ts'
import { useShop } from './testing.ts'

const shop = useShop()
const { makeCheck, run, makeRule, makeConnection, history, untilStatuses, sendNow, alertOf, next } = shop

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
  expect(shop.world.messages).toHaveLength(1)
})

test('the fallback is told when the account of the person is switched off', async () => {
  const { pool } = shop.app.database
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
  expect(shop.world.messages).toHaveLength(1)
})

test('an alert that nobody acknowledges reaches whom the escalation policy of its rule names', async () => {
  const check = await makeCheck()
  const ada = await shop.app.person('ada@example.com', ['responder'])
  const policy = await shop.browser.send('POST', '/api/on-call/policies', {
    body: {
      name: `policy-${next()}`,
      steps: [{ afterMinutes: 0, targets: [{ kind: 'person', id: ada.id }] }],
      repeat: { times: 0, afterMinutes: 5 },
      acknowledgementMinutes: null,
      hold: null,
    },
  })
  const rule = await makeRule()
  const unknown = await shop.browser.send('PATCH', `/api/db/notifications?id=eq.${rule}`, {
    body: { escalation_policy_id: check },
  })
  expect({ status: unknown.status, text: JSON.stringify(unknown.body) }).toMatchObject({
    status: 400,
    text: expect.stringContaining('escalation_policy_id'),
  })
  const named = await shop.browser.send('PATCH', `/api/db/notifications?id=eq.${rule}`, {
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
  const eve = await shop.app.person('eve@example.com', ['responder'])
  const policy = await shop.browser.send('POST', '/api/on-call/policies', {
    body: {
      name: `policy-${next()}`,
      steps: [{ afterMinutes: 0, targets: [{ kind: 'person', id: eve.id }] }],
      repeat: { times: 0, afterMinutes: 5 },
      acknowledgementMinutes: 30,
      hold: null,
    },
  })
  const rule = await makeRule({ escalation_policy_id: policy.body.id })
  const { pool } = shop.app.database
  await run(check, 503)
  await until(async () => (await history(rule)).filter(({ status }) => status !== 'pending').length === 2)
  const alert = await alertOf(rule)
  const acknowledged = await shop.browser.send('POST', `/api/notification/alerts/${alert}/acknowledge`, {
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
  const { body } = await shop.browser.send('GET', `/api/notification/alerts?kind=check&id=${check}`)
  expect(body).toMatchObject([{ acknowledged: null }])
})
