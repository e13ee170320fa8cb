// Messages that wait in a list while somebody silences, acknowledges or snoozes what they tell of.
import { expect, test } from 'vitest'
import { until } from '../../../testing/until.ts'
import { useShop } from '../testing.ts'

const shop = useShop()
const { makeCheck, run, makeRule } = shop

const query = async (text: string, ...values: unknown[]) =>
  (await shop.app.database.pool.query(text, values)).rows

/** Checks that fail now. */
async function fail(count: number, spec: Readonly<Record<string, unknown>> = {}): Promise<string[]> {
  const checks = []
  for (let made = 0; made < count; made += 1) checks.push(await makeCheck(spec))
  for (const check of checks) await run(check, 503)
  return checks
}

const waiting = async (rule: string) =>
  (
    await query(
      `select id from core.notification_send_history where notification_id = $1 and status = 'pending' and in_list`,
      rule,
    )
  ).length

const notifiedRecipientsOf = async (
  check: string,
): Promise<{ knows: string; held_by: string | null; send_id: string | null }> =>
  (
    await query(
      `select knows, held_by, send_id from core.alert_told where alert_id = (
         select id from core.alerts where resource_id = $1 order by opened_at desc limit 1
       )`,
      check,
    )
  )[0]

/** A rule whose recipient just got a list, so that what fails now waits for the next one. */
async function afterList(): Promise<string> {
  const rule = await makeRule({ events: ['check.failed'] })
  const first = await fail(7)
  await until(async () => {
    const told = await Promise.all(first.map(notifiedRecipientsOf))
    return told.every((row) => row?.knows === 'open')
  }, 20_000)
  return rule
}

const pass = (rule: string) =>
  query(
    `update core.notification_send_history set sent_at = sent_at - interval '2 minutes',
       first_observed = first_observed - interval '2 minutes'
     where notification_id = $1 and status in ('sent', 'pending')`,
    rule,
  )

const hurryList = () => shop.hurryJobs('SendNotificationList:%')

const nameOf = async (check: string): Promise<string> =>
  (await query('select name from core.checks where id = $1', check))[0].name

const alertOf = async (check: string): Promise<string> =>
  (await query('select id from core.alerts where resource_id = $1 and closed_at is null', check))[0].id

const act = async (body: object) => {
  const { status } = await shop.browser.send('POST', '/api/notification/alerts/act', { body })
  expect(status).toBe(200)
}

const told = () => shop.world.messages.map(({ title, message }) => `${title}\n${message}`).join('\n')

