import { describe, expect, test } from 'vitest'
import { until } from '../../../testing/until.ts'
import { useShop } from '../testing.ts'

const shop = useShop()
const { makeCheck, run, makeRule, makeConnection, untilStatuses, next } = shop

const services = async (...names: string[]) =>
  JSON.stringify(await Promise.all(names.map(async (name) => ({ name, connection: await makeConnection() }))))

interface AlertAnswer {
  id: string
  resource_name: string
  state: string
  closed_reason: string | null
  since: string
  held_count: number
  hold: { by: string; until: string | null } | null
  flapping_since: string | null
}

const alwaysQuiet = {
  timeZone: 'UTC',
  hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }],
}

/** The newest alert of a check, as the data service shows it. */
async function alertOf(check: string): Promise<AlertAnswer> {
  const answer = await shop.browser.send(
    'GET',
    `/api/db/alerts?resource_id=eq.${check}&order=opened_at.desc&limit=1`,
  )
  expect(answer.status).toBe(200)
  return answer.body[0]
}

async function canaryOf(check: string): Promise<string> {
  const { rows } = await shop.app.database.pool.query<{ canary_id: string }>(
    'select canary_id from core.checks where id = $1',
    [check],
  )
  return rows[0]?.canary_id ?? ''
}

/** Saves the canary of a check with other values beside its checks. @param rename the name that its check gets */
async function changeCanary(
  check: string,
  values: Readonly<Record<string, unknown>>,
  rename?: string,
): Promise<void> {
  const id = await canaryOf(check)
  const { body } = await shop.browser.send('GET', `/api/health/canaries/${id}`)
  const { http } = body.spec
  const checks = rename === undefined ? http : [{ ...http[0], name: rename }]
  const changed = await shop.browser.send('PUT', `/api/health/canaries/${id}`, {
    body: { name: body.name, revision: body.revision, spec: { ...values, http: checks } },
  })
  expect({ status: changed.status, body: changed.body }).toMatchObject({ status: 200 })
}

const act = (body: object) => shop.browser.send('POST', '/api/notification/alerts/act', { body })

/** Has what is due decided about and sent now. */
const hurry = () => shop.hurryJobs('ReviewAlert:%', 'SendNotification%', 'ReviewAlerts%')

/** Has all open alerts looked at now. */
async function look(): Promise<void> {
  const { pool } = shop.app.database
  await pool.query(`update core.alerts set reviewed_at = '-infinity' where closed_at is null`)
  await pool.query(`select graphile_worker.add_job('ReviewAlerts', '{}')`)
}

async function isReviewed(id: string): Promise<boolean> {
  const { rowCount } = await shop.app.database.pool.query(
    `select from core.alerts where id = $1 and reviewed_at > '-infinity'`,
    [id],
  )
  return rowCount === 1
}

const titles = () => shop.world.messages.map(({ title }) => title.replace(/^\S+ /, ''))

describe('one alert for each resource', () => {
  test('two rules that look at it share it, a rule tells all its services, and everybody hears of the end', async () => {
    const check = await makeCheck()
    const first = await makeRule({ custom_services: await services('one', 'two'), events: ['check.failed'] })
    const second = await makeRule({ events: ['check.failed'] })
    await run(check, 503)
    await untilStatuses(first, 'sent', 'sent')
    await untilStatuses(second, 'sent')
    const { rows } = await shop.app.database.pool.query('select id from core.alerts where resource_id = $1', [
      check,
    ])
    expect(rows).toHaveLength(1)
    await run(check, 200)
    await untilStatuses(first, 'sent', 'sent', 'sent', 'sent')
    await untilStatuses(second, 'sent', 'sent')
    expect(await alertOf(check)).toMatchObject({ state: 'over', closed_reason: 'recovered' })
  })

  test('one recipient gets one message, however many rules reach it', async () => {
    const check = await makeCheck()
    const same = await services('shared')
    const first = await makeRule({ custom_services: same })
    const second = await makeRule({ custom_services: same })
    await run(check, 503)
    await until(
      async () => (await shop.history(second)).length === 1 && (await shop.history(first)).length === 1,
    )
    await until(() => shop.world.messages.length > 0)
    await run(check, 200)
    const statuses = async () =>
      [...(await shop.history(first)), ...(await shop.history(second))].map(({ status }) => status).toSorted()
    await until(async () => (await statuses()).join() === 'grouped,sent,sent').catch(
      async (error: unknown) => {
        throw new Error(`${String(error)}: ${(await statuses()).join()}`)
      },
    )
    expect(titles()).toEqual(['failed', 'recovered'])
  })
})

