// Services that behave badly, people and teams without a way to them, and resources that are gone: each is visible in the history.
import { MINUTE } from '@binnacle/contract/core'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen, type TestServer } from '@binnacle/plugin-kit/servers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Clock } from '../../platform/clock.ts'
import { systemClock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { forgetAlerts } from './testing.ts'

/** How long a generic webhook may take. */
const TIME_OF_WEBHOOK = 30_000

let ahead = 0
/** Ends the time of the messages that are on their way. */
let timeIsOver = Promise.withResolvers<void>()
const clock: Clock = {
  now: () => new Date(Date.now() + ahead),
  wait: (milliseconds, signal) => {
    const waited = systemClock.wait(milliseconds, signal)
    return milliseconds === TIME_OF_WEBHOOK ? Promise.race([waited, timeIsOver.promise]) : waited
  },
}

/** What the service does with a message. */
let behave: (response: ServerResponse, request: IncomingMessage) => void
let got = 0

let app: TestApp
let platform: Platform
let admin: TestBrowser
let hook: TestServer
let connection: string
beforeAll(async () => {
  hook = await listen(
    createServer((request, response) => {
      request.resume().on('end', () => {
        got += 1
        behave(response, request)
      })
    }),
    0,
  )
  app = await startTestApp({ clock })
  platform = app.platform
  admin = await app.signedIn()
  const made = await admin.send('POST', '/api/connections', {
    body: { name: 'hook', type: 'generic_webhook', url: `http://127.0.0.1:${hook.port}/`, properties: {} },
  })
  if (made.status !== 201) throw new Error('the connection was not made')
  connection = made.body.id
})
afterAll(async () => {
  await app.stop()
  await hook.stop()
})

const takes = (response: ServerResponse) => void response.end('{}')
beforeEach(async () => {
  await forgetAlerts(app.database.pool)
  behave = takes
  got = 0
  ahead = 0
})

let made = 0

async function makeCheck(): Promise<TestCheck> {
  made += 1
  const [canaryId, checkId] = [newId(), newId()]
  const { pool } = app.database
  await pool.query(
    `insert into core.canaries (id, name, namespace, labels, spec, revision, source)
     values ($1, $2, 'shop', '{}', '{}', core.new_id(), 'UI')`,
    [canaryId, `canary ${made}`],
  )
  await pool.query(
    `insert into core.checks (id, canary_id, type, name, namespace, labels, spec)
     values ($1, $2, 'http', $3, 'shop', '{}', '{}')`,
    [checkId, canaryId, `page ${made}`],
  )
  await pool.query(
    `insert into core.check_state (check_id, revision, type, timeout_milliseconds, state)
     values ($1, core.new_id(), 'http', 1000, 'unhealthy')`,
    [checkId],
  )
  return { canaryId, checkId }
}

async function makeRule(columns: Readonly<Record<string, unknown>> = {}): Promise<string> {
  made += 1
  const row: Record<string, unknown> = {
    name: `rule ${made}`,
    events: ['check.failed', 'check.passed'],
    custom_services: JSON.stringify([{ name: 'hook', connection }]),
    ...columns,
  }
  const known: string[] = []
  const unsubscribe = platform.live.subscribe((event) => {
    if (event.kind === 'change' && event.change.topic === 'notifications')
      known.push(...(event.change.ids ?? []))
  })
  const names = Object.keys(row)
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into core.notifications (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})
     returning id`,
    Object.values(row),
  )
  const id = rows[0]?.id ?? ''
  // What fails before this process has heard of the rule is not told.
  await until(() => known.includes(id))
  unsubscribe()
  return id
}

interface TestCheck {
  canaryId: string
  checkId: string
}

const tell = (event: 'check.failed' | 'check.passed', { canaryId, checkId }: TestCheck) =>
  inTransaction(platform.pool, (client) =>
    platform.events.emit(client, event, {
      checkId,
      canaryId,
      time: new Date().toISOString(),
      previous: event === 'check.failed' ? ('healthy' as const) : ('unhealthy' as const),
    }),
  )
const fail = (check: TestCheck) => tell('check.failed', check)
const pass = (check: TestCheck) => tell('check.passed', check)

interface SendRow {
  status: string
  error: string | null
  attempts: number
  may_be_double: boolean
  may_have_arrived: boolean
  not_before: string | null
  decisions: { step: string; outcome: string; reason: string }[]
}

const history = async (rule: string): Promise<SendRow[]> =>
  (
    await admin.send(
      'GET',
      `/api/db/notification_send_history_summary?select=status,error,attempts,may_be_double,may_have_arrived,not_before,decisions&notification_id=eq.${rule}`,
    )
  ).body

/** Waits for the one row of a rule. */
const rowWith = (rule: string, holds: (row: SendRow) => boolean): Promise<SendRow> =>
  until(async () => (await history(rule)).find(holds)).catch(async (error: unknown) => {
    throw new Error(`${String(error)}: ${JSON.stringify(await history(rule))}`)
  })

/** Has the next attempt made now. */
async function tryNow(rule: string): Promise<void> {
  const { pool } = app.database
  await pool.query(
    `update core.notification_send_history set not_before = $2 where notification_id = $1 and status = 'pending'`,
    [rule, clock.now()],
  )
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now() where key like 'SendNotification:%'`,
  )
}

