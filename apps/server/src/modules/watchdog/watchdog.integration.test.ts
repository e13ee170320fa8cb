import { createServer, type Server } from 'node:http'
import { listen } from '@binnacle/plugin-kit/servers'
import { afterAll, expect, test } from 'vitest'
import { type Answer, startTestApp } from '../../testing/app.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { until } from '../../testing/until.ts'

/** Longer than a test of a storm takes: checks run every two seconds, and the network counts as back after ten. */
const PATIENCE = 40_000

/** Servers on addresses of this machine, each its own host. */
function createTargets(count: number) {
  const servers: (Server | undefined)[] = Array.from({ length: count })
  const port = { value: 0 }
  const start = (place: number) =>
    new Promise<void>((resolve) => {
      const server = createServer((_request, response) => response.end('ok'))
      servers[place] = server
      server.listen(port.value, `127.0.1.${place + 1}`, () => {
        const address = server.address()
        if (typeof address === 'object' && address !== null) port.value = address.port
        resolve()
      })
    })
  const stop = (place: number) => {
    servers[place]?.closeAllConnections()
    servers[place]?.close()
  }
  const places = servers.map((_, place) => place)
  return {
    url: (place: number) => `http://127.0.1.${place + 1}:${port.value}/`,
    start,
    stop,
    async startAll() {
      for (const place of places) await start(place)
    },
    stopAll: () => places.forEach(stop),
  }
}

const titles = (messages: readonly Answer['body'][]): string[] => messages.map(({ title }) => title)