describe('an alert ends', () => {
  test('with the deletion of its resource, and who was told hears of it', async () => {
    const check = await makeCheck()
    const rule = await makeRule()
    await run(check, 503)
    await untilStatuses(rule, 'sent')
    const canary = await canaryOf(check)
    expect((await shop.browser.send('DELETE', `/api/health/canaries/${canary}`)).status).toBeLessThan(300)
    await look()
    await untilStatuses(rule, 'sent', 'sent')
    expect(titles()).toEqual(['failed', 'deleted'])
    expect(await alertOf(check)).toMatchObject({ state: 'over', closed_reason: 'deleted' })
  })

  test('when its resource is switched off, and fails as another alert when it is on again', async () => {
    shop.world.shop = 503
    const rule = await makeRule({ events: ['check.failed'] })
    // A check with a schedule runs as soon as it is saved.
    const check = await makeCheck({}, { schedule: '@every 1h' })
    await untilStatuses(rule, 'sent')
    const { id } = await alertOf(check)
    await changeCanary(check, { schedule: '@every 1h', replicas: 0 })
    await look()
    await untilStatuses(rule, 'sent', 'sent')
    expect(titles()).toEqual(['failed', 'switched off'])
    expect(shop.world.messages[1]?.message).toContain('was switched off')
    expect(await alertOf(check)).toMatchObject({ id, state: 'over', closed_reason: 'disabled' })
    const why = await shop.browser.send('GET', `/api/notification/why?kind=check&id=${check}`)
    expect(JSON.stringify(why.body.rules)).toContain('is switched off')
    await changeCanary(check, { schedule: '@every 1h' })
    await untilStatuses(rule, 'sent', 'sent', 'sent')
    expect(titles()).toEqual(['failed', 'switched off', 'failed'])
    const again = await alertOf(check)
    expect(again.state).toBe('open')
    expect(again.id).not.toBe(id)
  })

  test('and nobody is told of what somebody runs by hand while it is switched off', async () => {
    const check = await makeCheck({}, { schedule: '@every 1h', replicas: 0 })
    const rule = await makeRule()
    await run(check, 503)
    const [row] = await untilStatuses(rule, 'skipped')
    expect(row?.decisions.at(-1)?.reason).toContain('is switched off')
    expect(await alertOf(check)).toBeUndefined()
  })

  test('when its resource fails again after it was deleted and made again', async () => {
    const check = await makeCheck()
    const rule = await makeRule({ events: ['check.failed'] })
    await run(check, 503)
    await untilStatuses(rule, 'sent')
    const canary = await canaryOf(check)
    const made = await shop.browser.send('GET', `/api/health/canaries/${canary}`)
    await changeCanary(check, {}, 'another')
    await look()
    await untilStatuses(rule, 'sent', 'sent')
    const { revision } = (await shop.browser.send('GET', `/api/health/canaries/${canary}`)).body
    const { name, text } = made.body
    const back = await shop.browser.send('PUT', `/api/health/canaries/${canary}`, {
      body: { name, text, revision },
    })
    expect({ status: back.status, body: back.body }).toMatchObject({ status: 200 })
    await run(check, 503)
    await untilStatuses(rule, 'sent', 'sent', 'sent')
    expect(titles()).toEqual(['failed', 'deleted', 'failed'])
  })

  test('not with a new name of its resource: it moves with it', async () => {
    const check = await makeCheck()
    const rule = await makeRule()
    await run(check, 503)
    await untilStatuses(rule, 'sent')
    const { id } = await alertOf(check)
    const name = `renamed-${next()}`
    await shop.app.database.pool.query('update core.checks set name = $1 where id = $2', [name, check])
    await look()
    await until(async () => (await alertOf(check))?.resource_name === name)
    await run(check, 200)
    await untilStatuses(rule, 'sent', 'sent')
    expect(shop.world.messages[1]?.title).toBe(`${name} recovered`)
    expect(await alertOf(check)).toMatchObject({ id, state: 'over', closed_reason: 'recovered' })
  })

  test('when its rule is switched off', async () => {
    const check = await makeCheck()
    const rule = await makeRule()
    await run(check, 503)
    await untilStatuses(rule, 'sent')
    await shop.app.database.pool.query('update core.notifications set enabled = false where id = $1', [rule])
    await untilStatuses(rule, 'sent', 'sent')
    expect(titles()).toEqual(['failed', 'no longer watched'])
    expect(await alertOf(check)).toMatchObject({ state: 'over', closed_reason: 'disabled' })
  })

  test('for one rule only, whose recipients are not told that it is well', async () => {
    const check = await makeCheck()
    const leaving = await makeRule({ events: ['check.failed'] })
    const staying = await makeRule({ events: ['check.failed'] })
    await run(check, 503)
    await untilStatuses(leaving, 'sent')
    await untilStatuses(staying, 'sent')
    await shop.app.database.pool.query('update core.notifications set enabled = false where id = $1', [
      leaving,
    ])
    await untilStatuses(leaving, 'sent', 'sent')
    expect(titles()).toEqual(['failed', 'failed', 'no longer watched'])
    expect(await alertOf(check)).toMatchObject({ state: 'open' })
    await run(check, 200)
    await untilStatuses(staying, 'sent', 'sent')
    expect(titles().at(-1)).toBe('recovered')
  })

  test('for nobody whom another rule still tells', async () => {
    const check = await makeCheck()
    const same = await services('shared')
    const rules = [
      await makeRule({ custom_services: same, events: ['check.failed'] }),
      await makeRule({ custom_services: same, events: ['check.failed'] }),
    ]
    await run(check, 503)
    await until(() => shop.world.messages.length === 1)
    const told = async () => {
      const { rows } = await shop.app.database.pool.query<{ notification_id: string }>(
        `select told.notification_id from core.alert_told as told join core.alerts as alert on alert.id = told.alert_id
         where alert.resource_id = $1 and told.knows = 'open'`,
        [check],
      )
      return rows[0]?.notification_id
    }
    const by = await until(told)
    await shop.app.database.pool.query('update core.notifications set enabled = false where id = $1', [by])
    await until(async () => (await told()) === rules.find((rule) => rule !== by))
    await run(check, 200)
    await until(() => shop.world.messages.length === 2)
    expect(titles()).toEqual(['failed', 'recovered'])
  })

  test('when its rule does not look at it any more', async () => {
    const check = await makeCheck()
    const rule = await makeRule()
    await run(check, 503)
    await untilStatuses(rule, 'sent')
    await shop.app.database.pool.query(
      `update core.notifications set filter = 'check.name == "another"' where id = $1`,
      [rule],
    )
    await untilStatuses(rule, 'sent', 'sent')
    expect(titles()).toEqual(['failed', 'no longer watched'])
    expect(await alertOf(check)).toMatchObject({ closed_reason: 'unmatched' })
  })

  test('when a person resolves it, and goes on when they take that back', async () => {
    const check = await makeCheck()
    const rule = await makeRule()
    await run(check, 503)
    await untilStatuses(rule, 'sent')
    const { id } = await alertOf(check)
    expect((await act({ ids: [id], verb: 'resolve' })).body).toEqual({ changed: [id] })
    await untilStatuses(rule, 'sent', 'sent')
    expect(await alertOf(check)).toMatchObject({ state: 'over', closed_reason: 'resolved' })
    expect((await act({ ids: [id], verb: 'reopen' })).body).toEqual({ changed: [id] })
    await untilStatuses(rule, 'sent', 'sent', 'sent')
    expect(await alertOf(check)).toMatchObject({ id, state: 'open' })
  })
})

