import { checkRow, checkSummary } from '@binnacle/contract/health'
import { startDnsServer, startHttpServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSecrets } from '../../platform/secrets.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { unreadableCanaries } from './canaries/unreadable.ts'
import { loadCheckTypes } from './canary-spec/check-types.ts'

let app: TestApp
let browser: TestBrowser
let target: TestServer
beforeAll(async () => {
  target = await startHttpServer()
  app = await startTestApp()
  browser = await app.signedIn()
})
afterAll(async () => {
  await target.stop()
})

const at = (path: string) => `http://127.0.0.1:${target.port}${path}`
let canaries = 0

/** Creates a canary and returns its id. */
async function createCanary(spec: unknown, metadata: Record<string, unknown> = {}): Promise<string> {
  canaries += 1
  const answer = await browser.send('POST', '/api/health/canaries', {
    body: { name: `canary-${canaries}`, ...metadata, spec },
  })
  expect(answer.status).toBe(201)
  return answer.body.id
}

async function listChecks(query = ''): Promise<TestAnswer> {
  const answer = await browser.send('GET', `/api/health/checks${query}`)
  expect(answer.status).toBe(200)
  return answer.body
}
type TestAnswer = Awaited<ReturnType<TestBrowser['send']>>['body']

/** The check of a name once it has run. */
function checkThatRan(name: string): Promise<TestAnswer> {
  return until(async () => {
    const { rows } = await listChecks(`?query=${encodeURIComponent(name)}`)
    return rows.find((row: TestAnswer) => row.name === name && row.last_runtime !== null)
  })
}

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
    const skipped = await app.database.pool.query<{ skipped: number }>(
      `select skipped from core.check_state where check_id = $1`,
      [hung.id],
    )
    expect(skipped.rows[0]?.skipped).toBeGreaterThanOrEqual(2)
    // The order of what runs every second is another on each page of a list.
    expect((await browser.send('DELETE', `/api/health/canaries/${id}`)).status).toBe(200)
  })

  test('a canary without schedule runs by hand only', async () => {
    await createCanary({ tcp: [{ name: 'by hand', endpoint: `127.0.0.1:${target.port}` }] })
    const { rows } = await listChecks('?query=by%20hand')
    expect(rows[0]).toMatchObject({ state: 'unknown', status: null, next_runtime: null, last_runtime: null })
    const run = await browser.send('POST', `/api/canary/run/check/${rows[0].id}`)
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
    const run = () => browser.send('POST', `/api/canary/run/check/${id}`)
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
      tcp: [{ name: 'type tcp', endpoint: `127.0.0.1:${target.port}` }],
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
    const answer = await browser.send('GET', `/api/health/checks?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'EINVALID', problems: [{ path: field }] } })
  })
})

describe('a check', () => {
  const idOf = async (name: string) => (await listChecks(`?query=${encodeURIComponent(name)}`)).rows[0].id

  test('is shown with spec, canary, agent and schedule [CHK-016]', async () => {
    const answer = await browser.send('GET', `/api/health/checks/${await idOf('good page')}`)
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
      (await browser.send('GET', `/api/health/checks/${id}/statuses${query}`)).body
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
      const { status, body } = await browser.send(
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
      await app.database.pool.query(
        `insert into core.check_rollups_1h (check_id, bucket, passed, failed, unknown, duration_sum, duration_max, histogram)
         select check_id, $2, 7, 0, 0, duration_sum, duration_max, histogram from core.check_rollups_1h
         where check_id = $1 limit 1`,
        [id, new Date(middle)],
      )
      const edges = [-hours, hours].map((offset) => new Date(middle + (offset * 3_600_000) / 2).toISOString())
      const { body } = await browser.send(
        'GET',
        `/api/canary/api/graph?check=${id}&start=${edges[0]}&end=${edges[1]}`,
      )
      return body.uptime
    }
    expect(await chartAround(10, 12)).toEqual({ passed: 7, failed: 0 })
    expect(await chartAround(40, 2)).toEqual({ passed: 7, failed: 0 })
  })

  test('refuses a chart of nothing or of no time', async () => {
    expect(await browser.send('GET', '/api/canary/api/graph?check=x')).toMatchObject({ status: 400 })
    const id = await idOf('good page')
    for (const start of ['soon', '7mo'])
      expect(await browser.send('GET', `/api/canary/api/graph?check=${id}&start=${start}`)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('start:') },
      })
  })

  test('that does not exist is not found, by every call', async () => {
    const nobody = '01900000-0000-7000-8000-000000000000'
    expect(await browser.send('GET', `/api/health/checks/${nobody}`)).toMatchObject({ status: 404 })
    expect(await browser.send('POST', `/api/canary/run/check/${nobody}`)).toMatchObject({ status: 404 })
    expect(await browser.send('GET', '/api/health/checks/nonsense')).toMatchObject({ status: 400 })
  })

  test('that is running is not started twice', async () => {
    await createCanary({ http: [{ name: 'slow one', url: at('/hang'), timeout: '1s' }] })
    const id = await idOf('slow one')
    const [first, second] = await Promise.all([
      browser.send('POST', `/api/canary/run/check/${id}`),
      browser.send('POST', `/api/canary/run/check/${id}`),
    ])
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('clients of other platforms', () => {
  test('read checks and canaries by their id, with the columns that they select', async () => {
    const id = await createCanary({ http: [{ name: 'by id', url: at('/ok') }] })
    const checks = await browser.send('GET', `/api/db/checks?canary_id=eq.${id}&select=id`)
    const [{ id: checkId }] = checks.body
    const check = await browser.send(
      'GET',
      `/api/db/checks?id=eq.${checkId}&select=id,name,type,canary:canaries(id,name)`,
    )
    expect(check.body).toEqual([
      { id: checkId, name: 'by id', type: 'http', canary: { id, name: expect.any(String) } },
    ])
    const canary = await browser.send('GET', `/api/db/canaries?id=eq.${id}&select=id,spec`)
    expect(canary.body).toEqual([{ id, spec: { http: [{ name: 'by id', url: at('/ok') }] } }])
  })

  test('read the whole summary [HLT-026]', async () => {
    const { status, body } = await browser.send('GET', '/api/canary/api/summary')
    expect(status).toBe(200)
    expect(body).toMatchObject({ duration: expect.any(Number), runnerName: expect.any(String) })
    const good = body.checks_summary.find((check: TestAnswer) => check.name === 'good page')
    expect(good.latency).toMatchObject({
      rolling1h: expect.any(Number),
      p95: expect.any(Number),
      p97: expect.any(Number),
      p99: expect.any(Number),
    })
    expect(body.checks_summary).toHaveLength((await listChecks('?groupBy=none')).total)
  })

  test('a check has every field that they read [HLT-025]', async () => {
    const { body } = await browser.send('GET', '/api/canary/api/summary')
    // The schema takes away what it does not describe.
    for (const check of body.checks_summary) expect(checkSummary.parse(check)).toEqual(check)
    for (const row of (await listChecks('?groupBy=none')).rows) expect(checkRow.parse(row)).toEqual(row)
    expect(Object.keys(body.checks_summary[0])).toEqual(
      expect.arrayContaining([
        'id',
        'name',
        'description',
        'canary_id',
        'canary_name',
        'canary_namespace',
        'type',
        'icon',
        'endpoint',
        'namespace',
        'agent_id',
        'labels',
        'status',
        'severity',
        'last_runtime',
        'next_runtime',
        'last_transition_time',
        'created_at',
        'deleted_at',
        'uptime',
        'latency',
      ]),
    )
  })

  test.each([
    '/canary/api/summary',
    '/api//canary//api/summary',
    '/api/canary/api/summary/'.replace(/\/$/, ''),
  ])('%s answers too', async (path) => {
    expect((await browser.send('GET', path)).body.checks_summary.length).toBeGreaterThan(0)
  })
})

describe('canaries by the API', () => {
  test('keep their secrets to themselves: sealed at rest, masked when read, in no result', async () => {
    const secret = 'sup3rs3cret-value'
    const spec = {
      http: [
        {
          name: 'with secret',
          url: at('/echo'),
          headers: [{ name: 'Authorization', value: `Bearer ${secret}` }],
          responseCodes: [500],
        },
      ],
    }
    const id = await createCanary(spec)
    const shown = await browser.send('GET', `/api/health/canaries/${id}`)
    expect(shown.body.spec.http[0].headers).toEqual([{ name: 'Authorization', value: '***' }])
    const check = (await listChecks('?query=with%20secret')).rows[0]
    const run = await browser.send('POST', `/api/canary/run/check/${check.id}`)
    expect(run.body.details.content).toContain('"authorization":"***"')
    expect(JSON.stringify(run.body)).not.toContain(secret)
    const rows = await app.database.pool.query(
      `select spec::text from core.canaries union all select spec::text from core.checks
       union all select coalesce(details::text, '') || coalesce(error, '') from core.check_statuses`,
    )
    expect(JSON.stringify(rows.rows)).not.toContain(secret)

    // Sending back what was shown changes the name and keeps the secret.
    const { name, namespace, labels, annotations, spec: masked } = shown.body
    const replaced = await browser.send('PUT', `/api/health/canaries/${id}`, {
      body: { name, namespace, labels, annotations, spec: { ...masked, schedule: '@every 365d' } },
    })
    expect(replaced.status).toBe(200)
    const again = await browser.send('POST', `/api/canary/run/check/${check.id}`)
    expect([200, 409]).toContain(again.status)
    const stored = await checkThatRan('with secret')
    expect(stored.message).toContain('status 200, expected 500')

    const { pool } = app.database
    const types = await loadCheckTypes()
    const unreadable = (key: string) => unreadableCanaries(pool, types, createSecrets(key))
    expect(await unreadable('a secret key for tests, long enough')).toEqual([])
    expect(await unreadable('another secret key for tests, long enough')).toEqual([`default/${name}`])
  })

  test('are replaced: removed checks go and come back with their history, changed ones run at once', async () => {
    const both = {
      http: [
        { name: 'stays', url: at('/ok') },
        { name: 'goes', url: at('/ok') },
      ],
    }
    const id = await createCanary(both, { name: 'replaced' })
    const put = (spec: unknown) =>
      browser.send('PUT', `/api/health/canaries/${id}`, { body: { name: 'replaced', spec } })
    const goes = (await listChecks('?query=goes')).rows.find((row: TestAnswer) => row.name === 'goes')
    await browser.send('POST', `/api/canary/run/check/${goes.id}`)
    await put({ http: [both.http[0]] })
    expect((await listChecks('?query=goes')).rows.filter((row: TestAnswer) => row.name === 'goes')).toEqual(
      [],
    )
    await put({ ...both, schedule: '@every 365d' })
    const back = await until(async () => {
      const { rows } = await listChecks('?query=goes')
      return rows.find((row: TestAnswer) => row.name === 'goes' && row.uptime.passed === 2)
    })
    expect(back.id).toBe(goes.id)
  })

  test('are deleted with their checks, also while one runs', async () => {
    const id = await createCanary({
      schedule: '@every 365d',
      http: [{ name: 'doomed', url: at('/hang'), timeout: '2s' }],
    })
    await until(async () => {
      const { rows } = await app.database.pool.query(
        `select from core.check_state join core.checks on id = check_id where name = 'doomed' and lease_id is not null`,
      )
      return rows.length === 1
    })
    expect((await browser.send('DELETE', `/api/health/canaries/${id}`)).status).toBe(200)
    expect((await listChecks('?query=doomed')).total).toBe(0)
    expect((await browser.send('GET', `/api/health/canaries/${id}`)).status).toBe(404)
    expect((await browser.send('DELETE', `/api/health/canaries/${id}`)).status).toBe(404)
  })

  test.each([
    [{ spec: {} }, 'name'],
    [{ name: 'x', spec: {} }, 'spec'],
    [{ name: 'x' }, 'spec'],
    [{ name: 'x', spec: { http: [{ name: 'a' }] } }, 'spec.http[0].url'],
    [{ name: 'x', spec: { http: [{ name: 'a', ur: 'http://x' }] } }, 'spec.http[0].ur'],
    [{ name: 'x', spec: { schedule: 'often', tcp: [{ name: 'a', endpoint: 'x:1' }] } }, 'spec.schedule'],
    [{ name: 'x', spec: { tcp: [{ name: 'a', endpoint: 'nowhere' }] } }, 'spec.tcp[0].endpoint'],
  ])('that are wrong are refused with the field: %o', async (body, field) => {
    const answer = await browser.send('POST', '/api/health/canaries', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.problems.map((problem: TestAnswer) => problem.path)).toContain(field)
    expect(answer.body.error).toContain(field)
  })

  test('of a name that is taken are refused, and nothing is changed', async () => {
    const spec = { tcp: [{ name: 'a', endpoint: 'x:1' }] }
    await createCanary(spec, { name: 'taken' })
    const answer = await browser.send('POST', '/api/health/canaries', { body: { name: 'taken', spec } })
    expect(answer).toMatchObject({ status: 409, body: { problems: [{ path: 'name' }] } })
  })
})

test('a canary of a file is removed in the file, and by hand when no process reads that file any more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-health-'))
  await writeFile(join(folder, 'left.yaml'), 'tcp: [{ name: left, endpoint: "x:1" }]\n')
  const reader = await startTestApp({ canaryPaths: [folder] })
  const admin = await reader.signedIn()
  const [{ id }] = (await admin.send('GET', '/api/health/canaries')).body
  const remove = () => admin.send('DELETE', `/api/health/canaries/${id}`)
  expect(await remove()).toMatchObject({ status: 409, body: { error: expect.stringContaining('left.yaml') } })
  // It was never there without the process that reads its file.
  const { rows } = await reader.database.pool.query(
    `select canaries.created_at >= processes.started_at as after from core.canaries, core.processes where canaries.id = $1`,
    [id],
  )
  expect(rows).toEqual([{ after: true }])
  await reader.database.pool.query(`update core.processes set canary_paths = '{/elsewhere}'`)
  expect((await remove()).status).toBe(200)
  expect((await admin.send('GET', '/api/health/canaries')).body).toEqual([])
  await reader.stop()
  // Who gives the file again gets its canaries again.
  const again = await startTestApp({ database: reader.database, canaryPaths: [folder] })
  expect((await (await again.signedIn()).send('GET', '/api/health/canaries')).body).toMatchObject([
    { name: 'left' },
  ])
  await again.stop()
  await rm(folder, { recursive: true })
})

test('a change is on the live stream within two seconds', async () => {
  const { rows } = await listChecks('?query=good')
  const stream = await fetch(`${app.url}/api/live?topics=checks`, {
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const read = async (wanted: string) => {
    while (!text.includes(wanted)) text += (await reader?.read())?.value ?? ''
  }
  await read('event: ready')
  const started = performance.now()
  await browser.send('POST', `/api/canary/run/check/${rows[0].id}`)
  await read(rows[0].id)
  expect(performance.now() - started).toBeLessThan(2_000)
  await reader?.cancel()
})

test('topics that do not exist, and strangers, get no stream', async () => {
  expect((await browser.send('GET', '/api/live?topics=secrets')).status).toBe(404)
  expect((await app.browser().send('GET', '/api/live?topics=checks')).status).toBe(401)
})

// Last, as the server closes the connection of a body that it does not want to read.
test('a body that is no JSON, or too large, is refused', async () => {
  expect(await browser.send('POST', '/api/health/canaries', { body: '{"name":' })).toMatchObject({
    status: 400,
  })
  const large = JSON.stringify({ name: 'x'.repeat(3_000_000) })
  expect(await browser.send('POST', '/api/health/canaries', { body: large })).toMatchObject({ status: 413 })
})