/** Whether so many attempts have failed. */
const hasTried = (times: number) => (row: SendRow) =>
  row.decisions.filter(({ step }) => step === 'retry').length === times
const isTried = hasTried(1)

test('a service that hangs is left after its time, and tried again', async () => {
  const rule = await makeRule()
  behave = () => {
    timeIsOver.resolve()
    timeIsOver = Promise.withResolvers()
  }
  await fail(await makeCheck())
  const row = await rowWith(rule, isTried)
  expect(row).toMatchObject({
    status: 'pending',
    may_be_double: false,
    may_have_arrived: true,
    error: expect.stringContaining('time'),
  })
  expect(row.decisions.at(-1)).toMatchObject({
    step: 'retry',
    outcome: 'hold',
    reason: expect.stringContaining('Tried again at'),
  })
  behave = takes
  await tryNow(rule)
  await rowWith(rule, ({ status }) => status === 'sent')
})

test('a service that asks for an hour gets it, and is asked again after it', async () => {
  const rule = await makeRule()
  behave = (response) => void response.writeHead(429, { 'retry-after': '3600' }).end()
  await fail(await makeCheck())
  const waits = async (attempts: number) => {
    const row = await rowWith(rule, hasTried(attempts))
    expect(row).toMatchObject({ status: 'pending', may_be_double: false })
    return Math.round((Date.parse(row.not_before ?? '') - clock.now().getTime()) / MINUTE)
  }
  expect(await waits(1)).toBe(60)
  ahead = 60 * MINUTE
  await tryNow(rule)
  expect(await waits(2)).toBe(60)
  ahead = 120 * MINUTE
  behave = takes
  await tryNow(rule)
  const row = await rowWith(rule, ({ status }) => status === 'sent')
  expect(row).toMatchObject({ attempts: 3, error: null, may_be_double: false })
  expect(row.decisions.filter(({ step }) => step === 'retry')).toHaveLength(2)
})

test('a service that asks for more than six hours is given up at once, and the row says why', async () => {
  const rule = await makeRule()
  behave = (response) => void response.writeHead(429, { 'retry-after': '25000' }).end()
  await fail(await makeCheck())
  const row = await rowWith(rule, ({ status }) => status === 'error')
  expect(row.error).toContain('429')
  expect(got).toBe(1)
})

test('a message whose connection closes before the answer may have been sent twice, and its row says so', async () => {
  const rule = await makeRule()
  behave = (response) => response.destroy()
  await fail(await makeCheck())
  expect(await rowWith(rule, isTried)).toMatchObject({
    status: 'pending',
    may_be_double: false,
    may_have_arrived: true,
  })
  behave = takes
  await tryNow(rule)
  const row = await rowWith(rule, ({ status }) => status === 'sent')
  expect(row).toMatchObject({ attempts: 2, may_be_double: true, may_have_arrived: false })
  expect(got).toBe(2)
})

