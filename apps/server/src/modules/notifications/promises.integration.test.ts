// The five promises of docs/guide/notifications.md.
import { HOUR } from '@binnacle/contract/core'
import { expect, test } from 'vitest'
import { until } from '../../testing/until.ts'
import { useShop } from './testing.ts'

const shop = useShop()
const { makeCheck, run, makeRule, makeConnection, untilStatuses, next } = shop

const alwaysQuiet = {
  timeZone: 'UTC',
  hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }],
}

const titles = () => shop.world.messages.map(({ title }) => title.replace(/^\S+ /, ''))

const servicesOf = (...connections: string[]) =>
  JSON.stringify(connections.map((connection) => ({ name: 'hook', connection })))

interface Told {
  knows: string
  held_by: string | null
  held_until: Date | null
}

/** What the recipients of the newest alert of a check know. */
async function notifiedRecipientsOf(check: string): Promise<Told[]> {
  const { rows } = await shop.app.database.pool.query<Told>(
    `select told.knows, told.held_by, told.held_until from core.alert_told as told
     where told.alert_id = (select id from core.alerts where resource_id = $1 order by opened_at desc limit 1)`,
    [check],
  )
  return rows
}

async function silence(check: string): Promise<string> {
  const name = `promise-${next()}`
  const made = await shop.browser.send('POST', '/api/notification/silence', {
    body: { check_id: check, from: 'now-1m', until: 'now+1h', name, description: 'work' },
  })
  expect({ status: made.status, body: made.body }).toMatchObject({ status: 200 })
  const { body } = await shop.browser.send('GET', `/api/db/notification_silences?name=eq.${name}&select=id`)
  return body[0].id
}

const endSilence = (id: string) => shop.browser.send('DELETE', `/api/db/notification_silences?id=eq.${id}`)

test('promise 1: what is held back is in the history with its end, and is told when that comes', async () => {
  const check = await makeCheck()
  const rule = await makeRule()
  const id = await silence(check)
  await run(check, 503)
  const [row] = await untilStatuses(rule, 'silenced')
  expect(row?.decisions.at(-1)?.reason).toMatch(/keeps shop-\d+ quiet until \d{4}-/)
  expect(shop.world.messages).toEqual([])
  await endSilence(id)
  await untilStatuses(rule, 'silenced', 'sent')
  expect(titles()).toEqual(['failed'])
})

test('promise 2: who was told hears of the end by the same way, whatever the rule names and whatever holds', async () => {
  const check = await makeCheck()
  // It names no recovery, and it rests by now.
  const rule = await makeRule({ events: ['check.failed'] })
  await run(check, 503)
  await untilStatuses(rule, 'sent')
  await silence(check)
  const { pool } = shop.app.database
  await pool.query('update core.notifications set quiet_hours = $1 where id = $2', [
    JSON.stringify(alwaysQuiet),
    rule,
  ])
  await run(check, 200)
  await untilStatuses(rule, 'sent', 'sent')
  expect(titles()).toEqual(['failed', 'recovered'])
  const { rows } = await pool.query(
    'select distinct recipient from core.notification_send_history where notification_id = $1',
    [rule],
  )
  expect(rows).toHaveLength(1)
})

test('promise 2: the last word is never that it is well while it fails', async () => {
  const check = await makeCheck()
  const rule = await makeRule({ events: ['check.failed'] })
  await run(check, 503)
  await untilStatuses(rule, 'sent')
  // The service takes nothing, so the end waits.
  shop.world.takes = 503
  await run(check, 200)
  await until(async () => (await shop.history(rule))[1]?.error?.includes('503'))
  await run(check, 503)
  await until(async () => (await notifiedRecipientsOf(check))[0]?.knows === 'open')
  shop.world.takes = 200
  await shop.sendNow(rule)
  await untilStatuses(rule, 'sent', 'skipped')
  expect(titles()).toEqual(['failed'])
})

