import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'

const CHECKS = 40

let app: TestApp
let admin: TestBrowser
let platform: Platform
let ada: string
beforeAll(async () => {
  app = await startTestApp()
  platform = app.platform
  admin = await app.signedIn()
  ada = (await app.person('ada@example.com', ['responder'])).id
})

/** Leaves the process a few connections besides those that its queue keeps. */
async function leaveConnections(count: number): Promise<void> {
  const { pool } = platform
  const idle = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  pool.options.max = pool.totalCount - idle.length + count
  for (const client of idle) client.release(true)
}

/** Unhealthy checks that depend on one that is well. @returns ids of the canary and of the unhealthy ones */
async function makeChecks(): Promise<{ canaryId: string; checkIds: string[] }> {
  const { pool } = app.database
  const canaryId = newId()
  await pool.query(
    `insert into core.canaries (id, name, namespace, labels, spec, revision, source)
     values ($1, 'shop', 'shop', '{}', '{}', core.new_id(), 'UI')`,
    [canaryId],
  )
  const { rows } = await pool.query<{ id: string; name: string }>(
    `insert into core.checks (canary_id, type, name, namespace, labels, spec)
     select $1, 'http', case number when 0 then 'router' else 'page ' || number end, 'shop', '{}',
       case number when 0 then '{}' else '{"dependsOn": ["router"]}' end::jsonb
     from generate_series(0, $2::integer) as number returning id, name`,
    [canaryId, CHECKS],
  )
  await pool.query(
    `insert into core.check_state (check_id, revision, type, timeout_milliseconds, state)
     select id, core.new_id(), 'http', 1000, case name when 'router' then 'healthy' else 'unhealthy' end::core.health_state
     from core.checks where canary_id = $1`,
    [canaryId],
  )
  return { canaryId, checkIds: rows.flatMap(({ id, name }) => (name === 'router' ? [] : [id])) }
}

test('many decisions and escalations at once need no second connection each, so that none waits for another for ever', async () => {
  const { pool } = app.database
  const policy = await admin.send('POST', '/api/on-call/policies', {
    body: {
      name: 'everybody',
      steps: [{ afterMinutes: 0, targets: [{ kind: 'person', id: ada }] }],
      repeat: { times: 0, afterMinutes: 5 },
      acknowledgementMinutes: null,
      hold: null,
    },
  })
  expect(policy.status).toBe(201)
  const { rows } = await pool.query<{ id: string }>(
    `insert into core.notifications (name, events, person_id, wait_for, escalation_policy_id)
     values ('everything', '{check.failed,check.passed}', $1, 3600000000000, $2) returning id`,
    [ada, policy.body.id],
  )
  const rule = rows[0]?.id
  const { canaryId, checkIds } = await makeChecks()
  const emit = (name: 'check.failed' | 'check.passed') => {
    const time = new Date().toISOString()
    const previous = name === 'check.failed' ? ('healthy' as const) : ('unhealthy' as const)
    return platform.events.emit(
      pool,
      name,
      ...checkIds.map((checkId) => ({ checkId, canaryId, time, previous })),
    )
  }
  const countOf = async (condition: string) => {
    const found = await pool.query<{ count: number }>(
      `select count(*) from core.notification_send_history where notification_id = $1 and ${condition}`,
      [rule],
    )
    return found.rows[0]?.count
  }
  await leaveConnections(2)
  await emit('check.failed')
  // One message of the rule for each, which waits, and one of the escalation.
  await until(async () => (await countOf(`status = 'pending' and not_before > now()`)) === CHECKS)
  await until(async () => (await countOf('not_before is null or not_before <= now()')) === CHECKS)
  await emit('check.passed')
  await until(async () => (await countOf(`status = 'pending'`)) === 0)
  const { rows: alerts } = await pool.query(
    'select from core.notification_alerts where notification_id = $1 and closed_at is not null',
    [rule],
  )
  expect(alerts).toHaveLength(CHECKS)
})
