import { expect, test } from 'vitest'
import { until } from '../../testing/until.ts'
import { requeueLost } from './pipeline/queue/requeue.ts'
import { useShop } from './testing.ts'

const shop = useShop()
const { makeCheck, run, makeRule, untilStatuses } = shop

/** The id of the only message of a rule. */
async function messageOf(ruleId: string): Promise<string> {
  const { rows } = await shop.app.database.pool.query<{ id: string }>(
    `select id from core.notification_send_history where notification_id = $1 and status in ('sent', 'pending')`,
    [ruleId],
  )
  expect(rows).toHaveLength(1)
  return rows[0]?.id ?? ''
}

test('a message of the history is sent again as its own row', async () => {
  const check = await makeCheck()
  const rule = await makeRule()
  await run(check, 503)
  await untilStatuses(rule, 'sent')
  const message = await messageOf(rule)
  const again = await shop.browser.send('POST', `/api/notification/send/${message}/again`)
  expect({ status: again.status, body: again.body }).toMatchObject({ status: 201 })
  const [, second] = await untilStatuses(rule, 'sent', 'sent')
  expect(second?.decisions[0]?.reason).toContain('sent it again')
  expect(shop.world.messages).toHaveLength(2)
  const unknown = await shop.browser.send('POST', `/api/notification/send/${rule}/again`)
  expect(unknown.status).toBe(409)
})

test('a message that is due and that no job sends is queued again', async () => {
  const check = await makeCheck()
  const rule = await makeRule({ wait_for: 3_600 * 1e9 })
  await run(check, 503)
  await untilStatuses(rule, 'pending')
  const message = await messageOf(rule)
  const { pool } = shop.app.database
  const queued: string[] = []
  const requeue = () =>
    requeueLost({
      pool,
      now: () => new Date(),
      sendJob: {
        addAt: () => Promise.resolve(),
        addEachAt: (_client, runs) =>
          Promise.resolve(void queued.push(...runs.map(({ payload }) => payload.id))),
      },
      listJob: { addEachAt: () => Promise.resolve(), addUnlessWaiting: () => Promise.resolve() },
    })
  await requeue()
  expect(queued).not.toContain(message)
  await pool.query(
    `update core.notification_send_history set not_before = now() - interval '10 minutes' where id = $1`,
    [message],
  )
  await requeue()
  expect(queued).toContain(message)
})

test('a message of a group waits a little longer when another resource joins it', async () => {
  const checks = [await makeCheck(), await makeCheck()]
  const rule = await makeRule({ group_by: ['type'] })
  await run(checks[0] ?? '', 503)
  await untilStatuses(rule, 'pending')
  const message = await messageOf(rule)
  const { pool } = shop.app.database
  await pool.query(
    `update core.notification_send_history set not_before = now() + interval '10 seconds' where id = $1`,
    [message],
  )
  await run(checks[1] ?? '', 503)
  await untilStatuses(rule, 'pending', 'grouped')
  const { rows } = await pool.query(
    `select not_before > now() + interval '15 seconds' as later from core.notification_send_history where id = $1`,
    [message],
  )
  expect(rows).toEqual([{ later: true }])
})

test('an alert that a silence still keeps quiet stays held when another silence changes', async () => {
  const checks = [await makeCheck(), await makeCheck()]
  const rule = await makeRule()
  const silence = async (checkId: string) => {
    const made = await shop.browser.send('POST', '/api/notification/silence', {
      body: { check_id: checkId, from: 'now-1m', until: 'now+1h' },
    })
    expect(made.status).toBe(200)
  }
  await silence(checks[0] ?? '')
  await until(
    async () =>
      (await shop.browser.send('GET', `/api/db/notification_silences?check_id=eq.${checks[0]}`)).body.length,
  )
  await run(checks[0] ?? '', 503)
  await untilStatuses(rule, 'silenced')
  const alert = await shop.alertOf(rule)
  const before = new Date()
  await silence(checks[1] ?? '')
  const held = await until(async () => {
    const { rows } = await shop.app.database.pool.query(
      `select told.held_by, told.held_until > now() as lasts
       from core.alert_told as told join core.alerts as alert on alert.id = told.alert_id
       where told.group_id = $1 and alert.reviewed_at > $2`,
      [alert, before],
    )
    return rows[0]
  })
  expect(held).toEqual({ held_by: 'silence', lasts: true })
  await untilStatuses(rule, 'silenced')
})
