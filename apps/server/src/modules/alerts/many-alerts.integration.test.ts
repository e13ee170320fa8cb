import { HOUR } from '@binnacle/contract/core'
import { beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import type { Actor } from '../../platform/access/actor.ts'
import { systemClock } from '../../platform/clock.ts'
import type { OpenModule } from '../../platform/module.ts'
import { type PushedChecks, pushedChecks } from '../health/index.ts'
import { until } from '../../testing/until.ts'
import { parseAlert, type ReceivedAlert } from './alert.ts'
import { removeEnded } from './retention.ts'
import { createAlertStore } from './store.ts'

let app: TestApp
let admin: TestBrowser
let pushed: PushedChecks
/** Somebody who may change canaries. */
let sender: Pick<Actor, 'personId' | 'roles'>
beforeAll(async () => {
  const openProbe: OpenModule = (platform) => {
    pushed = pushedChecks.of(platform)
    return { name: 'probe' }
  }
  app = await startTestApp({ moreModules: [openProbe] })
  admin = await app.signedIn()
  const { rows } = await app.database.pool.query<{ id: string }>('select id from core.people limit 1')
  sender = { personId: rows[0]?.id ?? '', roles: ['admin'] }
})

const alert = (number: number) => ({
  labels: {
    alertname: `Alert${number % 50}`,
    instance: `host-${number}.example.com:9100`,
    job: 'node',
    namespace: 'production',
    cluster: 'eu-west-1',
    severity: 'warning',
    team: `team-${number % 7}`,
  },
  annotations: {
    summary: `Instance host-${number} has a problem`,
    description: 'The instance has had this problem for more than five minutes. Look at its dashboard.',
    runbook_url: 'https://runbooks.example.com/problem',
  },
  startsAt: systemClock.now().toISOString(),
  generatorURL: 'http://prometheus.example.com:9090/graph?g0.expr=up+%3D%3D+0&g0.tab=1',
})

function received(number: number, now: Date, isFiring = true): ReceivedAlert {
  const parsed = parseAlert(
    { ...alert(number), startsAt: now.toISOString(), ...(isFiring ? {} : { endsAt: now.toISOString() }) },
    { sending: 'api', now },
  )
  if (!parsed.ok) throw new Error(parsed.failure)
  return parsed.value
}

const count = async (condition: string): Promise<number> => {
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select count(*)::integer as count from core.received_alerts where ${condition}`,
  )
  return rows[0]?.count ?? -1
}

test('10,000 alerts in one message are taken, and each is a check', { timeout: 240_000 }, async () => {
  const body = Array.from({ length: 10_000 }, (_, index) => alert(index))
  expect(await admin.send('POST', '/api/alertmanager/api/v2/alerts', { body })).toMatchObject({ status: 200 })
  expect(await count('true')).toBe(10_000)
  await until(async () => (await count('pending')) === 0, 200_000)
  const { rows } = await app.database.pool.query(
    `select count(*)::integer as checks from core.checks join core.check_state as state on state.check_id = checks.id
     where checks.type = 'alert' and state.state = 'unhealthy' and lease_id is null`,
  )
  expect(rows).toEqual([{ checks: 10_000 }])
  const one = [...body, alert(10_000)]
  expect(await admin.send('POST', '/api/alertmanager/api/v2/alerts', { body: one })).toMatchObject({
    status: 400,
    body: expect.stringContaining('has more than 10000 alerts'),
  })
})

test('a source has a limited number of firing alerts, and those that fire already stay', async () => {
  const now = systemClock.now()
  const { pool } = app.database
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => received(from + index, now))
  const small = createAlertStore(pool, 10)
  expect(await small.store('small', numbers(0, 8), now, sender)).toMatchObject({ refused: 0 })
  expect(await small.store('small', numbers(4, 14), now, sender)).toMatchObject({ refused: 4 })
  expect(await count(`source = 'small' and resolved_at is null`)).toBe(10)
  // An alert that ends makes room.
  const ended = await small.store('small', [received(0, now, false), received(20, now)], now, sender)
  expect(ended).toEqual({ refused: 0, isPending: true })
})

test('a limited number of sources is accepted, and fewer from one account', async () => {
  const { pool } = app.database
  const now = systemClock.now()
  const store = createAlertStore(pool)
  await pool.query(
    `insert into core.alert_sources (name) select 'of-many-' || n from generate_series(1, 100) as n`,
  )
  await expect(store.store('one-more', [received(1, now)], now, sender)).rejects.toThrow(
    'Alerts are accepted from 100 sources at most',
  )
  expect(await store.store('of-many-1', [], now, sender)).toEqual({ refused: 0, isPending: false })
  await pool.query(`delete from core.alert_sources where name like 'of-many-%'`)

  const responder = await app.person('sender@example.com', ['responder'])
  const send = async (browser: TestBrowser, source: string) => {
    const { status, body } = await browser.send('POST', `/api/alertmanager/${source}/api/v2/alerts`, {
      body: [alert(1)],
    })
    return status === 200 ? 'taken' : String(body)
  }
  const all = await Promise.all(Array.from({ length: 25 }, (_, n) => send(responder.browser, `of-one-${n}`)))
  expect(all.filter((answer) => answer === 'taken')).toHaveLength(20)
  expect(all.find((answer) => answer !== 'taken')).toContain('An account adds 20 sources of alerts at most')
  // Sources that exist are open to everybody, and those who may change canaries have no limit of their own.
  const taken = all.indexOf('taken')
  expect(await send(responder.browser, `of-one-${taken}`)).toBe('taken')
  const others = await Promise.all(Array.from({ length: 22 }, (_, n) => send(admin, `of-admin-${n}`)))
  expect(new Set(others)).toEqual(new Set(['taken']))
})

test('alerts that ended a day ago go with their checks; a source without alerts goes after a week', async () => {
  const { pool } = app.database
  const send = (body: unknown) => admin.send('POST', '/api/alertmanager/gone/api/v2/alerts', { body })
  await send([alert(1), alert(2)])
  await until(async () => (await count(`source = 'gone' and pending`)) === 0)
  await send([{ ...alert(1), startsAt: undefined, endsAt: systemClock.now().toISOString() }])
  await until(async () => (await count(`source = 'gone' and pending`)) === 0)
  const checks = async () =>
    (
      await pool.query<{ in_use: boolean; canary: boolean }>(
        `select checks.deleted_at is null as in_use, canaries.deleted_at is null as canary
         from core.checks join core.canaries on canaries.id = checks.canary_id
         where canaries.name = 'gone' order by checks.labels ->> 'alertname'`,
      )
    ).rows
  const all = { in_use: true, canary: true }
  const later = (hours: number) => new Date(systemClock.now().getTime() + hours * HOUR)
  await removeEnded({ pool, pushed }, later(0))
  expect(await checks()).toEqual([all, all])
  await removeEnded({ pool, pushed }, later(25))
  expect(await count(`source = 'gone'`)).toBe(1)
  expect(await checks()).toEqual([{ in_use: false, canary: true }, all])
  // It comes back with its history when it fires again.
  await send([alert(1)])
  await until(async () => (await count(`source = 'gone' and pending`)) === 0)
  expect(await checks()).toEqual([all, all])
  await send(
    [1, 2].map((number) => ({ ...alert(number), startsAt: undefined, endsAt: later(0).toISOString() })),
  )
  await until(async () => (await count(`source = 'gone' and pending`)) === 0)
  await removeEnded({ pool, pushed }, later(25))
  expect(await checks()).toEqual([
    { in_use: false, canary: true },
    { in_use: false, canary: true },
  ])
  await removeEnded({ pool, pushed }, later(8 * 24))
  expect((await checks()).map(({ canary }) => canary)).toEqual([false, false])
  expect((await send([alert(1)])).status).toBe(200)
  await until(async () => (await checks()).some(({ canary }) => canary))
})

test('of alerts that ended only the newest are kept', async () => {
  const { pool } = app.database
  const now = systemClock.now()
  const store = createAlertStore(pool)
  const alerts = (isFiring: boolean, at: Date) =>
    Array.from({ length: 9 }, (_, n) => received(n, at, isFiring))
  await store.store('changing', alerts(true, now), now, sender)
  await store.store('changing', alerts(false, now), now, sender)
  await pool.query(`update core.received_alerts set pending = false where source = 'changing'`)
  await removeEnded({ pool, pushed }, now, undefined, 4)
  expect(await count(`source = 'changing'`)).toBe(4)
})
