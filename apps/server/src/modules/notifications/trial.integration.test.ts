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