test.runIf(process.platform === 'linux')(
  'when all targets are lost at once, one message says so; when one is, its alert does',
  { timeout: 150_000 },
  async () => {
    const targets = createTargets(30)
    await targets.startAll()
    afterAll(() => targets.stopAll())
    const messages: Answer['body'][] = []
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
    const database = await createTestDatabase()
    const app = await startTestApp({ database, environment: { WATCH_SELF: 'on' } })
    const { pool } = database
    const browser = await app.signedIn()
    const connection = await browser.send('POST', '/api/connections', {
      body: { name: 'hook', type: 'generic_webhook', url: `http://127.0.0.1:${hook.port}/`, properties: {} },
    })
    expect(connection.status).toBe(201)
    await pool.query(
      `insert into core.notifications (name, events, custom_services) values ('all', '{check.failed,check.passed}', $1)`,
      [JSON.stringify([{ name: 'hook', connection: connection.body.id }])],
    )
    const made = await browser.send('POST', '/api/health/canaries', {
      body: {
        name: 'shops',
        spec: {
          schedule: '@every 2s',
          http: Array.from({ length: 30 }, (_, place) => ({
            name: `shop-${place}`,
            url: targets.url(place),
          })),
        },
      },
    })
    expect(made.status).toBe(201)
    const inState = async (state: string) => {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::integer as count from core.check_state where type = 'http' and state = $1::core.health_state`,
        [state],
      )
      return rows[0]?.count
    }
    await until(async () => (await inState('healthy')) === 30, PATIENCE)

    targets.stopAll()
    await until(async () => (await inState('unhealthy')) === 30, PATIENCE)
    await until(() => messages.length > 0, PATIENCE)
    const rows = await until(async () => {
      const { rows } = await pool.query<{ reason: string }>(
        `select decision ->> 'reason' as reason
         from core.notification_send_history as history
         join core.notification_send_details as details on details.send_id = history.id,
           lateral jsonb_array_elements(details.decisions) as decision
         where history.status = 'inhibited' and decision ->> 'step' = 'inhibition' and decision ->> 'outcome' = 'stop'`,
      )
      return rows.length >= 30 ? rows : undefined
    }, PATIENCE).catch(async (error: unknown) => {
      const { rows } = await pool.query(
        'select resource_name, status, count(*) from core.notification_send_history group by 1, 2 order by 2, 1',
      )
      throw new Error(`${String(error)}: ${JSON.stringify(rows)}`)
    })
    expect(new Set(rows.map(({ reason }) => reason.replace(/since \S+;/, 'since …;')))).toEqual(
      new Set(['The network of this installation seems lost since …; one message says so']),
    )
    expect(titles(messages)).toEqual(['The network is there failed'])
    expect(messages[0].message).toContain('targets stopped to answer, and no target answered since')
    const shown = await browser.send('GET', '/api/watchdog')
    expect(shown.body.detectors.find(({ name }: { name: string }) => name === 'network')).toMatchObject({
      state: 'unhealthy',
    })
    const frame = () => browser.send('GET', '/api/auth/whoami')
    expect((await frame()).body.payload.blindness).toContain('targets stopped to answer')
    const metrics = await fetch(`${app.url}/metrics`).then((answer) => answer.text())
    expect(metrics).toContain('binnacle_watchdog_blind{detector="network"} 1')
    expect(metrics).toContain('binnacle_notifications_limited 0')
    expect(metrics).toContain('binnacle_watchdog_blind{detector="clock"} 0')

    await targets.startAll()
    await until(async () => (await inState('healthy')) === 30, PATIENCE)
    await until(() => messages.length > 1, PATIENCE)
    const open = await pool.query('select from core.notification_alerts where closed_at is null')
    expect(open.rowCount).toBe(0)
    expect(titles(messages)).toEqual(['The network is there failed', 'The network is there recovered'])

    targets.stop(7)
    await until(() => messages.length > 2, PATIENCE)
    expect(titles(messages)[2]).toBe('shop-7 failed')
    const alone = await browser.send('GET', '/api/watchdog')
    expect(alone.body.detectors.every(({ state }: { state: string }) => state === 'healthy')).toBe(true)
    expect((await frame()).body.payload.blindness).toBeNull()
  },
)

test('the URL of the dead-man’s switch is pinged, and never shown', { timeout: 60_000 }, async () => {
  let status = 200
  const seen: string[] = []
  const monitor = await listen(
    createServer((request, response) => {
      seen.push(request.url ?? '')
      response.writeHead(status).end()
    }),
    0,
  )
  afterAll(() => monitor.stop())
  const app = await startTestApp()
  const browser = await app.signedIn()
  const url = `http://127.0.0.1:${monitor.port}/ping/very-secret`
  const none = await browser.send('POST', '/api/watchdog/deadman/test')
  expect(none.status).toBe(409)
  for (const wrong of ['ftp://example.com/', 'nothing', 'http://user:word@example.com/']) {
    const refused = await browser.send('PATCH', '/api/watchdog/deadman', { body: { url: wrong } })
    expect(refused.status).toBe(400)
    expect(refused.body.details ?? refused.body.problems).toMatchObject([{ path: 'url' }])
  }
  const saved = await browser.send('PATCH', '/api/watchdog/deadman', { body: { url, intervalSeconds: 30 } })
  expect(saved.body.deadMan).toMatchObject({ isOn: true, intervalSeconds: 30 })
  await until(() => seen.length > 0)
  expect(seen[0]).toBe('/ping/very-secret')
  const state = await until(async () => {
    const { body } = await browser.send('GET', '/api/watchdog')
    return body.deadMan.succeededAt === null ? undefined : body
  })
  expect(state).toMatchObject({ isOn: false, deadMan: { error: null, withheld: null } })
  status = 500
  const tested = await browser.send('POST', '/api/watchdog/deadman/test')
  expect(tested.body).toEqual({ error: 'status 500, expected 200–299' })
  await monitor.stop()
  const refused = await browser.send('POST', '/api/watchdog/deadman/test')
  expect(refused.body).toEqual({ error: 'the server refused the connection' })

  const everywhere = await app.database.pool.query<{ text: string }>(
    `select watchdog::text as text from core.watchdog_deadman as watchdog
     union all select log::text from core.audit_log as log where resource = 'watchdog'`,
  )
  expect(everywhere.rows.length).toBeGreaterThan(1)
  expect(JSON.stringify([saved.body, state, everywhere.rows])).not.toContain('very-secret')

  const off = await browser.send('PATCH', '/api/watchdog/deadman', { body: { url: null } })
  expect(off.body.deadMan).toMatchObject({ isOn: false, succeededAt: null, error: null })
  const viewer = await app.person('viewer@example.com', ['viewer'])
  expect((await viewer.browser.send('GET', '/api/watchdog')).status).toBe(200)
  for (const [method, path] of [
    ['PATCH', '/api/watchdog/deadman'],
    ['POST', '/api/watchdog/deadman/test'],
  ] as const)
    expect((await viewer.browser.send(method, path, { body: {} })).status).toBe(403)
  // Without WATCH_SELF nothing is told, so nothing is held back.
  const { rows } = await app.database.pool.query(`select from core.canaries where source = 'watchdog'`)
  expect(rows).toEqual([])
})
