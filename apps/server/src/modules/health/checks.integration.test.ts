import { startDnsServer, startHttpServer } from '@binnacle/plugin-kit/servers'
import { describe, expect, test } from 'vitest'
import { until } from '../../testing/until.ts'
import { type TestAnswer, useHealth } from './testing.ts'

const health = useHealth()
const { at, createCanary, listChecks, checkThatRan } = health

describe('checks run by themselves', () => {
  test('a new canary runs at once; its checks are known before', async () => {
    const id = await createCanary({
      schedule: '@every 365d',
      http: [
        { name: 'good page', url: at('/ok'), description: 'The front page' },
        { name: 'bad page', url: at('/status?code=500') },
      ],
    })
    const { rows } = await listChecks('?query=page')
    expect(rows.map((row: TestAnswer) => row.name).toSorted()).toEqual(['bad page', 'good page'])
    const good = await checkThatRan('good page')
    const bad = await checkThatRan('bad page')
    expect(good).toMatchObject({
      status: 'healthy',
      state: 'healthy',
      type: 'http',
      canary_id: id,
      canary_name: 'canary-1',
      namespace: 'default',
      description: 'The front page',
      endpoint: at('/ok'),
      uptime: { passed: 1, failed: 0 },
      labels: {},
      agent_id: '00000000-0000-0000-0000-000000000000',
    })
    expect(good.latency.p95).toBeGreaterThan(0)
    expect(new Date(good.next_runtime).getTime()).toBeGreaterThan(Date.now())
    expect(bad).toMatchObject({
      status: 'unhealthy',
      message: 'status 500, expected 200 to 299',
      uptime: { passed: 0, failed: 1 },
    })
    expect(bad.last_transition_time).toBe(bad.last_runtime)
  })

  test('a check that hangs holds up no other, and ends with its time', async () => {
    const id = await createCanary({
      schedule: '@every 1s',
      http: [
        { name: 'hangs', url: at('/hang'), timeout: '4s' },
        { name: 'goes on', url: at('/ok') },
      ],
    })
    await until(async () => (await checkThatRan('goes on')).uptime.passed >= 2)
    const before = (await listChecks('?query=hangs')).rows[0]
    expect(before.last_runtime).toBeNull()
    const hung = await checkThatRan('hangs')
    expect(hung).toMatchObject({ state: 'unhealthy' })
    expect(hung.message).toContain('timed out while waiting for the answer')
    const skipped = await health.app.database.pool.query<{ skipped: number }>(
      `select skipped from core.check_state where check_id = $1`,
      [hung.id],
    )
    expect(skipped.rows[0]?.skipped).toBeGreaterThanOrEqual(2)
    // The order of what runs every second is another on each page of a list.
    expect((await health.browser.send('DELETE', `/api/health/canaries/${id}`)).status).toBe(200)
  })

  test('a canary without schedule runs by hand only', async () => {
    await createCanary({ tcp: [{ name: 'by hand', endpoint: `127.0.0.1:${health.target.port}` }] })
    const { rows } = await listChecks('?query=by%20hand')
    expect(rows[0]).toMatchObject({ state: 'unknown', status: null, next_runtime: null, last_runtime: null })
    const run = await health.browser.send('POST', `/api/canary/run/check/${rows[0].id}`)
    expect(run).toMatchObject({
      status: 200,
      body: { name: 'by hand', pass: true, state: 'healthy', total: 1, success: 1, failed: 0, errors: [] },
    })
    expect((await listChecks('?query=by%20hand')).rows[0]).toMatchObject({
      state: 'healthy',
      next_runtime: null,
    })
  })

  test('transitions are kept: healthy, unhealthy, and when each began', async () => {
    const server = await startHttpServer()
    await createCanary({ http: [{ name: 'comes and goes', url: `http://127.0.0.1:${server.port}/ok` }] })
    const { id } = (await listChecks('?query=comes')).rows[0]
    const run = () => health.browser.send('POST', `/api/canary/run/check/${id}`)
    const transition = async () => (await listChecks('?query=comes')).rows[0].last_transition_time
    await run()
    const first = await transition()
    await run()
    expect(await transition()).toBe(first)
    await server.stop()
    expect((await run()).body).toMatchObject({ pass: false, state: 'unhealthy', failed: 1 })
    const second = await transition()
    expect(second > first).toBe(true)
    const again = await startHttpServer(server.port)
    expect((await run()).body).toMatchObject({ pass: true })
    expect((await transition()) > second).toBe(true)
    await again.stop()
  })

  test('every type runs', async () => {
    const dns = await startDnsServer({ 'shop.test': [{ type: 'A', name: 'shop.test', data: '192.0.2.10' }] })
    await createCanary({
      schedule: '@every 365d',
      dns: [{ name: 'type dns', query: 'shop.test', server: '127.0.0.1', port: dns.port }],
      tcp: [{ name: 'type tcp', endpoint: `127.0.0.1:${health.target.port}` }],
      exec: [{ name: 'type exec', script: 'echo works' }],
      icmp: [{ name: 'type icmp', endpoint: 'no-such-name.invalid' }],
    })
    for (const type of ['dns', 'tcp', 'exec'])
      expect(await checkThatRan(`type ${type}`)).toMatchObject({ type, state: 'healthy' })
    expect(await checkThatRan('type icmp')).toMatchObject({ state: 'unhealthy' })
    await dns.stop()
  })
})