test('a message that is given up after an attempt without an answer may have arrived, once', async () => {
  const rule = await makeRule()
  behave = (response) => response.destroy()
  await fail(await makeCheck())
  await rowWith(rule, isTried)
  behave = (response) => void response.writeHead(403).end('no')
  await tryNow(rule)
  const row = await rowWith(rule, ({ status }) => status === 'error')
  expect(row).toMatchObject({ attempts: 2, may_be_double: false, may_have_arrived: true })
})

test('two attempts without an answer may have been sent twice, also if the rule goes before the third', async () => {
  const rule = await makeRule()
  behave = (response) => response.destroy()
  await fail(await makeCheck())
  await rowWith(rule, isTried)
  await tryNow(rule)
  await rowWith(rule, hasTried(2))
  await app.database.pool.query('update core.notifications set deleted_at = now() where id = $1', [rule])
  behave = takes
  await tryNow(rule)
  const row = await rowWith(rule, ({ status }) => status === 'cancelled' || status === 'skipped')
  expect(row).toMatchObject({ may_be_double: true, may_have_arrived: true })
  // Who may have the message hears that the rule does not look any more.
  await rowWith(rule, ({ status }) => status === 'sent')
})

test('an alert that may have arrived is followed by its recovery, although nobody is told of the alert again', async () => {
  const rule = await makeRule()
  const check = await makeCheck()
  behave = (response) => response.destroy()
  await fail(check)
  await rowWith(rule, isTried)
  behave = takes
  await pass(check)
  const row = await rowWith(rule, ({ status }) => status === 'sent')
  expect(row.decisions[0]?.reason).toContain('may have been told')
  expect((await history(rule)).find(({ status }) => status === 'skipped')).toMatchObject({
    attempts: 1,
    may_be_double: false,
    may_have_arrived: true,
  })
  expect(got).toBe(2)
})

test('a recovery waits for the alert that is on its way to the same recipient', async () => {
  const rule = await makeRule()
  const check = await makeCheck()
  const arrived = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  behave = (response) => {
    arrived.resolve()
    void gate.promise.then(() => takes(response))
  }
  await fail(check)
  await arrived.promise
  await pass(check)
  const recovery = () =>
    app.database.pool.query<{ id: string }>(
      `select id from core.notification_send_history where notification_id = $1 and tells = 'recovery'`,
      [rule],
    )
  await until(async () => (await recovery()).rows[0])
  behave = takes
  expect(got).toBe(1)
  gate.resolve()
  await until(async () => (await history(rule)).filter(({ status }) => status === 'sent').length === 2)
  const { rows } = await app.database.pool.query<{ tells: string }>(
    `select tells from core.notification_send_history where notification_id = $1 order by sent_at`,
    [rule],
  )
  expect(rows.map(({ tells }) => tells)).toEqual(['alert', 'recovery'])
})

/** Has an alert end while its message is on its way, of a rule that names no recoveries. */
async function endUnderWay(
  services: readonly { name: string; connection: string }[],
  answer: (response: ServerResponse) => void,
): Promise<{ rule: string; recovery: { status: string; reasons: string[] } }> {
  const rule = await makeRule({ events: ['check.failed'], custom_services: JSON.stringify(services) })
  const check = await makeCheck()
  const arrived = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  behave = (response) => {
    arrived.resolve()
    void gate.promise.then(() => answer(response))
  }
  await fail(check)
  await arrived.promise
  await pass(check)
  const recovery = async () => {
    const { rows } = await app.database.pool.query<{ status: string; decisions: { reason: string }[] }>(
      `select history.status, details.decisions from core.notification_send_history as history
       join core.notification_send_details as details on details.send_id = history.id
       where history.notification_id = $1 and history.tells = 'recovery'`,
      [rule],
    )
    return rows[0]
  }
  await until(recovery)
  behave = takes
  gate.resolve()
  const { status, decisions } = await until(async () => {
    const row = await recovery()
    return row !== undefined && row.status !== 'pending' ? row : undefined
  })
  return { rule, recovery: { status, reasons: decisions.map(({ reason }) => reason) } }
}

