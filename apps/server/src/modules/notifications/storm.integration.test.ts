import { HOUR } from '@binnacle/contract/core'
import { createServer } from 'node:http'
import { listen, type TestServer } from '@binnacle/plugin-kit/servers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { removeOldNames } from './pipeline/record/search-name-index.ts'
import { forgetAlerts } from './testing.ts'

const TEAMS = 3

let app: TestApp
let platform: Platform
let admin: TestBrowser
let hook: TestServer
let connection: string
const got: { at: number; title: string; message: string }[] = []
beforeAll(async () => {
  hook = await listen(
    createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { title, message }: { title: string; message: string } = JSON.parse(
          Buffer.concat(chunks).toString(),
        )
        got.push({ at: performance.now(), title, message })
        response.end('{}')
      })
    }),
    0,
  )
  app = await startTestApp()
  platform = app.platform
  admin = await app.signedIn()
  connection = await makeConnection('hook')
})
afterAll(async () => {
  await app.stop()
  await hook.stop()
})
beforeEach(async () => {
  await forgetAlerts(app.database.pool)
})

async function makeConnection(name: string): Promise<string> {
  const { status, body } = await admin.send('POST', '/api/connections', {
    body: { name, type: 'generic_webhook', url: `http://127.0.0.1:${hook.port}/`, properties: {} },
  })
  if (status !== 201) throw new Error('the connection was not made')
  return body.id
}

let made = 0

/** Makes unhealthy checks in turn of the teams. */
async function makeChecks(count: number): Promise<{ canaryId: string; checkIds: string[] }> {
  made += 1
  const canaryId = newId()
  const { pool } = app.database
  await pool.query(
    `insert into core.canaries (id, name, namespace, labels, spec, revision, source)
     values ($1, $2, 'shop', '{}', '{}', core.new_id(), 'UI')`,
    [canaryId, `canary ${made}`],
  )
  const { rows } = await pool.query<{ id: string }>(
    `insert into core.checks (canary_id, type, name, namespace, labels, spec)
     select $1, 'http', $2 || ' page ' || number, 'shop', jsonb_build_object('team', 'team ' || number % ${TEAMS}), '{}'
     from generate_series(1, $3::integer) as number returning id`,
    [canaryId, `storm ${made}`, count],
  )
  const checkIds = rows.map(({ id }) => id)
  await pool.query(
    `insert into core.check_state (check_id, revision, type, timeout_milliseconds, state)
     select id, core.new_id(), 'http', 1000, 'unhealthy' from unnest($1::uuid[]) as id`,
    [checkIds],
  )
  return { canaryId, checkIds }
}

async function makeRule(columns: Readonly<Record<string, unknown>> = {}): Promise<string> {
  made += 1
  const services = JSON.stringify([{ name: 'hook', connection }])
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into core.notifications (name, events, custom_services, group_by)
     values ($1, '{check.failed,check.passed}', $2, $3) returning id`,
    [`rule ${made}`, services, columns['group_by'] ?? null],
  )
  return rows[0]?.id ?? ''
}

const pass = ({ canaryId }: { canaryId: string }, checkIds: readonly string[]) =>
  inTransaction(platform.pool, (client) =>
    platform.events.emit(
      client,
      'check.passed',
      ...checkIds.map((checkId) => ({
        checkId,
        canaryId,
        time: new Date().toISOString(),
        previous: 'unhealthy' as const,
      })),
    ),
  )

const fail = (
  { canaryId }: { canaryId: string },
  checkIds: readonly string[],
  severity: 'critical' | 'medium' = 'medium',
) =>
  inTransaction(platform.pool, (client) =>
    platform.events.emit(
      client,
      'check.failed',
      ...checkIds.map((checkId) => ({
        checkId,
        canaryId,
        time: new Date().toISOString(),
        previous: 'healthy' as const,
        severity,
      })),
    ),
  )

interface Row {
  id: string
  status: string
  alert_id: string
  group_id: string | null
  resource_id: string
}

async function rowsOf(rule: string): Promise<Row[]> {
  const { rows } = await app.database.pool.query<Row>(
    `select id, status, alert_id, group_id, resource_id from core.notification_send_history
     where notification_id = $1`,
    [rule],
  )
  return rows
}

const untilRows = (rule: string, count: number) =>
  until(async () => {
    const rows = await rowsOf(rule)
    return rows.length >= count ? rows : undefined
  })

const counted = (rows: readonly Row[], ...statuses: string[]) =>
  rows.filter(({ status }) => statuses.includes(status)).length

test('failures that come together are told group by group, each resource once, and in lists', async () => {
  const checks = await makeChecks(60)
  const grouped = await makeRule({ group_by: ['label:team'] })
  // One recipient would be told by the rule that waits least.
  connection = await makeConnection('each')
  const each = await makeRule()
  await fail(checks, checks.checkIds)
  const rows = await untilRows(grouped, 60)
  const waiting = new Set(rows.filter(({ status }) => status === 'pending').map(({ id }) => id))
  expect(waiting.size).toBe(TEAMS)
  const joined = rows.filter(({ status }) => status === 'grouped')
  expect(joined).toHaveLength(60 - TEAMS)
  expect(joined.every(({ group_id: group }) => group !== null && waiting.has(group))).toBe(true)
  expect(new Set(rows.map(({ resource_id: id }) => id)).size).toBe(60)
  const { rows: members } = await app.database.pool.query<{ count: number }>(
    `select count(*)::integer from core.notification_alert_members where alert_id = any($1) and ended_at is null`,
    [[...new Set(rows.map(({ alert_id: alert }) => alert))]],
  )
  expect(members[0]?.count).toBe(60)
  // More than five to one recipient become one that lists them; a limit keeps no first failure back.
  const ofEach = await until(async () => {
    const found = await rowsOf(each)
    return counted(found, 'grouped') >= 50 && counted(found, 'pending') === 0 ? found : undefined
  })
  expect(counted(ofEach, 'sent')).toBeLessThanOrEqual(5)
  expect(counted(ofEach, 'rate-limited', 'error')).toBe(0)
})

test('one failure that cannot be decided about holds back no other, and is decided about later', async () => {
  const { pool } = app.database
  const checks = await makeChecks(20)
  const rule = await makeRule()
  const [refused = ''] = checks.checkIds
  await pool.query(`
    create function core.refuse() returns trigger language plpgsql as
    $$ begin raise exception 'the test refuses this one'; end $$;
    create trigger refuse before insert on core.notification_alert_members
    for each row when (new.resource_id = '${refused}') execute function core.refuse()`)
  try {
    await fail(checks, checks.checkIds)
    expect((await untilRows(rule, 19)).map(({ resource_id: id }) => id)).not.toContain(refused)
  } finally {
    await pool.query('drop trigger refuse on core.notification_alert_members; drop function core.refuse()')
  }
  // The queue tries again after some seconds; this need not wait for it.
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now() where payload::text like '%' || $1 || '%'`,
    [refused],
  )
  expect(await untilRows(rule, 20)).toHaveLength(20)
})