describe('what holds a message back ends', () => {
  test('a snooze ends by itself, and what is still failing is told then', async () => {
    const check = await makeCheck()
    const rule = await makeRule({ wait_for: 60 * 1e9 })
    await run(check, 503)
    await untilStatuses(rule, 'pending')
    const { id } = await alertOf(check)
    expect((await act({ ids: [id], verb: 'snooze' })).status).toBe(400)
    expect((await act({ ids: [id], verb: 'snooze', minutes: 60 })).body).toEqual({ changed: [id] })
    await shop.sendNow(rule)
    await until(async () => (await alertOf(check))?.hold?.by === 'snooze')
    expect(await alertOf(check)).toMatchObject({ state: 'snoozed', held_count: 1 })
    expect(shop.world.messages).toEqual([])
    const why = await shop.browser.send('GET', `/api/notification/why?kind=check&id=${check}`)
    expect(JSON.stringify(why.body.rules)).toContain('It is snoozed until')
    await act({ ids: [id], verb: 'wake' })
    await until(async () => {
      await hurry()
      await shop.sendNow(rule)
      return shop.world.messages.length === 1
    })
    expect(titles()).toEqual(['failed'])
  })

  test('an acknowledgement acts on the alert, for all its rules, and can be taken back', async () => {
    const check = await makeCheck()
    const first = await makeRule({ wait_for: 60 * 1e9 })
    const second = await makeRule({ wait_for: 60 * 1e9 })
    await run(check, 503)
    await untilStatuses(first, 'pending')
    await untilStatuses(second, 'pending')
    const { id } = await alertOf(check)
    await act({ ids: [id], verb: 'acknowledge' })
    await shop.sendNow(first)
    await shop.sendNow(second)
    await until(async () => (await alertOf(check))?.held_count === 2)
    expect(shop.world.messages).toEqual([])
    expect(await alertOf(check)).toMatchObject({ state: 'acknowledged' })
    await act({ ids: [id], verb: 'unacknowledge' })
    await until(async () => {
      await hurry()
      await shop.sendNow(first)
      await shop.sendNow(second)
      return shop.world.messages.length === 2
    })
    const notes = await shop.browser.send('GET', `/api/db/alert_notes?alert_id=eq.${id}&order=at&select=kind`)
    expect(notes.body.map(({ kind }: { kind: string }) => kind)).toEqual([
      'opened',
      'acknowledged',
      'unacknowledged',
    ])
  })

  test('quiet hours of a rule keep all but what is critical until they end', async () => {
    const rule = await makeRule({ quiet_hours: JSON.stringify(alwaysQuiet) })
    const quiet = await makeCheck()
    const loud = await makeCheck({ severity: 'critical' })
    await run(quiet, 503)
    await run(loud, 503)
    await until(async () => (await alertOf(quiet))?.hold?.by === 'quiet hours')
    await until(() => shop.world.messages.length === 1)
    await shop.app.database.pool.query('update core.notifications set quiet_hours = null where id = $1', [
      rule,
    ])
    await until(async () => {
      await hurry()
      return shop.world.messages.length === 2
    })
    expect(titles()).toEqual(['failed', 'failed'])
  })
})