test('an alert that is on its way when it ends is closed at a service that keeps it open', async () => {
  const made = await admin.send('POST', '/api/connections', {
    body: { name: 'keeper', type: 'alertmanager', url: `http://127.0.0.1:${hook.port}/`, properties: {} },
  })
  expect(made.status).toBe(201)
  const { recovery } = await endUnderWay([{ name: 'keeper', connection: made.body.id }], takes)
  expect(recovery.status).toBe('sent')
  expect(got).toBe(2)
})

test('a recovery goes to everybody who was told, although the rule does not name it', async () => {
  const { recovery } = await endUnderWay([{ name: 'hook', connection }], takes)
  expect(recovery.status).toBe('sent')
  expect(got).toBe(2)
})

test('a recovery is not told if its alert, which was on its way, was refused', async () => {
  const made = await admin.send('POST', '/api/connections', {
    body: { name: 'refuser', type: 'alertmanager', url: `http://127.0.0.1:${hook.port}/`, properties: {} },
  })
  const { recovery } = await endUnderWay([{ name: 'refuser', connection: made.body.id }], (response) => {
    response.writeHead(403).end('no')
  })
  expect(recovery).toMatchObject({
    status: 'skipped',
    reasons: expect.arrayContaining(['Its alert did not go out']),
  })
  expect(got).toBe(1)
})

test('a service that refuses for good is not asked again', async () => {
  const rule = await makeRule()
  behave = (response) => void response.writeHead(403).end('no')
  await fail(await makeCheck())
  const row = await rowWith(rule, ({ status }) => status === 'error')
  expect(row).toMatchObject({ attempts: 1, may_be_double: false })
})

test('a person without an address and a team without a route are errors of the history and of the counts of their rules', async () => {
  const { pool } = app.database
  const person = newId()
  await pool.query(
    `insert into core.people (id, name, email, active) values ($1, 'Nobody', 'nobody@example.com', false)`,
    [person],
  )
  const { rows } = await pool.query<{ id: string }>(
    `insert into core.teams (name) values ('Quiet team') returning id`,
  )
  const toPerson = await makeRule({ custom_services: null, person_id: person })
  const toTeam = await makeRule({ custom_services: null, team_id: rows[0]?.id })
  await fail(await makeCheck())
  for (const [rule, reason] of [
    [toPerson, 'Nobody has no email address that can be used'],
    [toTeam, 'the team Quiet team has no route for notifications'],
  ] as const) {
    const row = await rowWith(rule, ({ status }) => status === 'error')
    expect(row.error).toContain(reason)
    const { body } = await admin.send(
      'GET',
      `/api/db/notifications_summary?select=failed,most_common_error&id=eq.${rule}`,
    )
    expect(body).toEqual([{ failed: 1, most_common_error: row.error }])
  }
})

test('an event of a resource that is deleted tells nobody, and a message that waited for it says so', async () => {
  const waiting = await makeRule({ wait_for: 3_600 * 1e9 })
  const check = await makeCheck()
  await fail(check)
  await rowWith(waiting, ({ status }) => status === 'pending')
  await app.database.pool.query('update core.checks set deleted_at = now() where id = $1', [check.checkId])
  await tryNow(waiting)
  const row = await rowWith(waiting, ({ status }) => status === 'skipped')
  expect(row.decisions.at(-1)?.reason).toMatch(/was deleted$/)
  // An event that comes after the end leaves no row, and holds up nothing behind it.
  const rule = await makeRule()
  await fail(check)
  await fail(await makeCheck())
  await rowWith(rule, ({ status }) => status === 'sent')
  expect(await history(rule)).toHaveLength(1)
  expect(got).toBe(1)
})

test('a clock that is set back loses no message and sends none twice', async () => {
  const rule = await makeRule()
  ahead = 120 * MINUTE
  behave = (response) => void response.writeHead(503).end()
  await fail(await makeCheck())
  await rowWith(rule, ({ status }) => status === 'pending')
  await tryNow(rule)
  await rowWith(rule, isTried)
  ahead = 0
  behave = takes
  await tryNow(rule)
  await rowWith(rule, ({ status }) => status === 'sent')
  expect(got).toBe(2)
  const second = await makeCheck()
  await fail(second)
  await until(async () => (await history(rule)).filter(({ status }) => status === 'sent').length === 2)
  expect(got).toBe(3)
})
