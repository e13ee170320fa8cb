import { checkRow, checkSummary } from '@binnacle/contract/health'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSecrets } from '../../platform/secrets.ts'
import { startTestApp } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { unreadableCanaries } from './canaries/unreadable.ts'
import { loadCheckTypes } from './canary-spec/check-types.ts'
import { type TestAnswer, useHealth } from './testing.ts'

const health = useHealth()
const { at, createCanary, listChecks, checkThatRan } = health

/** Checks of several types and states, which the tests of other clients read. */
beforeAll(async () => {
  await createCanary({
    schedule: '@every 365d',
    http: [
      { name: 'good page', url: at('/ok'), description: 'The front page' },
      { name: 'bad page', url: at('/status?code=500') },
    ],
    tcp: [{ name: 'open port', endpoint: `127.0.0.1:${health.target.port}` }],
    exec: [{ name: 'script', script: 'echo works' }],
  })
  for (const name of ['good page', 'bad page', 'open port', 'script']) await checkThatRan(name)
})

describe('clients of other platforms', () => {
  test('read checks and canaries by their id, with the columns that they select', async () => {
    const id = await createCanary({ http: [{ name: 'by id', url: at('/ok') }] })
    const checks = await health.browser.send('GET', `/api/db/checks?canary_id=eq.${id}&select=id`)
    const [{ id: checkId }] = checks.body
    const check = await health.browser.send(
      'GET',
      `/api/db/checks?id=eq.${checkId}&select=id,name,type,canary:canaries(id,name)`,
    )
    expect(check.body).toEqual([
      { id: checkId, name: 'by id', type: 'http', canary: { id, name: expect.any(String) } },
    ])
    const canary = await health.browser.send('GET', `/api/db/canaries?id=eq.${id}&select=id,spec`)
    expect(canary.body).toEqual([{ id, spec: { http: [{ name: 'by id', url: at('/ok') }] } }])
  })

  test('read the whole summary [HLT-026]', async () => {
    const { status, body } = await health.browser.send('GET', '/api/canary/api/summary')
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
    const { body } = await health.browser.send('GET', '/api/canary/api/summary')
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
    expect((await health.browser.send('GET', path)).body.checks_summary.length).toBeGreaterThan(0)
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
    const shown = await health.browser.send('GET', `/api/health/canaries/${id}`)
    expect(shown.body.spec.http[0].headers).toEqual([{ name: 'Authorization', value: '***' }])
    const check = (await listChecks('?query=with%20secret')).rows[0]
    const run = await health.browser.send('POST', `/api/canary/run/check/${check.id}`)
    expect(run.body.details.content).toContain('"authorization":"***"')
    expect(JSON.stringify(run.body)).not.toContain(secret)
    const rows = await health.app.database.pool.query(
      `select spec::text from core.canaries union all select spec::text from core.checks
       union all select coalesce(details::text, '') || coalesce(error, '') from core.check_statuses`,
    )
    expect(JSON.stringify(rows.rows)).not.toContain(secret)

    // Sending back what was shown changes the name and keeps the secret.
    const { name, namespace, labels, annotations, spec: masked } = shown.body
    const replaced = await health.browser.send('PUT', `/api/health/canaries/${id}`, {
      body: { name, namespace, labels, annotations, spec: { ...masked, schedule: '@every 365d' } },
    })
    expect(replaced.status).toBe(200)
    const again = await health.browser.send('POST', `/api/canary/run/check/${check.id}`)
    expect([200, 409]).toContain(again.status)
    const stored = await checkThatRan('with secret')
    expect(stored.message).toContain('status 200, expected 500')

    const { pool } = health.app.database
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
      health.browser.send('PUT', `/api/health/canaries/${id}`, { body: { name: 'replaced', spec } })
    const goes = (await listChecks('?query=goes')).rows.find((row: TestAnswer) => row.name === 'goes')
    await health.browser.send('POST', `/api/canary/run/check/${goes.id}`)
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
      const { rows } = await health.app.database.pool.query(
        `select from core.check_state join core.checks on id = check_id where name = 'doomed' and lease_id is not null`,
      )
      return rows.length === 1
    })
    expect((await health.browser.send('DELETE', `/api/health/canaries/${id}`)).status).toBe(200)
    expect((await listChecks('?query=doomed')).total).toBe(0)
    expect((await health.browser.send('GET', `/api/health/canaries/${id}`)).status).toBe(404)
    expect((await health.browser.send('DELETE', `/api/health/canaries/${id}`)).status).toBe(404)
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
    const answer = await health.browser.send('POST', '/api/health/canaries', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.problems.map((problem: TestAnswer) => problem.path)).toContain(field)
    expect(answer.body.error).toContain(field)
  })

  test('of a name that is taken are refused, and nothing is changed', async () => {
    const spec = { tcp: [{ name: 'a', endpoint: 'x:1' }] }
    await createCanary(spec, { name: 'taken' })
    const answer = await health.browser.send('POST', '/api/health/canaries', {
      body: { name: 'taken', spec },
    })
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
  const stream = await fetch(`${health.app.url}/api/live?topics=checks`, {
    headers: { cookie: [...health.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const read = async (wanted: string) => {
    while (!text.includes(wanted)) text += (await reader?.read())?.value ?? ''
  }
  await read('event: ready')
  const started = performance.now()
  await health.browser.send('POST', `/api/canary/run/check/${rows[0].id}`)
  await read(rows[0].id)
  expect(performance.now() - started).toBeLessThan(2_000)
  await reader?.cancel()
})

test('topics that do not exist, and strangers, get no stream', async () => {
  expect((await health.browser.send('GET', '/api/live?topics=secrets')).status).toBe(404)
  expect((await health.app.browser().send('GET', '/api/live?topics=checks')).status).toBe(401)
})

// Last, as the server closes the connection of a body that it does not want to read.
test('a body that is no JSON, or too large, is refused', async () => {
  expect(await health.browser.send('POST', '/api/health/canaries', { body: '{"name":' })).toMatchObject({
    status: 400,
  })
  const large = JSON.stringify({ name: 'x'.repeat(3_000_000) })
  expect(await health.browser.send('POST', '/api/health/canaries', { body: large })).toMatchObject({
    status: 413,
  })
})
