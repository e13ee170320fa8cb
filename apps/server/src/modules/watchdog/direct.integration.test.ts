import { createServer } from 'node:http'
import { listen } from '@binnacle/plugin-kit/servers'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { type Answer, startTestApp, type TestApp } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts'
import { until } from '../../testing/until.ts'
import { type CheckedState, DirectTelling } from './direct.ts'
import { readStates } from './detector-states.ts'
import { directMessages } from './index.ts'

const start = new Date('2026-11-28T12:00:00Z')
const messages: Answer['body'][] = []
let database: TestDatabase
let proxy: DatabaseProxy
let app: TestApp

beforeAll(async () => {
  const hook = await listen(
    createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        messages.push(JSON.parse(Buffer.concat(chunks).toString()))
        response.end()
      })
    }),
    0,
  )
  afterAll(() => hook.stop())
  database = await createTestDatabase()
  proxy = await startDatabaseProxy(database.connection)
  app = await startTestApp({
    database: { ...database, connection: proxy.connection },
    environment: { WATCH_SELF: 'on' },
  })
  const browser = await app.signedIn()
  const connection = await browser.send('POST', '/api/connections', {
    body: { name: 'hook', type: 'generic_webhook', url: `http://127.0.0.1:${hook.port}/`, properties: {} },
  })
  await database.pool.query(
    `insert into core.notifications (name, events, filter, custom_services)
     values ('watchdog', '{check.failed,check.passed}', 'check.type == "watchdog" && check.status == "unhealthy"', $1)`,
    [JSON.stringify([{ name: 'hook', connection: connection.body.id }])],
  )
})

/** What the watchdog tells directly, with a clock of the test's own and the product's own messages. */
async function startTelling() {
  const clock = createManualClock(start)
  let passed = 0
  const telling = new DirectTelling({
    clock,
    monotonic: () => passed,
    log: await createLog('silent'),
    messages: () => directMessages.find(app.platform),
  })
  const queue = await until(async () => {
    const state = (await readStates(database.pool)).get('queue')
    return state?.checkId === undefined ? undefined : state
  })
  const follow = (changed: Partial<CheckedState>) =>
    telling.follow(new Map([['queue', { ...queue, since: start, ...changed }]]))
  messages.length = 0
  return {
    telling,
    queue,
    follow,
    advance: (milliseconds: number) => {
      clock.advance(milliseconds)
      passed += milliseconds
    },
  }
}

test('a database that is away is told, in the ways that were known before, and its return', async () => {
  const { telling, follow } = await startTelling()
  await follow({ isBlind: false })
  proxy.refuse(true)
  await telling.databaseIsAway(start)
  await telling.databaseIsAway(start)
  expect(messages).toMatchObject([
    {
      title: 'The database does not answer',
      message: expect.stringContaining('has not answered since 2026-11-28T12:00:00.000Z'),
    },
  ])
  proxy.refuse(false)
  await telling.databaseIsBack()
  await telling.databaseIsBack()
  expect(messages.slice(1)).toMatchObject([{ title: 'The database answers again' }])
})

test('a queue that does not move is told directly after half a minute, unless it was told as usual', async () => {
  await until(async () => (await fetch(`${app.url}/readyz`)).status === 200)
  const { follow, advance, queue } = await startTelling()
  const blind = { isBlind: true, reason: 'No jobs run in the lane sends' }
  await follow(blind)
  advance(29_000)
  await follow(blind)
  expect(messages).toEqual([])
  advance(1_000)
  await follow(blind)
  await follow(blind)
  expect(messages).toMatchObject([
    {
      title: 'The queue moves failed',
      message: expect.stringContaining('No jobs run in the lane sends. Sent directly'),
    },
  ])
  const well = { isBlind: false, since: new Date(start.getTime() + 30_000) }
  await follow(well)
  advance(30_000)
  await follow(well)
  await follow(well)
  expect(messages.slice(1)).toMatchObject([{ title: 'The queue moves recovered' }])

  await database.pool.query(
    `insert into core.notification_send_history
       (notification_id, status, source_event, tells, resource_kind, resource_id, resource_name, first_observed, created_at)
     select id, 'sent', 'check.failed', 'alert', 'check', $1, 'The queue moves', $2, $2 from core.notifications limit 1`,
    [queue.checkId, start],
  )
  const second = await startTelling()
  await second.follow({ isBlind: false })
  second.advance(40_000)
  await second.follow(blind)
  expect(messages).toEqual([])
})

test('people whom a rule tells by an escalation policy alone are told directly too', async () => {
  const browser = await app.signedIn()
  const { id } = await app.person('on-call@example.com', ['responder'])
  const { rows } = await database.pool.query<{ connection: string }>(
    `select custom_services -> 0 ->> 'connection' as connection from core.notifications where name = 'watchdog'`,
  )
  await database.pool.query(
    `insert into core.contact_methods (person_id, kind, label, connection_id, verified_at)
     values ($1, 'connection', 'Own', $2, now())`,
    [id, rows[0]?.connection],
  )
  const policy = await browser.send('POST', '/api/on-call/policies', {
    body: {
      name: 'watchdog',
      steps: [{ afterMinutes: 0, targets: [{ kind: 'person', id }] }],
      repeat: { times: 0, afterMinutes: 5 },
      acknowledgementMinutes: null,
      hold: null,
    },
  })
  expect(policy.status).toBe(201)
  await database.pool.query(
    `update core.notifications set custom_services = null, escalation_policy_id = $1 where name = 'watchdog'`,
    [policy.body.id],
  )
  const port = directMessages.find(app.platform)
  const { queue } = await startTelling()
  await until(async () => {
    await port?.remember([queue.checkId ?? ''])
    const told = await port?.tell({
      kind: 'alert',
      title: 'It stands still',
      text: 'Nothing moves.',
      time: start,
      alert: queue.checkId ?? '',
      path: '/watchdog',
    })
    return told?.told === 1
  })
  expect(messages.at(-1)).toMatchObject({ title: 'It stands still' })
})

test('readiness names the lanes that stand still', async () => {
  const client = await database.pool.connect()
  const real = performance.now.bind(performance)
  try {
    await client.query('begin; lock table graphile_worker._private_jobs in exclusive mode')
    await until(async () => {
      const { rows } = await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%limit 50%'`,
      )
      return rows.length >= 2
    })
    const moved = vi.spyOn(performance, 'now').mockImplementation(() => real() + 61_000)
    onTestFinished(() => moved.mockRestore())
    const ready = await fetch(`${app.url}/readyz`)
    expect(ready.status).toBe(503)
    const { problems } = Object(await ready.json())
    expect(problems).toContain('the lane "sends" of the jobs stands still')
  } finally {
    await client.query('rollback')
    client.release()
  }
  await until(async () => (await fetch(`${app.url}/readyz`)).status === 200)
})
