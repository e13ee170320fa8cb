// What fails already when a rule begins to look at it, or when somebody joins those whom it tells.
import { expect, test } from 'vitest'
import { until } from '../../../testing/until.ts'
import { useShop } from '../testing.ts'

const shop = useShop()
const { makeCheck, run, makeRule, makeConnection, untilStatuses, next } = shop

const query = async (text: string, ...values: unknown[]) =>
  (await shop.app.database.pool.query(text, values)).rows

/** A check that has failed for a minute. */
async function failing(spec: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const check = await makeCheck(spec)
  await run(check, 503)
  // Nobody may look at it before it is decided about.
  await until(
    async () =>
      (
        await query(
          `select from graphile_worker.jobs where task_identifier ~ 'check.failed' and locked_at is null`,
        )
      ).length === 0,
  )
  await query(
    `update core.check_state set last_transition_time = last_transition_time - interval '1 minute' where check_id = $1`,
    check,
  )
  return check
}

const look = () => query(`select graphile_worker.add_job('TellOfNewlyCovered', '{}')`)
const review = () => query(`select graphile_worker.add_job('ReviewAlerts', '{}')`)

const openOf = async (check: string): Promise<string | undefined> =>
  (await query('select id from core.alerts where resource_id = $1 and closed_at is null', check))[0]?.id

const nameOf = async (check: string): Promise<string> =>
  (await query('select name from core.checks where id = $1', check))[0].name

const only = async (check: string) => ({
  events: ['check.failed'],
  filter: `check.name == "${await nameOf(check)}"`,
})

const hook = async () => ({ name: `hook-${next()}`, connection: await makeConnection() })

test('a new rule tells of what fails already, once, and of its end', async () => {
  const check = await failing()
  const rule = await makeRule(await only(check))
  await untilStatuses(rule, 'sent')
  await look()
  await review()
  await run(check, 503)
  await run(check, 200)
  await untilStatuses(rule, 'sent', 'sent')
  expect(shop.world.messages.map(({ title }) => title.replace(/^\S+ /, ''))).toEqual(['failed', 'recovered'])
})

test('a rule that is switched on again tells of what fails, and a silence, a wait and a filter count', async () => {
  const [loud, silenced, other] = [await failing(), await failing(), await failing()]
  const made = await shop.browser.send('POST', '/api/notification/silence', {
    body: {
      check_id: silenced,
      from: 'now-1m',
      until: 'now+1h',
      name: `cover-${next()}`,
      description: 'work',
    },
  })
  expect(made.status).toBe(200)
  const rule = await makeRule({
    events: ['check.failed'],
    filter: `check.name != "${await nameOf(other)}" && check.name in ["${await nameOf(loud)}", "${await nameOf(silenced)}"]`,
    enabled: false,
  })
  await look()
  expect(await openOf(loud)).toBeUndefined()
  await query('update core.notifications set enabled = true where id = $1', rule)
  const rows = await until(async () => {
    const found = await shop.history(rule)
    return found.length === 2 && found.every(({ status }) => status !== 'pending') ? found : undefined
  })
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['sent', 'silenced'])
  expect(await openOf(other)).toBeUndefined()

  // Off and on again: the end of looking is told, and then the failure.
  await query('update core.notifications set enabled = false where id = $1', rule)
  await until(async () =>
    (await shop.history(rule)).some(({ status, tells }) => status === 'sent' && tells === 'recovery'),
  )
  await query('update core.notifications set enabled = true where id = $1', rule)
  await until(async () => {
    const found = await shop.history(rule)
    return found.filter(({ status, tells }) => status === 'sent' && tells === 'alert').length === 2
  })
})

test('a second rule and a further service of a rule hear of an alert that is open', async () => {
  const check = await makeCheck()
  const services = [await hook()]
  const first = await makeRule({ ...(await only(check)), custom_services: JSON.stringify(services) })
  await run(check, 503)
  await untilStatuses(first, 'sent')
  const second = await makeRule(await only(check))
  await untilStatuses(second, 'sent')
  await query(
    'update core.notifications set custom_services = $1 where id = $2',
    JSON.stringify([...services, await hook()]),
    first,
  )
  await untilStatuses(first, 'sent', 'sent')
  expect(shop.world.messages).toHaveLength(3)
})

