import { MINUTE } from '@binnacle/contract/core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Clock } from '../../platform/clock.ts'
import { systemClock } from '../../platform/clock.ts'
import { defineConsumer } from '../../platform/events/index.ts'
import { type Answer, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'

/** Milliseconds by which the clock of the product is ahead of the machine's clock. */
let ahead = 0
const clock: Clock = {
  now: () => new Date(Date.now() + ahead),
  wait: (milliseconds, signal) => systemClock.wait(milliseconds, signal),
}

let app: TestApp
let admin: TestBrowser
/** Without a session: what other systems are. */
let sender: TestBrowser
let authorization: string
/** Events of checks, as `failed CHECK_ID`. */
const heard: string[] = []

beforeAll(async () => {
  const consumers = (['check.failed', 'check.passed'] as const).map((event) =>
    defineConsumer({
      event,
      name: 'watch',
      lane: 'events',
      run: async ({ name, payload }) => {
        heard.push(`${name.replace('check.', '')} ${payload.checkId}`)
      },
    }),
  )
  app = await startTestApp({ clock, moreModules: [() => ({ name: 'watcher', consumers })] })
  admin = await app.signedIn()
  sender = app.browser()
  authorization = `Bearer ${await newToken('prometheus', 'responder')}`
})

async function newToken(name: string, role: string): Promise<string> {
  const { status, body } = await admin.send('POST', '/api/auth/tokens', { body: { name, role, days: 30 } })
  expect(status).toBe(201)
  return body.token
}

const send = (method: string, path: string, body?: unknown) =>
  sender.send(method, `/api/alertmanager${path}`, { headers: { authorization }, body })
async function post(...alerts: readonly unknown[]): Promise<void> {
  const { status, body } = await send('POST', '/api/v2/alerts', alerts)
  expect({ status, body }).toEqual({ status: 200, body: {} })
}
const iso = (minutes: number) => new Date(clock.now().getTime() + minutes * MINUTE).toISOString()

/** Checks of alerts with a name, as clients see them. */
async function checksOf(alertname: string, canary = 'alerts'): Promise<Answer['body'][]> {
  const { body } = await admin.send('GET', '/api/canary/api/summary')
  return body.checks_summary.filter(
    (row: Answer['body']) => row.canary_name === canary && row.labels.alertname === alertname,
  )
}
const checkOf = async (alertname: string, state: string): Promise<Answer['body']> =>
  until(async () => (await checksOf(alertname)).find((row) => row.state === state))
const resultsOf = async (id: string): Promise<Answer['body'][]> =>
  (await admin.send('GET', `/api/health/checks/${id}/statuses`)).body.data
/** Waits until everything that was sent is shown. */
const settled = () =>
  until(async () => {
    const { rows } = await app.database.pool.query('select from core.received_alerts where pending limit 1')
    return rows.length === 0
  })

const firing = (alertname: string, labels: object = {}, more: object = {}) => ({
  labels: { alertname, severity: 'critical', ...labels },
  annotations: { summary: `${alertname} fires`, description: 'Look at the shop.' },
  startsAt: iso(-1),
  endsAt: iso(4),
  generatorURL: 'http://prometheus.example.com/graph?g0.expr=up',
  ...more,
})

describe('an alert', () => {
  test('is a check: unhealthy while it fires, healthy when its sender says that it ended', async () => {
    await post(firing('ShopDown', { team: 'web', namespace: 'shop' }))
    const check = await checkOf('ShopDown', 'unhealthy')
    expect(check).toMatchObject({
      type: 'alert',
      name: 'ShopDown (critical)',
      namespace: 'shop',
      severity: 'critical',
      labels: { alertname: 'ShopDown', team: 'web' },
      message: 'ShopDown fires\nLook at the shop.',
      endpoint: 'http://prometheus.example.com/graph?g0.expr=up',
    })
    await until(() => heard.includes(`failed ${check.id}`))
    const listed = async () => (await send('GET', '/api/v2/alerts?filter=team%3D%22web%22')).body
    // It is unprocessed until the rules have decided about it.
    await until(async () => (await listed())[0]?.status.state === 'active')
    expect(await listed()).toMatchObject([
      {
        labels: { alertname: 'ShopDown' },
        annotations: { summary: 'ShopDown fires' },
        receivers: [{ name: 'binnacle' }],
        status: { state: 'active', silencedBy: [], inhibitedBy: [] },
      },
    ])
    await post({ ...firing('ShopDown', { team: 'web', namespace: 'shop' }), endsAt: iso(-0.1) })
    expect(await checkOf('ShopDown', 'healthy')).toMatchObject({ id: check.id, message: 'Resolved' })
    await until(() => heard.includes(`passed ${check.id}`))
    expect((await resultsOf(check.id)).map(({ state }) => state)).toEqual(['healthy', 'unhealthy'])
    expect(await listed()).toEqual([])
  })

  test('that two senders report, or one that restarted, is one', async () => {
    const alert = firing('Shared')
    await Promise.all([post(alert), post(alert), post(alert, alert)])
    const { id } = await checkOf('Shared', 'unhealthy')
    await settled()
    // After a restart a Prometheus reports what fires with the same start.
    await post({ ...alert, endsAt: iso(4) })
    await settled()
    expect(await checksOf('Shared')).toHaveLength(1)
    expect(await resultsOf(id)).toHaveLength(1)
    expect(heard.filter((event) => event.endsWith(id))).toEqual([`failed ${id}`])
  })

  test('whose text changes has a new result, but is told once', async () => {
    await post(firing('Text'))
    const { id } = await checkOf('Text', 'unhealthy')
    await post(firing('Text', {}, { annotations: { summary: 'It is worse' } }))
    await until(async () => (await checksOf('Text'))[0]?.message === 'It is worse')
    expect(heard.filter((event) => event.endsWith(id))).toEqual([`failed ${id}`])
  })

  test('without an end is over 5 minutes after it was sent last', async () => {
    const alert = { labels: { alertname: 'Silent' } }
    await post(alert)
    const { id } = await checkOf('Silent', 'unhealthy')
    ahead += 4 * MINUTE
    await post(alert)
    ahead += 4 * MINUTE
    await post(firing('Other'))
    await settled()
    expect((await checksOf('Silent'))[0]).toMatchObject({ id, state: 'unhealthy' })
    ahead += 2 * MINUTE
    await post(firing('Another'))
    expect(await checkOf('Silent', 'healthy')).toMatchObject({
      id,
      message: 'Resolved: no sender reports the alert any more',
    })
  })

  test('whose short name another one has gets a name with all labels', async () => {
    const alerts = ['a', 'b', 'c'].map((team) => firing('Alike', { team }))
    await Promise.all(alerts.map((alert) => post(alert)))
    await until(async () => (await checksOf('Alike')).length === 3)
    const names = (await checksOf('Alike')).map(({ name }): string => name).toSorted()
    expect(names.slice(0, 1)).toEqual(['Alike (critical)'])
    for (const name of names.slice(1)) expect(name).toMatch(/^Alike\{severity="critical", team="[abc]"\}$/)
  })

  test('that ended before anybody heard of it leaves nothing', async () => {
    await post({ ...firing('Past'), endsAt: iso(-0.5) })
    await settled()
    expect(await checksOf('Past')).toEqual([])
  })

  test('cannot be run, and its canary cannot be edited', async () => {
    await post(firing('Fixed'))
    const { id, canary_id } = await checkOf('Fixed', 'unhealthy')
    expect(await admin.send('POST', `/api/canary/run/check/${id}`)).toMatchObject({
      status: 409,
      body: { error: 'Other systems send the results of this check; it cannot be run' },
    })
    expect((await admin.send('GET', `/api/health/checks/${id}`)).body).toMatchObject({ receives: true })
    expect((await admin.send('GET', `/api/health/canaries/${canary_id}`)).body).toMatchObject({
      name: 'alerts',
      source: 'alertmanager',
    })
    expect((await admin.send('DELETE', `/api/health/canaries/${canary_id}`)).status).toBe(409)
  })

  test('with any characters in its labels is taken, shown and found', async () => {
    const labels = { odd: 'a"b\\c\nd\0e\ud800 <b>😀', 'with space': 'x', ünïcode: 'é', empty: '' }
    await post(firing('Odd', labels))
    const check = await checkOf('Odd', 'unhealthy')
    expect(check.labels).toMatchObject({ odd: 'a"b\\c\nde\ufffd <b>😀', 'with space': 'x', ünïcode: 'é' })
    expect(check.labels).not.toHaveProperty('empty')
    const filter = encodeURIComponent(String.raw`odd=~"a\"b.*"`)
    expect((await send('GET', `/api/v2/alerts?filter=${filter}`)).body).toHaveLength(1)
  })
})

describe('a sender', () => {
  test('needs a token that may run checks, as bearer or as password', async () => {
    const ask = async (header: Record<string, string>, method = 'POST', path = '/api/v2/alerts') =>
      (
        await sender.send(method, `/api/alertmanager${path}`, {
          headers: header,
          body: method === 'POST' ? [] : undefined,
        })
      ).status
    expect(await ask({})).toBe(401)
    expect(await ask({ authorization: 'Bearer binnacle_wrong' })).toBe(401)
    const viewer = await newToken('reads', 'viewer')
    expect(await ask({ authorization: `Bearer ${viewer}` })).toBe(403)
    expect(await ask({ authorization: `Bearer ${viewer}` }, 'GET')).toBe(200)
    const password = Buffer.from(`prometheus:${authorization.replace('Bearer ', '')}`).toString('base64')
    expect(await ask({ authorization: `Basic ${password}` })).toBe(200)
  })

  test('hears which alerts are not valid, and the others count', async () => {
    const answer = await send('POST', '/api/v2/alerts', [{ labels: {} }, firing('Valid'), 'x'])
    expect(answer).toMatchObject({ status: 400 })
    // Alertmanager answers errors as JSON texts, and its clients read nothing else.
    expect(answer.body).toMatch(
      /^2 of 3 alerts are not valid, the others were accepted: \[0\]\.labels: an alert needs a label; \[2\]\./,
    )
    await checkOf('Valid', 'unhealthy')
    expect((await send('POST', '/api/v2/alerts', { alerts: [] })).status).toBe(400)
    expect((await send('POST', '/api/v2/alerts', 'nothing')).status).toBe(400)
  })

  test('gets errors as texts below the API of Alertmanager, and as everywhere elsewhere', async () => {
    const stranger = app.browser()
    const ask = async (path: string) => (await stranger.send('GET', path)).body
    expect(await ask('/api/alertmanager/api/v2/alerts')).toBe('You are not signed in')
    expect(await ask('/alertmanager/team-a/api/v2/status')).toBe('You are not signed in')
    expect((await send('GET', '/api/v2/nothing')).body).toBe('Invalid api endpoint')
    expect((await send('POST', '/webhook', 'nothing')).body).toMatchObject({ code: 'EINVALID' })
    const api = await app.signedIn().then((browser) => browser.send('GET', '/api/openapi.json'))
    const errorsOf = (path: string) =>
      api.body.paths[path].post.responses.default.content['application/json'].schema.type
    expect(errorsOf('/api/alertmanager/{source}/api/v2/alerts')).toBe('string')
    expect(errorsOf('/api/alertmanager/webhook')).toBe('object')
  })

  test('may name a source, whose alerts then have their own canary', async () => {
    expect((await send('POST', '/team-a/api/v2/alerts', [firing('Named')])).status).toBe(200)
    await until(async () => (await checksOf('Named', 'team-a')).length === 1)
    expect(await checksOf('Named')).toEqual([])
    expect((await send('GET', '/team-a/api/v2/alerts')).body).toHaveLength(1)
    expect((await send('GET', '/team-b/api/v2/alerts')).body).toEqual([])
    expect((await send('POST', '/Team%20A/api/v2/alerts', [])).status).toBe(400)
  })

  test('of the first version of the API is answered in its form', async () => {
    expect(await send('POST', '/api/v1/alerts', [firing('Old')])).toMatchObject({
      status: 200,
      body: { status: 'success' },
    })
    await checkOf('Old', 'unhealthy')
  })
})

describe('a webhook', () => {
  const zero = '0001-01-01T00:00:00Z'

  test('of an Alertmanager is taken as it says, and has no time-out', async () => {
    const alert = { ...firing('Hooked'), status: 'firing', endsAt: zero, fingerprint: 'x' }
    const message = (status: string, alerts: readonly unknown[]) =>
      send('POST', '/webhook', {
        version: '4',
        groupKey: '{}:{alertname="Hooked"}',
        truncatedAlerts: 0,
        status,
        receiver: 'binnacle',
        groupLabels: { alertname: 'Hooked' },
        commonLabels: {},
        commonAnnotations: {},
        externalURL: 'http://alertmanager:9093',
        alerts,
      })
    expect(await message('firing', [alert])).toMatchObject({ status: 200, body: {} })
    const { id } = await checkOf('Hooked', 'unhealthy')
    ahead += 60 * MINUTE
    await post(firing('Later'))
    await settled()
    expect((await checksOf('Hooked'))[0]).toMatchObject({ id, state: 'unhealthy' })
    await message('resolved', [{ ...alert, status: 'resolved', endsAt: iso(0) }])
    expect(await checkOf('Hooked', 'healthy')).toMatchObject({ id, message: 'Resolved' })
  })

  test('of a Grafana is taken with its own fields', async () => {
    const answer = await send('POST', '/webhook', {
      receiver: 'binnacle',
      status: 'firing',
      orgId: 1,
      alerts: [
        {
          status: 'firing',
          labels: { alertname: 'High load', grafana_folder: 'Servers' },
          annotations: { summary: 'The load is high', runbook_url: 'https://example.com/load' },
          startsAt: iso(-1),
          endsAt: zero,
          values: { B: 22, C: 1 },
          valueString: '[ var=B labels={} value=22 ]',
          generatorURL: 'http://grafana:3000/alerting/grafana/abc/view',
          fingerprint: '0a1b',
          silenceURL: 'http://grafana:3000/alerting/silence/new',
          dashboardURL: '',
          panelURL: '',
          imageURL: '',
        },
      ],
      groupLabels: {},
      commonLabels: {},
      commonAnnotations: {},
      externalURL: 'http://grafana:3000/',
      version: '1',
      groupKey: '{}:{}',
      truncatedAlerts: 0,
      title: '[FIRING:1] High load',
      state: 'alerting',
      message: '**Firing**',
    })
    expect(answer.status).toBe(200)
    expect(await checkOf('High load', 'unhealthy')).toMatchObject({
      message: 'The load is high',
      name: 'High load Servers',
    })
  })
})

test('clients of Alertmanager read all alerts that fire, however many, in the order of their fingerprints', async () => {
  const { pool } = app.database
  await pool.query(`insert into core.alert_sources (name) values ('many-a'), ('many-b')`)
  // More than are read together, some of them in both sources.
  await pool.query(
    `insert into core.received_alerts (source, fingerprint, name, labels, annotations, starts_at, ends_at, received_at, pending)
     select source, lpad(to_hex(n), 16, '0'), 'Many ' || n, jsonb_build_object('alertname', 'Many', 'n', n::text), '{}', $1, $2, $1, false
     from unnest(array['many-a', 'many-b']) as source, generate_series(1, 2500) as n
     where source = 'many-a' or n % 2 = 0`,
    [clock.now(), iso(5)],
  )
  const fingerprints = async (path: string): Promise<string[]> =>
    (await send('GET', path)).body.map((each: { fingerprint: string }) => each.fingerprint)
  const all = await fingerprints('/api/v2/alerts?filter=alertname=Many')
  expect(all).toHaveLength(2_500)
  expect(all).toEqual([...new Set(all)].toSorted())
  expect(await fingerprints('/many-b/api/v2/alerts')).toHaveLength(1_250)
  expect(await fingerprints('/api/v2/alerts?filter=n=2499&filter=absent=')).toEqual([
    (2_499).toString(16).padStart(16, '0'),
  ])
  await pool.query(`delete from core.received_alerts where source like 'many-%'`)
  await pool.query(`delete from core.alert_sources where name like 'many-%'`)
})

test('clients of Alertmanager read alerts in groups, receivers and the state of the server', async () => {
  await post(firing('Grouped', { instance: 'a' }), firing('Grouped', { instance: 'b' }))
  await settled()
  const groups = (await send('GET', '/api/v2/alerts/groups?filter=alertname=Grouped')).body
  expect(groups).toMatchObject([{ labels: { alertname: 'Grouped' }, receiver: { name: 'binnacle' } }])
  expect(groups[0].alerts).toHaveLength(2)
  const filtered = async (query: string) => (await send('GET', `/api/v2/alerts?${query}`)).body.length
  expect(await filtered('filter=alertname=Grouped&filter=instance=a')).toBe(1)
  expect(await filtered('filter=alertname=Grouped&active=false')).toBe(0)
  expect(await filtered('filter=alertname=Grouped&receiver=bin.*')).toBe(2)
  expect(await filtered('filter=alertname=Grouped&receiver=other')).toBe(0)
  expect((await send('GET', '/api/v2/alerts?filter=%28')).status).toBe(400)
  expect((await send('GET', '/api/v2/receivers')).body).toEqual([{ name: 'binnacle' }])
  expect((await send('GET', '/api/v2/status')).body).toMatchObject({
    cluster: { status: 'disabled' },
    config: { original: expect.stringContaining('receiver: binnacle') },
  })
})