test('the history is searched by names, which are kept as long as rows have them', async () => {
  const { pool } = app.database
  const checks = await makeChecks(2)
  const rule = await makeRule()
  await fail(checks, checks.checkIds)
  await untilRows(rule, 2)
  const named = async (text: string): Promise<string[]> => {
    const answer = await admin.send(
      'GET',
      `/api/db/notification_names?select=name&name=ilike.*${encodeURIComponent(text)}*&order=name`,
    )
    expect(answer.status).toBe(200)
    return answer.body.map(({ name }: { name: string }) => name)
  }
  const own = `storm ${made - 1} PAGE`
  expect(await named(own)).toEqual([`storm ${made - 1} page 1`, `storm ${made - 1} page 2`])
  expect(await named('hook')).toEqual(['hook'])
  await pool.query(`insert into core.notification_names (name) values ('nobody has this name')`)
  await pool.query(`update core.notification_names set kept_at = now() - interval '2 days'`)
  const removed = () => removeOldNames(pool, new Date(Date.now() - 24 * HOUR), new AbortController().signal)
  expect(await removed()).toBe(1)
  expect(await named('nobody')).toEqual([])
  expect(await named(own)).toHaveLength(2)
})

const STORM = 5_000

async function countOf(text: string): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(`select count(*)::integer ${text}`)
  return rows[0]?.count ?? 0
}

const knowing = (knows: string) => countOf(`from core.alert_told where knows = '${knows}'`)

/** Lets minutes pass for lists, and has what waits for one looked at. */
async function passMinutes(minutes: number): Promise<void> {
  const { pool } = app.database
  await pool.query(
    `update core.notification_send_history set sent_at = sent_at - make_interval(mins => $1),
       first_observed = first_observed - make_interval(mins => $1)
     where status in ('sent', 'pending')`,
    [minutes],
  )
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now() where key like 'SendNotificationList:%' and locked_at is null`,
  )
}

test(
  'of five thousand checks that fail and recover together everybody knows by five messages, and of what is critical in seconds',
  { timeout: 300_000 },
  async () => {
    const { pool } = app.database
    await pool.query('delete from core.alert_told')
    const checks = await makeChecks(STORM)
    const critical = await makeChecks(1)
    await pool.query(
      `update core.checks set severity = 'critical', name = 'the critical one' where id = any($1)`,
      [critical.checkIds],
    )
    // Nobody got a list by it just now.
    connection = await makeConnection('storm')
    await makeRule()
    got.length = 0
    const begun = performance.now()
    const all = checks.checkIds
    await fail(checks, all.slice(0, STORM / 2))
    await until(() => got.length > 0)
    const first = (got[0]?.at ?? 0) - begun
    await fail(checks, all.slice(STORM / 2))
    const middle = performance.now()
    await fail(critical, critical.checkIds, 'critical')
    const told = await until(() => got.find(({ title }) => title.includes('the critical one')), 60_000)
    const criticalAfter = told.at - middle
    await until(async () => (await countOf('from core.alert_told')) === STORM + 1, 120_000)
    await passMinutes(1)
    await until(async () => (await knowing('open')) === STORM + 1, 60_000)
    const known = performance.now() - begun
    await passMinutes(4)
    await pool.query(`update core.check_state set state = 'healthy' where check_id = any($1)`, [
      [...all, ...critical.checkIds],
    ])
    const recovered = performance.now()
    await pass(checks, all)
    await pass(critical, critical.checkIds)
    await until(async () => (await countOf('from core.alerts where closed_at is null')) === 0, 120_000)
    await passMinutes(1)
    await until(async () => (await knowing('over')) === STORM + 1, 60_000)
    const figures = {
      first: Math.round(first),
      critical: Math.round(criticalAfter),
      known: Math.round(known),
      ended: Math.round(performance.now() - recovered),
      titles: got.map(({ title }) => title),
    }
    // The figures stand in the message of a failure.
    const isIn = figures.titles.length <= 5 && figures.first < 5_000 && figures.critical < 10_000
    expect(isIn ? 'in time' : JSON.stringify(figures)).toBe('in time')
  },
)
