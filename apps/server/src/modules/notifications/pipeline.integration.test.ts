import { expect, test } from 'vitest'
import { subjects } from '../../platform/subjects.ts'
import { until } from '../../testing/until.ts'
import { useShop } from './testing.ts'

const shop = useShop()
const { makeCheck, run, makeRule, history, untilStatuses, sendNow, next } = shop

test('a check that fails is told once, its recovery to the same recipient, and both say why', async () => {
  const check = await makeCheck()
  const rule = await makeRule()
  await run(check, 503)
  const [alert] = await untilStatuses(rule, 'sent')
  expect(shop.world.messages).toMatchObject([
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
  const listed = await shop.browser.send(
    'GET',
    `/api/db/notification_send_history_summary?select=service,service_title&notification_id=eq.${rule}`,
  )
  expect(listed.body).toEqual([{ service: 'generic_webhook', service_title: 'Generic webhook' }])
  await run(check, 200)
  await untilStatuses(rule, 'sent', 'sent')
  expect(shop.world.messages[1]).toMatchObject({ title: expect.stringMatching(/recovered$/) })
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
  const { rows } = await shop.app.database.pool.query('select error from core.notifications where id = $1', [
    broken,
  ])
  expect(rows[0]).toMatchObject({ error: expect.stringContaining('filter') })
})

test('a template that fails is replaced by the usual text, and the rule shows the error', async () => {
  const check = await makeCheck()
  const rule = await makeRule({ template: 'Broken {{ .check.name | nothing }}' })
  await run(check, 500)
  await untilStatuses(rule, 'sent')
  expect(shop.world.messages[0].message).toContain('usual text')
  const { rows } = await shop.app.database.pool.query('select error from core.notifications where id = $1', [
    rule,
  ])
  expect(rows[0]).toMatchObject({ error: expect.stringContaining('template') })
})

test('a recovery that was told ends the repeat interval: what fails again is told', async () => {
  const check = await makeCheck()
  const rule = await makeRule({ repeat_interval: '1h' })
  await run(check, 503)
  await untilStatuses(rule, 'sent')
  await run(check, 200)
  await untilStatuses(rule, 'sent', 'sent')
  await run(check, 503)
  await untilStatuses(rule, 'sent', 'sent', 'sent')
  expect(shop.world.messages.map(({ title }) => title.replace(/^\S+ /, ''))).toEqual([
    'failed',
    'recovered',
    'failed',
  ])
})

test('a failure that is over before the waiting time ends is skipped', async () => {
  const check = await makeCheck()
  const rule = await makeRule({ wait_for: 60 * 1e9 })
  await run(check, 503)
  await untilStatuses(rule, 'pending')
  await run(check, 200)
  const [row] = await untilStatuses(rule, 'skipped')
  expect(row?.decisions.at(-1)?.reason).toBe('It was over before the message went out')
  expect(shop.world.messages).toEqual([])
})

test('a failure that lasted, and whose message waited because something was away, is told when it is over', async () => {
  const { pool } = shop.app.database
  const check = await makeCheck()
  const rule = await makeRule({ wait_for: 60 * 1e9 })
  await run(check, 503)
  await untilStatuses(rule, 'pending')
  // As if it had failed ten minutes ago, and nobody had been there to send the message after its waiting time.
  await pool.query(
    `with moved as (
       update core.notification_send_history set first_observed = first_observed - interval '10 minutes',
         not_before = not_before - interval '10 minutes'
       where notification_id = $1 returning id
     )
     update core.notification_send_details as details set event_time = event_time - interval '10 minutes'
     from moved where details.send_id = moved.id`,
    [rule],
  )
  await run(check, 200)
  const [alert, recovery] = await untilStatuses(rule, 'skipped', 'sent')
  expect(alert?.decisions.at(-1)?.reason).toBe('It was over before the message went out')
  expect(recovery?.decisions[0]?.reason).toBe('hook should have been told of the alert that is over now')
  expect(shop.world.messages).toMatchObject([
    {
      title: expect.stringMatching(/^shop-\d+ recovered$/),
      message: expect.stringContaining('is healthy again after'),
    },
  ])
})

test('a message to a deleted recipient counts as failed, and the rule shows why', async () => {
  const { pool } = shop.app.database
  const rule = await makeRule({ wait_for: 60 * 1e9 })
  await run(await makeCheck(), 503)
  await untilStatuses(rule, 'pending')
  await pool.query('update core.notification_send_history set recipient = null where notification_id = $1', [
    rule,
  ])
  await sendNow(rule)
  await untilStatuses(rule, 'error')
  const summary = `/api/db/notifications_summary?select=failed,most_common_error&id=eq.${rule}`
  expect((await shop.browser.send('GET', summary)).body).toEqual([
    { failed: 1, most_common_error: 'the recipient is gone' },
  ])
})

test('a resource that is seen seldom is looked at again after the waiting time, and its message waits for that', async () => {
  const check = await makeCheck()
  const rule = await makeRule({ wait_for: 60 * 1e9, wait_for_eval_period: 3_600 * 1e9 })
  const subject = subjects.of(shop.app.platform).get('check')
  if (subject === undefined) throw new Error('checks are no subject')
  const looks: string[] = []
  const before = { ...subject }
  subject.lookAgain = async (id) => looks.push(id) > 0
  try {
    await run(check, 503)
    await untilStatuses(rule, 'pending')
    const begun = Date.now()
    const due = async () => {
      const { rows } = await shop.app.database.pool.query<{ not_before: Date }>(
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
        expect.objectContaining({ reason: expect.stringContaining('Checks it again') }),
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
  const name = `seldom-${next()}`
  shop.world.shop = 503
  const rule = await makeRule({ wait_for: 60 * 1e9, wait_for_eval_period: 3_600 * 1e9 })
  const made = await shop.browser.send('POST', '/api/health/canaries', {
    body: {
      name,
      spec: { schedule: '@every 365d', http: [{ name, url: `http://127.0.0.1:${shop.world.port}/shop` }] },
    },
  })
  const { pool } = shop.app.database
  const { rows } = await pool.query<{ id: string }>('select id from core.checks where canary_id = $1', [
    made.body.id,
  ])
  // It runs by itself as soon as it is made.
  await untilStatuses(rule, 'pending')
  await pool.query(
    `update core.check_state set last_runtime = last_runtime - interval '1 hour' where check_id = $1`,
    [rows[0]?.id],
  )
  shop.world.shop = 200
  await sendNow(rule)
  const [row] = await untilStatuses(rule, 'skipped')
  expect(row?.decisions.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([expect.stringContaining('Checks it again')]),
  )
  expect(shop.world.messages).toEqual([])
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
  await until(() => shop.world.messages.length === 1)
  expect(shop.world.messages[0].title).toBe('3 checks failed: type http')
  for (const check of checks) await run(check, 200)
  await until(() => shop.world.messages.length === 2)
  expect(shop.world.messages[1].title).toBe('3 checks recovered: type http')
})

test('a service that is busy gets the message again later', async () => {
  const check = await makeCheck()
  const rule = await makeRule()
  shop.world.takes = 503
  await run(check, 503)
  await until(async () =>
    (await history(rule)).some(({ attempts, error }) => attempts === 1 && error !== null),
  )
  shop.world.takes = 200
  const [row] = await untilStatuses(rule, 'sent')
  expect(row?.attempts).toBe(2)
})