describe('the list', () => {
  test('is searched by name, description and endpoint, and wildcards are plain characters [HLT-006]', async () => {
    const names = async (query: string) =>
      (await listChecks(`?query=${encodeURIComponent(query)}`)).rows.map((row: TestAnswer) => row.name)
    expect(await names('GOOD page')).toEqual(['good page'])
    expect(await names('front')).toEqual(['good page'])
    expect(await names('status?code')).toEqual(['bad page'])
    expect(await names('g%d')).toEqual([])
    expect(await names('_')).toEqual([])
  })

  test('counts every state of what matches, whatever is filtered [HLT-019]', async () => {
    await checkThatRan('bad page')
    const all = await listChecks('?query=page')
    expect(all.counts).toEqual({ healthy: 1, unhealthy: 1, unknown: 0 })
    const unhealthy = await listChecks('?query=page&status=unhealthy')
    expect(unhealthy.counts).toEqual(all.counts)
    expect(unhealthy.rows.map((row: TestAnswer) => row.name)).toEqual(['bad page'])
    expect(unhealthy.total).toBe(1)
  })

  test('is grouped by canary with totals of all members; a collapsed group is one line', async () => {
    const id = await createCanary({
      http: ['a', 'b', 'c'].map((name) => ({ name: `group ${name}`, url: at('/ok') })),
      tcp: [{ name: 'group d', endpoint: 'x:1' }],
    })
    const page = await listChecks('?query=group&pageSize=2')
    expect(page.rows).toHaveLength(2)
    expect(page.total).toBe(4)
    expect(page.groups).toMatchObject([
      { key: id, type: 'multiple', counts: { healthy: 0, unhealthy: 0, unknown: 4 }, collapsed: false },
    ])
    const collapsed = await listChecks(`?query=group&collapsed=${id}`)
    expect(collapsed).toMatchObject({ rows: [], total: 1, groups: [{ key: id, collapsed: true }] })
    const flat = await listChecks('?query=group&groupBy=none')
    expect(flat).toMatchObject({ groups: [], total: 4 })
  })

  test('pages hold every check once, in every order', async () => {
    for (const groupBy of ['none', 'canary_name'])
      for (const sortBy of [
        'status',
        'name',
        'type',
        'uptime',
        'latency',
        'last_transition_time',
        'created_at',
      ])
        for (const sortOrder of ['asc', 'desc']) {
          const seen: string[] = []
          const query = `?groupBy=${groupBy}&sortBy=${sortBy}&sortOrder=${sortOrder}&pageSize=5`
          const { total } = await listChecks(query)
          for (let page = 0; page * 5 < total; page += 1)
            seen.push(
              ...(await listChecks(`${query}&pageIndex=${page}`)).rows.map((row: TestAnswer) => row.id),
            )
          expect([query, new Set(seen).size]).toEqual([query, total])
        }
  })

  test('sorts what is broken first, and by name both ways', async () => {
    const worst = await listChecks('?groupBy=none&query=page')
    expect(worst.rows.map((row: TestAnswer) => row.state)).toEqual(['unhealthy', 'healthy'])
    const names = (await listChecks('?groupBy=none&sortBy=name&sortOrder=desc')).rows.map(
      (row: TestAnswer) => row.name,
    )
    expect(names).toEqual(names.toSorted((a: string, b: string) => b.localeCompare(a)))
  })

  test.each([
    ['status=broken', 'status'],
    ['sortBy=colour', 'sortBy'],
    ['pageSize=0', 'pageSize'],
    ['pageSize=1001', 'pageSize'],
    ['pageIndex=-1', 'pageIndex'],
    ['groupBy=moon', 'groupBy'],
  ])('refuses %s and names the field', async (query, field) => {
    const answer = await health.browser.send('GET', `/api/health/checks?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'EINVALID', problems: [{ path: field }] } })
  })
})

describe('a check', () => {
  const idOf = async (name: string) => (await listChecks(`?query=${encodeURIComponent(name)}`)).rows[0].id

  test('is shown with spec, canary, agent and schedule [CHK-016]', async () => {
    const answer = await health.browser.send('GET', `/api/health/checks/${await idOf('good page')}`)
    expect(answer.body).toMatchObject({
      name: 'good page',
      schedule: '@every 365d',
      spec: { name: 'good page', url: at('/ok') },
      agent: { name: 'local' },
      canary: { name: 'canary-1', namespace: 'default', source: 'UI', spec: { schedule: '@every 365d' } },
    })
  })

  test('has a history, newest first, filtered by state and duration [CHK-015, CHK-018]', async () => {
    const id = await idOf('comes and goes')
    const history = async (query = '') =>
      (await health.browser.send('GET', `/api/health/checks/${id}/statuses${query}`)).body
    const all = await history()
    expect(all.totalEntries).toBe(4)
    expect(all.exact).toBe(true)
    expect(all.error).toBeNull()
    expect(all.data.map((row: TestAnswer) => row.status)).toEqual([true, false, true, true])
    expect(Object.keys(all.data[0]).toSorted()).toEqual([
      'artifacts',
      'details',
      'duration',
      'error',
      'message',
      'state',
      'status',
      'time',
    ])
    const times = all.data.map((row: TestAnswer) => row.time)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(await history('?status=unhealthy')).toMatchObject({
      totalEntries: 1,
      data: [{ error: expect.stringContaining('refused') }],
    })
    expect(await history('?duration=60000')).toMatchObject({ totalEntries: 0, data: [] })
    expect((await history('?pageSize=3&pageIndex=1')).data).toHaveLength(1)
    expect(await history(`?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z`)).toMatchObject({
      totalEntries: 0,
    })
  })

  test('has a chart over every range [CHK-019]', async () => {
    const id = await idOf('comes and goes')
    for (const start of ['15m', '1h', '2h', '3h', '1d', '2d', '1w', '2w', '1mo', '6mo', '1y', '5y']) {
      const { status, body } = await health.browser.send(
        'GET',
        `/api/canary/api/graph?check=${id}&count=300&start=${start}`,
      )
      expect([start, status]).toEqual([start, 200])
      expect([start, body.uptime]).toEqual([start, { passed: 3, failed: 1 }])
      const sum = (key: string) =>
        body.status.reduce((total: number, point: TestAnswer) => total + point[key], 0)
      expect([start, sum('passed'), sum('failed')]).toEqual([start, 3, 1])
      expect(body.status.map((point: TestAnswer) => point.status)).toContain(false)
      expect(Object.keys(body.latency).toSorted()).toEqual(['p50', 'p95', 'p97', 'p99', 'rolling1h'])
      expect(body.status[0]).toMatchObject({ time: expect.any(String), duration: expect.any(Number) })
    }
  })

  test('has a chart of a part of the past from which only coarse sums are kept', async () => {
    const id = await idOf('good page')
    const chartAround = async (days: number, hours: number) => {
      const middle = Math.floor(Date.now() / 86_400_000 - days) * 86_400_000
      await health.app.database.pool.query(
        `insert into core.check_rollups_1h (check_id, bucket, passed, failed, unknown, duration_sum, duration_max, histogram)
         select check_id, $2, 7, 0, 0, duration_sum, duration_max, histogram from core.check_rollups_1h
         where check_id = $1 limit 1`,
        [id, new Date(middle)],
      )
      const edges = [-hours, hours].map((offset) => new Date(middle + (offset * 3_600_000) / 2).toISOString())
      const { body } = await health.browser.send(
        'GET',
        `/api/canary/api/graph?check=${id}&start=${edges[0]}&end=${edges[1]}`,
      )
      return body.uptime
    }
    expect(await chartAround(10, 12)).toEqual({ passed: 7, failed: 0 })
    expect(await chartAround(40, 2)).toEqual({ passed: 7, failed: 0 })
  })

  test('refuses a chart of nothing or of no time', async () => {
    expect(await health.browser.send('GET', '/api/canary/api/graph?check=x')).toMatchObject({ status: 400 })
    const id = await idOf('good page')
    for (const start of ['soon', '7mo'])
      expect(
        await health.browser.send('GET', `/api/canary/api/graph?check=${id}&start=${start}`),
      ).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('start:') },
      })
  })

  test('that does not exist is not found, by every call', async () => {
    const nobody = '01900000-0000-7000-8000-000000000000'
    expect(await health.browser.send('GET', `/api/health/checks/${nobody}`)).toMatchObject({ status: 404 })
    expect(await health.browser.send('POST', `/api/canary/run/check/${nobody}`)).toMatchObject({
      status: 404,
    })
    expect(await health.browser.send('GET', '/api/health/checks/nonsense')).toMatchObject({ status: 400 })
  })

  test('that is running is not started twice', async () => {
    await createCanary({ http: [{ name: 'slow one', url: at('/hang'), timeout: '1s' }] })
    const id = await idOf('slow one')
    const [first, second] = await Promise.all([
      health.browser.send('POST', `/api/canary/run/check/${id}`),
      health.browser.send('POST', `/api/canary/run/check/${id}`),
    ])
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})
