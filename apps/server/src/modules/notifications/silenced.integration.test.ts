import { expect, test } from 'vitest'
import { until } from '../../testing/until.ts'
import type { Answer } from '../../testing/app.ts'
import { useShop } from './testing.ts'

const shop = useShop()
const { makeCheck, run, makeRule, history, untilStatuses, next } = shop

test('a silence keeps an alert quiet, and what is still red when it ends is told then', async () => {
  const check = await makeCheck()
  const rule = await makeRule()
  const made = await shop.browser.send('POST', '/api/notification/silence', {
    body: { check_id: check, from: 'now-1m', until: 'now+1h', description: 'the shop moves' },
  })
  expect({ status: made.status, body: made.body }).toMatchObject({ status: 200 })
  await until(
    async () =>
      (await shop.browser.send('GET', `/api/db/notification_silences?check_id=eq.${check}`)).body.length,
  )
  await run(check, 503)
  const [silenced] = await untilStatuses(rule, 'silenced')
  expect(silenced?.decisions.at(-1)?.reason).toContain('the shop moves')
  const why = await shop.browser.send('GET', `/api/notification/why?kind=check&id=${check}`)
  expect(why.body.rules.find((each: Answer['body']) => each.rule.id === rule)).toMatchObject({ tells: false })
  await shop.browser.send('PATCH', `/api/db/notification_silences?check_id=eq.${check}`, {
    body: { deleted_at: 'now()' },
  })
  await untilStatuses(rule, 'silenced', 'sent')
  expect(shop.world.messages[0].message).toContain('It was silenced until')
  await run(check, 200)
  await untilStatuses(rule, 'silenced', 'sent', 'sent')
})

/** Gives a person two ways to be reached, the second three minutes after the first. */
async function makeWays(personId: string): Promise<void> {
  const { rows } = await shop.app.database.pool.query<{ id: string }>(
    `insert into core.contact_methods (person_id, kind, label, address, verified_at)
     select $1, 'email', address, address, now() from unnest('{first@example.com,second@example.com}'::text[]) as address
     returning id`,
    [personId],
  )
  const steps = rows.map(({ id: methodId }, place) => ({ methodId, afterMinutes: place * 3 }))
  await shop.app.database.pool.query(
    `insert into core.contact_plans (person_id, urgency, steps)
     select $1, unnest('{high,medium,low}'::text[]), $2`,
    [personId, JSON.stringify(steps)],
  )
}

test('what is told after a silence waits, is grouped and takes the ways of a person, as any other decision', async () => {
  const checks = [await makeCheck(), await makeCheck()]
  const number = next()
  const { id: personId } = await shop.app.person(`steps-${number}@example.com`)
  await makeWays(personId)
  const rule = await makeRule({
    custom_services: null,
    person_id: personId,
    wait_for: 3_600 * 1e9,
    group_by: ['type'],
  })
  const made = await shop.browser.send('POST', '/api/notification/silence', {
    body: { selector: { types: ['http'] }, from: 'now-1m', until: 'now+1h', description: `move ${number}` },
  })
  expect(made.status).toBe(200)
  const listed = `/api/db/notification_silences?description=eq.move ${number}`
  await until(async () => (await shop.browser.send('GET', listed)).body.length)
  for (const check of checks) await run(check, 503)
  await untilStatuses(rule, 'silenced', 'silenced')
  const before = Date.now()
  await shop.browser.send('PATCH', listed, { body: { deleted_at: 'now()' } })
  const rows = await until(async () => {
    const found = await history(rule)
    return found.length === 6 ? found : undefined
  })
  const decided = rows.slice(2)
  expect(decided.map(({ status }) => status).toSorted()).toEqual(['grouped', 'grouped', 'pending', 'pending'])
  const { rows: due } = await shop.app.database.pool.query<{ not_before: Date; silenced_until: Date | null }>(
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
  await shop.browser.send('POST', '/api/notification/silence', {
    body: { check_id: check, from: 'now-1m', until: 'now+1h' },
  })
  await run(check, 200)
  await untilStatuses(rule, 'sent', 'sent')
  await run(check, 503)
  await untilStatuses(rule, 'sent', 'sent', 'silenced')
  expect(shop.world.messages).toHaveLength(2)
})