test('what moves to where a rule looks is told, with an alert and without one', async () => {
  const [untold, told] = [await failing(), await makeCheck()]
  const first = await makeRule(await only(told))
  await run(told, 503)
  await untilStatuses(first, 'sent')
  const place = `place-${next()}`
  const rule = await makeRule({ events: ['check.failed'], filter: `check.namespace == "${place}"` })
  await look()
  await query('update core.checks set namespace = $1 where id = any($2)', place, [untold, told])
  await query(`update core.alerts set reviewed_at = now() - interval '1 hour' where closed_at is null`)
  await look()
  await review()
  await untilStatuses(rule, 'sent', 'sent')
  expect(await openOf(untold)).toBeDefined()
})

test('who is added to a team, or is active again, hears of what fails', async () => {
  const check = await makeCheck()
  const team = (
    await query(
      `insert into core.teams (name, spec) values ($1, $2) returning id`,
      `team-${next()}`,
      JSON.stringify({ notifications: [await hook()] }),
    )
  )[0].id
  const rule = await makeRule({ ...(await only(check)), custom_services: null, team_id: team })
  await run(check, 503)
  await until(async () => (await shop.history(rule)).length > 0)
  const before = (await shop.history(rule)).length
  await query(
    'update core.teams set spec = $1 where id = $2',
    JSON.stringify({ notifications: [await hook(), await hook()] }),
    team,
  )
  await until(async () => (await shop.history(rule)).length > before)

  const { id: person } = await shop.app.person(`back-${next()}@example.com`, ['responder'])
  await query('update core.people set active = false where id = $1', person)
  const own = await makeRule({ ...(await only(check)), custom_services: null, person_id: person })
  await review()
  expect((await shop.history(own)).filter(({ status }) => status !== 'error')).toEqual([])
  await query('update core.people set active = true where id = $1', person)
  // No mail server is set in this test, so the email cannot go out.
  await until(async () =>
    (await shop.history(own)).some(({ error }) => error?.includes('no email can be sent')),
  )
})

test('an escalation begins when the rule of an open alert gets a policy, and goes on when the policy gets more steps', async () => {
  const check = await makeCheck()
  const rule = await makeRule(await only(check))
  await run(check, 503)
  await untilStatuses(rule, 'sent')
  const { id: person } = await shop.app.person(`called-${next()}@example.com`, ['responder'])
  const step = { afterMinutes: 0, targets: [{ kind: 'person', id: person }] }
  const form = {
    name: `policy-${next()}`,
    description: '',
    steps: [step],
    repeat: { times: 0, afterMinutes: 5 },
    acknowledgementMinutes: null,
    hold: null,
    recordOnly: false,
  }
  const made = await shop.browser.send('POST', '/api/on-call/policies', { body: form })
  expect({ status: made.status, body: made.body }).toMatchObject({ status: 201 })
  await query('update core.notifications set escalation_policy_id = $1 where id = $2', made.body.id, rule)
  const steps = () =>
    query(
      `select step from core.escalation_steps where alert_id in (
         select id from core.notification_alerts where notification_id = $1
       )`,
      rule,
    )
  await until(async () => (await steps()).length === 1)
  const changed = await shop.browser.send('PUT', `/api/on-call/policies/${made.body.id}`, {
    body: { ...form, steps: [step, step] },
  })
  expect(changed.status).toBeLessThan(300)
  await query(`update core.escalations set due_at = due_at - interval '2 minutes' where status = 'running'`)
  await query(`select graphile_worker.add_job('WakeOverdueEscalations', '{}')`)
  await until(async () => (await steps()).length === 2)
})

test('what a person marked as resolved is not told again until it fails again', async () => {
  const check = await failing()
  const rule = await makeRule(await only(check))
  await untilStatuses(rule, 'sent')
  const alert = await openOf(check)
  const { status } = await shop.browser.send('POST', '/api/notification/alerts/act', {
    body: { ids: [alert], verb: 'resolve' },
  })
  expect(status).toBe(200)
  await untilStatuses(rule, 'sent', 'sent')
  await query(`update core.notifications set filter = filter || ' && true' where id = $1`, rule)
  await look()
  await review()
  await until(
    async () =>
      (
        await query(
          `select from graphile_worker.jobs where task_identifier in ('TellOfNewlyCovered', 'ReviewAlerts') and run_at <= now()`,
        )
      ).length === 0,
  )
  expect(await openOf(check)).toBeUndefined()
})