describe('whom and what a rule and a person say', () => {
  test('a rule says when its resources flap: by its own limits, or never', async () => {
    const check = await makeCheck()
    const flapping = JSON.stringify({ changes: 3, window_minutes: 60, calm_minutes: 10 })
    const rule = await makeRule({ events: ['check.failed'], flapping })
    await run(check, 503)
    await untilStatuses(rule, 'sent')
    await run(check, 200)
    await untilStatuses(rule, 'sent', 'sent')
    await run(check, 503)
    await until(async () => (await alertOf(check))?.flapping_since !== null)
    await run(check, 200)
    expect(await alertOf(check)).toMatchObject({ state: 'open' })
    // Off, it is over at once, because its resource is well.
    await shop.app.database.pool.query(
      `update core.notifications set flapping = '{"off": true}' where id = $1`,
      [rule],
    )
    await shop.app.database.pool.query(`update core.alerts set due_at = now(), reviewed_at = '-infinity'`)
    await shop.app.database.pool.query(`select graphile_worker.add_job('ReviewAlerts', '{}')`)
    await until(async () => (await alertOf(check))?.state === 'over')
    for (const [status, state] of [
      [503, 'open'],
      [200, 'over'],
      [503, 'open'],
      [200, 'over'],
    ] as const) {
      await run(check, status)
      await until(async () => (await alertOf(check))?.state === state)
    }
    expect(await alertOf(check)).toMatchObject({ flapping_since: null, closed_reason: 'recovered' })
  })

  test('a rule says how long its resources have to be well: what fails again before that goes on', async () => {
    const check = await makeCheck()
    const rule = await makeRule({ events: ['check.failed'], closing_delay: 300 * 1e9 })
    await run(check, 503)
    await untilStatuses(rule, 'sent')
    const { id, since } = await alertOf(check)
    await run(check, 200)
    await until(async () => (await alertOf(check))?.hold?.by === 'closing delay')
    await run(check, 503)
    await until(async () => (await alertOf(check))?.hold === null)
    expect(await alertOf(check)).toMatchObject({ id, since, state: 'open' })
    await run(check, 200)
    await until(async () => (await alertOf(check))?.hold?.by === 'closing delay')
    // A look before the delay is over changes nothing.
    await look()
    await until(() => isReviewed(id))
    expect(await alertOf(check)).toMatchObject({ id, state: 'open' })
    expect(titles()).toEqual(['failed'])
    // The end of the delay is a job of its own.
    const { pool } = shop.app.database
    await pool.query(
      `update core.alerts set changes = array(select at - interval '5 minutes' from unnest(changes) as at) where id = $1`,
      [id],
    )
    await shop.hurryJobs(`ReviewAlert:${id}`)
    await untilStatuses(rule, 'sent', 'sent')
    expect(titles()).toEqual(['failed', 'recovered'])
    expect(await alertOf(check)).toMatchObject({ id, state: 'over', closed_reason: 'recovered' })
    const notes = await shop.browser.send('GET', `/api/db/alert_notes?alert_id=eq.${id}&order=at&select=kind`)
    expect(notes.body.map(({ kind }: { kind: string }) => kind)).toEqual(['opened', 'well', 'well', 'over'])
  })

  test('a message that waits does not go out while its resource is well', async () => {
    const check = await makeCheck()
    const rule = await makeRule({ events: ['check.failed'], closing_delay: 300 * 1e9, wait_for: 60 * 1e9 })
    await run(check, 503)
    await untilStatuses(rule, 'pending')
    await run(check, 200)
    await shop.sendNow(rule)
    const [row] = await untilStatuses(rule, 'skipped')
    expect(row?.decisions.at(-1)?.reason).toContain('It is healthy now')
    await run(check, 503)
    await untilStatuses(rule, 'skipped', 'pending')
  })

  test('quiet hours of a person keep what their rule tells them, unless it is urgent', async () => {
    const { id: personId } = await shop.app.person(`rests-${next()}@example.com`, ['responder'])
    await shop.app.database.pool.query(
      'insert into core.contact_preferences (person_id, quiet_hours) values ($1, $2)',
      [personId, JSON.stringify(alwaysQuiet)],
    )
    const to = { person_id: personId, custom_services: null, events: ['check.failed'] }
    const rule = await makeRule(to)
    const check = await makeCheck()
    await run(check, 503)
    await until(async () => (await alertOf(check))?.hold?.by === 'quiet hours')
    const urgent = await makeCheck({ severity: 'blocker' })
    await run(urgent, 503)
    // No mail server is set in this test, so the email cannot go out.
    await until(async () => (await shop.history(rule)).some(({ status }) => status === 'error'))
    expect((await alertOf(check)).hold?.by).toBe('quiet hours')
    expect((await alertOf(urgent)).hold?.by).not.toBe('quiet hours')
  })
})

describe('a rule', () => {
  test('may have a policy alone, which tells its people', async () => {
    const check = await makeCheck()
    const { id: personId } = await shop.app.person(`alone-${next()}@example.com`, ['responder'])
    const policy = await shop.browser.send('POST', '/api/on-call/policies', {
      body: {
        name: `policy-${next()}`,
        steps: [{ afterMinutes: 0, targets: [{ kind: 'person', id: personId }] }],
        repeat: { times: 0, afterMinutes: 5 },
        acknowledgementMinutes: null,
        hold: null,
      },
    })
    const made = await shop.browser.send('POST', '/api/db/notifications', {
      body: { events: ['check.failed'], escalation_policy_id: policy.body.id },
      headers: { prefer: 'return=representation' },
    })
    expect({ status: made.status, body: made.body }).toMatchObject({ status: 201 })
    const rule: string = made.body[0].id
    await run(check, 503)
    // No mail server is set in this test, so the email cannot go out.
    const [row] = await untilStatuses(rule, 'error')
    expect(row?.decisions[0]?.reason).toContain('Step 1 of 1')
  })
})