test('promise 3: one problem is one message to one person, and many are a list with the critical first', async () => {
  const shared = servicesOf(await makeConnection())
  const rules = [
    await makeRule({ custom_services: shared, events: ['check.failed'] }),
    await makeRule({ custom_services: shared, events: ['check.failed'] }),
  ]
  const check = await makeCheck()
  await run(check, 503)
  await until(async () => {
    const rows = (await Promise.all(rules.map(shop.history))).flat()
    return (
      rows.length === 2 &&
      rows
        .map(({ status }) => status)
        .toSorted()
        .join() === 'grouped,sent'
    )
  })
  expect(titles()).toEqual(['failed'])
  const checks = await Promise.all(
    Array.from({ length: 9 }, (_, place) => makeCheck(place === 8 ? { severity: 'critical' } : {})),
  )
  for (const each of checks) await run(each, 503)
  await until(async () => {
    const told = await Promise.all(checks.map(notifiedRecipientsOf))
    return told.every((rows) => rows.length === 1 && rows[0]?.knows === 'open')
  }, 90_000)
  expect(shop.world.messages.length).toBeLessThanOrEqual(6)
  const lists = shop.world.messages.map(({ message }: { message: string }) =>
    message
      .split('\n')
      .filter((line) => line.includes(' since '))
      .map((line) => line.includes('critical, since')),
  )
  for (const isCritical of lists)
    expect(isCritical).toEqual(isCritical.toSorted((one, other) => Number(other) - Number(one)))
})

test('promise 4: a limit delays repetitions for fifteen minutes at most, and never a first failure', async () => {
  const check = await makeCheck()
  const rule = await makeRule({ events: ['check.failed'], flapping: '{"off": true}' })
  const { pool } = shop.app.database
  // Six messages about one resource in an hour; lists are for more than five in a minute.
  for (let round = 0; round < 6; round += 1) {
    await run(check, 503)
    await until(async () => (await notifiedRecipientsOf(check))[0]?.knows === 'open')
    await run(check, 200)
    await until(async () => (await notifiedRecipientsOf(check))[0]?.knows === 'over')
    await pool.query(
      `update core.notification_send_history set sent_at = sent_at - interval '2 minutes' where notification_id = $1`,
      [rule],
    )
  }
  const before = shop.world.messages.length
  await run(check, 503)
  const [held] = await until(async () => {
    const rows = await notifiedRecipientsOf(check)
    return rows[0]?.held_by === 'limit' ? rows : undefined
  })
  expect(held?.held_until?.getTime()).toBeLessThanOrEqual(Date.now() + 0.25 * HOUR)
  // Another one that fails for the first time is told at once.
  await run(await makeCheck(), 503)
  await until(() => shop.world.messages.length === before + 1)
  // What the limit held is told at the end of the delay.
  await pool.query(
    `update core.alert_told set held_until = now() where held_by = 'limit' and alert_id in (select id from core.alerts where resource_id = $1)`,
    [check],
  )
  await shop.hurryJobs(`ReviewAlert:%`)
  await until(async () => (await notifiedRecipientsOf(check))[0]?.knows === 'open')
})

test('promise 5: what is critical is told within seconds, also in a storm and in quiet hours', async () => {
  await makeRule({ events: ['check.failed'], quiet_hours: JSON.stringify(alwaysQuiet) })
  const loud = await makeRule({ events: ['check.failed'] })
  const checks = await Promise.all(Array.from({ length: 20 }, () => makeCheck()))
  const critical = await makeCheck({ severity: 'critical' })
  for (const check of checks) await run(check, 503)
  const failed = Date.now()
  await run(critical, 503)
  await until(async () => {
    const told = await notifiedRecipientsOf(critical)
    return told.length === 2 && told.every(({ knows }) => knows === 'open')
  }, 20_000)
  expect(Date.now() - failed).toBeLessThan(10_000)
  expect((await shop.history(loud)).length).toBeGreaterThan(0)
})