test(
  'what is silenced, acknowledged or snoozed while it waits for a list is not in it, and is told when that ends',
  { timeout: 120_000 },
  async () => {
    const rule = await afterList()
    const checks = await fail(9)
    const [silenced = '', acknowledged = '', snoozed = '', below = '', ...others] = checks
    await until(async () => (await waiting(rule)) === 9, 20_000)
    shop.world.messages.length = 0

    await act({ ids: [await alertOf(silenced)], verb: 'silence', until: 'now+1h' })
    await act({ ids: [await alertOf(acknowledged)], verb: 'acknowledge', minutes: 60 })
    await act({ ids: [await alertOf(snoozed)], verb: 'snooze', minutes: 60 })
    // A silence of what contains it.
    const [{ canary_id: canary }] = await query('select canary_id from core.checks where id = $1', below)
    const made = await shop.browser.send('POST', '/api/notification/silence', {
      body: {
        canary_id: canary,
        from: 'now-1m',
        until: 'now+1h',
        name: `above-${below}`,
        description: 'work',
      },
    })
    expect(made.status).toBe(200)
    await pass(rule)
    await hurryList()
    await until(
      async () =>
        (await Promise.all(others.map(notifiedRecipientsOf))).every(({ knows }) => knows === 'open'),
      20_000,
    )
    for (const each of others) expect(told()).toContain(await nameOf(each))
    for (const [check, by] of [
      [silenced, 'silence'],
      [acknowledged, 'acknowledgement'],
      [snoozed, 'snooze'],
      [below, 'silence'],
    ] as const) {
      expect(told()).not.toContain(await nameOf(check))
      await until(async () => (await notifiedRecipientsOf(check)).held_by === by)
      expect(await notifiedRecipientsOf(check)).toMatchObject({ knows: 'nothing', send_id: null })
      const [row] = await query(
        `select details.decisions from core.notification_send_history as history
         join core.notification_send_details as details on details.send_id = history.id
         where resource_id = $1 and status in ('silenced', 'acknowledged') order by history.id limit 1`,
        check,
      )
      expect(row.decisions.at(-1)).toMatchObject({ outcome: 'stop' })
    }

    // The holds end.
    await pass(rule)
    await act({ ids: [await alertOf(acknowledged)], verb: 'unacknowledge' })
    await act({ ids: [await alertOf(snoozed)], verb: 'wake' })
    for (const { id } of await query('select id from core.notification_silences where deleted_at is null'))
      await shop.browser.send('DELETE', `/api/db/notification_silences?id=eq.${id}`)
    await until(async () => {
      if ((await waiting(rule)) > 0) {
        await pass(rule)
        await hurryList()
        await until(async () => (await waiting(rule)) === 0, 30_000)
      }
      const rows = await Promise.all([silenced, acknowledged, snoozed, below].map(notifiedRecipientsOf))
      return rows.every(({ knows }) => knows === 'open')
    }, 60_000).catch(async (error: unknown) => {
      const rows = await query(
        `select resource_name, status, tells, in_list, is_digest, not_before, attempts, attempt_at, error
         from core.notification_send_history where notification_id = $1 order by first_observed, id`,
        rule,
      )
      throw new Error(`${String(error)}: ${JSON.stringify(rows)}`)
    })
    for (const check of [silenced, acknowledged, snoozed, below])
      expect(told()).toContain(await nameOf(check))
  },
)

test(
  'a list whose service did not take it is looked at again before each attempt, the one that stands for it too',
  { timeout: 120_000 },
  async () => {
    const rule = await makeRule({ events: ['check.failed'] })
    shop.world.takes = 503
    const checks = await fail(8)
    // The service refuses the list, so it is tried again.
    const [list] = await until(async () => {
      const rows = await query(
        `select id, resource_id, attempts from core.notification_send_history
         where notification_id = $1 and is_digest and status = 'pending' and attempts > 0 and attempt_at is null`,
        rule,
      )
      return rows.length === 1 ? rows : undefined
    }, 20_000)
    const rest = checks.filter((check) => check !== list.resource_id)
    const [other = '', ...listed] = rest
    for (const check of [list.resource_id, other])
      await act({ ids: [await alertOf(check)], verb: 'acknowledge' })
    shop.world.takes = 200
    await until(async () => {
      await shop.sendNow(rule)
      return (await Promise.all(listed.map(notifiedRecipientsOf))).every(({ knows }) => knows === 'open')
    }, 20_000)
    for (const check of listed) expect(told()).toContain(await nameOf(check))
    for (const check of [list.resource_id, other]) {
      expect(told()).not.toContain(await nameOf(check))
      await until(async () => (await notifiedRecipientsOf(check)).held_by === 'acknowledgement')
    }

    // Who was not told of a failure is not told of its end.
    shop.world.messages.length = 0
    await run(other, 200)
    await run(list.resource_id, 200)
    await until(
      async () =>
        (
          await query('select from core.alerts where resource_id = any($1) and closed_at is not null', [
            other,
            list.resource_id,
          ])
        ).length === 2,
    )
    expect(
      await query(
        `select from core.notification_send_history where resource_id = any($1) and tells = 'recovery'`,
        [other, list.resource_id],
      ),
    ).toEqual([])
  },
)

test('if all of a list is taken care of, nothing goes out', { timeout: 60_000 }, async () => {
  const rule = await afterList()
  const checks = await fail(6)
  await until(async () => (await waiting(rule)) === 6, 20_000)
  shop.world.messages.length = 0
  await act({ ids: await Promise.all(checks.map(alertOf)), verb: 'acknowledge' })
  await pass(rule)
  await hurryList()
  await until(async () =>
    (await Promise.all(checks.map(notifiedRecipientsOf))).every(
      ({ held_by: by }) => by === 'acknowledgement',
    ),
  )
  expect(shop.world.messages).toEqual([])
})
