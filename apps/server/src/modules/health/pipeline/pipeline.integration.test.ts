import { listen, type TestServer } from '@binnacle/plugin-kit/servers'
import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/app.ts'
import { until } from '../../../testing/until.ts'

let app: TestApp
let browser: TestBrowser
let target: TestServer
/** What the server says by path; what is missing is 503. */
const says = new Map<string, unknown>()
const asked: string[] = []
/** Bodies of requests. */
const sent: string[] = []
/** Holds back the answers to paths that end in ?slow. */
const slow = Promise.withResolvers<void>()
beforeAll(async () => {
  const answer = (path: string, response: ServerResponse) => {
    const body = says.get(path.replace(/\?(?:slow|token=.*)$/, ''))
    if (body === undefined) response.writeHead(503).end('not now')
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    request.setEncoding('utf8').on('data', (text) => sent.push(String(text)))
    if (path.endsWith('?slow')) void slow.promise.then(() => answer(path, response))
    else answer(path, response)
  })
  target = await listen(server, 0)
  app = await startTestApp({ environment: { METRIC_LABELS: 'team, region' } })
  browser = await app.signedIn()
})
afterAll(() => target.stop())

const at = (path: string) => `http://127.0.0.1:${target.port}${path}`
let canaries = 0

/** Saves a canary that runs by hand only. @returns its id */
async function save(spec: Record<string, unknown>, id?: string): Promise<string> {
  canaries += 1
  const body = { name: `canary-${id ?? canaries}`, labels: { team: 'web' }, spec }
  const answer =
    id === undefined
      ? await browser.send('POST', '/api/health/canaries', { body })
      : await browser.send('PUT', `/api/health/canaries/${id}`, { body })
  expect(answer.body.error ?? null).toBeNull()
  return answer.body.id
}

interface CheckRow {
  id: string
  name: string
  type: string
  state: string
  message: string | null
  error: string | null
  labels: Record<string, string>
  transformed: boolean
  gone: boolean
}

async function checksOf(canaryId: string): Promise<CheckRow[]> {
  const { rows } = await app.database.pool.query<CheckRow>(
    `select checks.id, name, checks.type, state.state, message, error, labels, transformed,
       deleted_at is not null as gone
     from core.checks join core.check_state as state on state.check_id = checks.id
     where canary_id = $1 order by transformed, name`,
    [canaryId],
  )
  return rows
}

async function idOf(canaryId: string, name: string): Promise<string> {
  const row = (await checksOf(canaryId)).find((check) => check.name === name)
  if (row === undefined) throw new Error(`no check ${name}`)
  return row.id
}

async function run(canaryId: string, name: string) {
  const answer = await browser.send('POST', `/api/canary/run/check/${await idOf(canaryId, name)}`)
  expect(answer.status).toBe(200)
  return answer.body
}

async function historyOf(checkId: string) {
  const { rows } = await app.database.pool.query<{
    state: string
    message: string | null
    error: string | null
  }>('select state, message, error from core.check_statuses where check_id = $1 order by time', [checkId])
  return rows
}

describe('scripts', () => {
  test('decide the status of a check and describe what it found, and see what it found the last time', async () => {
    const canary = await save({
      http: [
        {
          name: 'orders',
          url: at('/orders'),
          test: { expr: 'json.waiting < 10' },
          display: {
            expr: 'check.name + " of " + canary.labels.team + ": " + string(json.waiting) + " waiting, " + (last_result().message == "" ? "first" : "again")',
          },
        },
      ],
    })
    says.set('/orders', { waiting: 3 })
    expect(await run(canary, 'orders')).toMatchObject({
      state: 'healthy',
      message: 'orders of web: 3 waiting, first',
    })
    says.set('/orders', { waiting: 30 })
    expect(await run(canary, 'orders')).toMatchObject({
      state: 'unhealthy',
      error: 'the test is false: json.waiting < 10',
      message: 'orders of web: 30 waiting, again',
    })
  })

  test('that print everything print no secrets into what is stored', async () => {
    const secret = 'sw0rdfish-secret'
    says.set('/me', { user: secret })
    const canary = await save({
      http: [
        {
          name: 'me',
          url: at('/me'),
          password: secret,
          transform: { javascript: `({ detail: { all: content, parts: json.user.split('').join('') } })` },
          display: { template: '{{ . }}' },
        },
      ],
    })
    expect((await run(canary, 'me')).state).toBe('healthy')
    const { rows } = await app.database.pool.query<{ text: string }>(
      `select concat(to_json(held), to_json(result), to_json(seen)) as text
       from core.check_state as held join core.check_statuses as result using (check_id)
       left join core.check_data as seen using (check_id) where check_id = $1`,
      [await idOf(canary, 'me')],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).toContain('***')
    expect(rows[0]?.text).not.toContain(secret)
  })

  test('with errors are refused with their field when a canary is saved', async () => {
    const answer = await browser.send('POST', '/api/health/canaries', {
      body: { name: 'wrong', spec: { http: [{ name: 'a', url: at('/'), test: { expr: 'json.x ==' } }] } },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.problems).toEqual([
      { path: 'spec.http[0].test.expr', message: 'the expression ends too early (line 1, column 10)' },
    ])
  })
})

describe('trying a script on the last result', () => {
  const evaluate = (id: string, kind: string, script: string, as = browser) =>
    as.send('POST', `/api/health/checks/${id}/evaluate`, { body: { kind, script } })

  test('gives its output, and everything it can see, secrets masked', async () => {
    const secret = 'sw0rdfish-secret'
    says.set('/try', { user: secret, n: 4 })
    const canary = await save({ http: [{ name: 'tried', url: at('/try'), password: secret }] })
    const id = await idOf(canary, 'tried')
    expect(await evaluate(id, 'expr', 'code')).toMatchObject({ status: 409 })
    await run(canary, 'tried')
    const { status, body } = await evaluate(id, 'expr', 'json.n * 2 == 8 && elapsed < duration("1m")')
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: true, output: 'true', value: true, error: null, complete: true })
    expect(body.environment).toMatchObject({
      code: 200,
      json: { n: 4, user: '***' },
      check: { id, name: 'tried', endpoint: at('/try') },
      canary: { labels: { team: 'web' } },
      pass: true,
      outputs: {},
    })
    expect(body.functions.last_result).toMatchObject({
      status: true,
      message: 'status 200',
      createdAt: body.time,
    })
    expect((await evaluate(id, 'template', '{{ .json.user }} {{ .check.name }}')).body.output).toBe(
      '*** tried',
    )
    expect((await evaluate(id, 'javascript', 'json.n + 1')).body).toMatchObject({ output: '5', value: 5 })
    expect((await evaluate(id, 'jsonPath', '$.json.n')).body).toMatchObject({ output: '4' })
    const { rows } = await app.database.pool.query('select from core.check_statuses where check_id = $1', [
      id,
    ])
    expect(rows).toHaveLength(1)
  })

  test('says where an error is', async () => {
    says.set('/try', { n: 4 })
    const canary = await save({ http: [{ name: 'tried', url: at('/try') }] })
    await run(canary, 'tried')
    const { body } = await evaluate(await idOf(canary, 'tried'), 'expr', 'true &&\n  jsn.n == 4')
    expect(body).toMatchObject({
      ok: false,
      output: null,
      error: {
        message: 'unknown variable jsn; did you mean "json"?',
        line: 2,
        column: 3,
        excerpt: 'jsn.n == 4',
      },
    })
  })

  test('is for those who may write canaries', async () => {
    const canary = await save({ http: [{ name: 'tried', url: at('/try') }] })
    const id = await idOf(canary, 'tried')
    const viewer = await app.person('viewer@example.com', ['viewer'])
    expect((await evaluate(id, 'expr', '1', viewer.browser)).status).toBe(403)
    expect((await evaluate(id, 'cel', '1')).status).toBe(400)
    expect((await evaluate('00000000-0000-4000-8000-000000000000', 'expr', '1')).status).toBe(404)
  })
})

describe('transformed checks', () => {
  const spec = (more: object = {}) => ({
    http: [
      {
        name: 'alerts',
        url: at('/alerts'),
        labels: { source: 'monitor' },
        transform: {
          expr: 'json.map(a, {"name": a.name, "type": "alert", "pass": false, "message": a.text, "labels": {"app": a.app}})',
        },
        ...more,
      },
    ],
  })
  const alert = (name: string, text = 'broken') => ({ name, text, app: 'shop' })

  test('are rows with results, retired when they are gone, and come back with their history', async () => {
    const canary = await save(spec())
    says.set('/alerts', [alert('disk'), alert('memory', 'full')])
    expect(await run(canary, 'alerts')).toMatchObject({ state: 'healthy', message: '2 checks' })
    expect(await checksOf(canary)).toMatchObject([
      { name: 'alerts', type: 'http', state: 'healthy', transformed: false },
      {
        name: 'disk',
        type: 'alert',
        state: 'unhealthy',
        error: 'broken',
        labels: { team: 'web', source: 'monitor', app: 'shop' },
        transformed: true,
        gone: false,
      },
      { name: 'memory', error: 'full', gone: false },
    ])
    const memory = await idOf(canary, 'memory')
    says.set('/alerts', [alert('disk')])
    await run(canary, 'alerts')
    expect(await checksOf(canary)).toMatchObject([
      { name: 'alerts' },
      { name: 'disk', gone: false },
      { name: 'memory', gone: true },
    ])
    expect(await historyOf(memory)).toHaveLength(1)
    says.set('/alerts', [alert('memory')])
    await run(canary, 'alerts')
    expect(await idOf(canary, 'memory')).toBe(memory)
    expect(await historyOf(memory)).toHaveLength(2)
    // A run that failed proves nothing about them; one that went well and gave none does.
    says.delete('/alerts')
    expect((await run(canary, 'alerts')).state).not.toBe('healthy')
    expect(await checksOf(canary)).toMatchObject([
      {},
      { name: 'disk', gone: true },
      { name: 'memory', gone: false },
    ])
    says.set('/alerts', [])
    await run(canary, 'alerts')
    expect((await checksOf(canary)).filter(({ gone }) => !gone)).toMatchObject([{ name: 'alerts' }])
  })

  test('get a last result where their strategy asks for one, before they are retired', async () => {
    for (const [strategy, last] of [
      ['MarkHealthy', { state: 'healthy', message: '"alerts" no longer gives this check', error: null }],
      ['MarkUnhealthy', { state: 'unhealthy', message: null, error: '"alerts" no longer gives this check' }],
      ['Ignore', { state: 'unhealthy', message: 'broken', error: 'broken' }],
    ] as const) {
      const canary = await save(spec({ transformDeleteStrategy: strategy }))
      says.set('/alerts', [alert('disk')])
      await run(canary, 'alerts')
      const disk = await idOf(canary, 'disk')
      says.set('/alerts', [])
      await run(canary, 'alerts')
      expect((await historyOf(disk)).at(-1)).toEqual(last)
      expect(await checksOf(canary)).toMatchObject([
        { name: 'alerts' },
        { name: 'disk', state: last.state, gone: true },
      ])
    }
  })

  test('take no name that another check has, and say so', async () => {
    says.set('/twin', [{ name: 'twin' }, { name: 'own' }])
    const canary = await save({
      http: [
        { name: 'parent', url: at('/twin'), transform: { jsonPath: '$.json' } },
        { name: 'twin', url: at('/twin') },
      ],
    })
    expect((await run(canary, 'parent')).message).toBe(
      '2 checks; not stored, as other checks of the canary have their names: twin',
    )
    expect(await checksOf(canary)).toMatchObject([
      { name: 'parent' },
      { name: 'twin', transformed: false, state: 'unknown' },
      { name: 'own', transformed: true },
    ])
  })

  test('go with their parent and its transform, and stay when the canary is saved otherwise', async () => {
    says.set('/alerts', [alert('disk')])
    const canary = await save(spec())
    await run(canary, 'alerts')
    await save({ ...spec(), owner: 'someone' }, canary)
    expect(await checksOf(canary)).toMatchObject([{ gone: false }, { name: 'disk', gone: false }])
    await save({ http: [{ name: 'alerts', url: at('/alerts') }] }, canary)
    expect(await checksOf(canary)).toMatchObject([{ gone: false }, { name: 'disk', gone: true }])
    await save(spec(), canary)
    await run(canary, 'alerts')
    await save({ http: [{ name: 'other', url: at('/alerts') }] }, canary)
    expect(await checksOf(canary)).toMatchObject([
      { gone: true },
      { gone: false },
      { name: 'disk', gone: true },
    ])
  })

  test('of a canary that is deleted while it runs are not stored', async () => {
    says.set('/alerts', [alert('disk')])
    const canary = await save({
      http: [{ name: 'slow', url: at('/alerts?slow'), transform: { expr: '[{"name": "late"}]' } }],
    })
    const id = await idOf(canary, 'slow')
    const running = browser.send('POST', `/api/canary/run/check/${id}`)
    await until(async () => asked.includes('/alerts?slow'))
    await browser.send('DELETE', `/api/health/canaries/${canary}`)
    slow.resolve()
    expect((await running).status).toBe(200)
    expect(await checksOf(canary)).toMatchObject([{ name: 'slow', gone: true, state: 'unknown' }])
    expect(await historyOf(id)).toEqual([])
  })

  test('are run by running their parent', async () => {
    says.set('/alerts', [alert('disk')])
    const canary = await save(spec())
    await run(canary, 'alerts')
    says.set('/alerts', [alert('disk', 'burning')])
    expect(await run(canary, 'disk')).toMatchObject({ name: 'disk', state: 'unhealthy', error: 'burning' })
    expect((await checksOf(canary))[1]).toMatchObject({ name: 'disk', error: 'burning' })
  })
})

describe('retries', () => {
  test('try again what failed; every attempt is kept, the last one counts', async () => {
    const canary = await save({
      retries: { maxRetries: 5, interval: '10ms' },
      http: [{ name: 'flaky', url: at('/flaky'), test: { expr: 'json.ready' }, retries: { maxRetries: 2 } }],
    })
    says.set('/flaky', { ready: false })
    const failed = await run(canary, 'flaky')
    expect(failed.state).toBe('unhealthy')
    expect(failed.details.retries.attempts).toHaveLength(3)
    expect(failed.details.retries.attempts[0]).toMatchObject({
      state: 'unhealthy',
      error: 'the test is false: json.ready',
    })
    says.set('/flaky', { ready: true })
    const passed = await run(canary, 'flaky')
    expect(passed.state).toBe('healthy')
    expect(passed.details).not.toHaveProperty('retries')
    expect(await historyOf(await idOf(canary, 'flaky'))).toHaveLength(2)
  })

  test('stop with the first attempt that passes, and are off where a check says so', async () => {
    const canary = await save({
      retries: { maxRetries: 3, interval: '100ms' },
      http: [
        { name: 'late', url: at('/late') },
        { name: 'once', url: at('/once'), retries: { disabled: true } },
      ],
    })
    says.delete('/late')
    const running = run(canary, 'late')
    await until(async () => asked.includes('/late'))
    says.set('/late', {})
    const late = await running
    expect(late.state).toBe('healthy')
    expect(late.details.retries.attempts.at(-1).state).toBe('healthy')
    expect(late.details.retries.attempts.length).toBeLessThanOrEqual(3)
    await run(canary, 'once')
    expect(asked.filter((path) => path === '/once')).toHaveLength(1)
  })
})

describe('variables of a canary', () => {
  const spec = (region: string, more: Record<string, unknown> = {}, isSecret = false) => ({
    env: [
      { name: 'REGION', value: region, ...(isSecret ? { secret: true } : {}) },
      { name: 'PLACE', value: 'the shop', ...(isSecret ? { secret: true } : {}) },
    ],
    http: [
      {
        name: 'sends',
        url: at('/echo'),
        method: 'POST',
        body: 'hello {{ .PLACE }} in {{ .REGION }}',
        templateBody: true,
        display: { expr: 'string(size(env.REGION)) + " " + string(size(env.PLACE))' },
        ...more,
      },
    ],
    exec: [{ name: 'shell', script: 'test "$REGION" = "north" && echo ${#PLACE}' }],
    tcp: [
      { name: 'port', endpoint: `127.0.0.1:${target.port}`, test: { javascript: 'env.REGION === "north"' } },
    ],
  })

  test('are seen by templates, shell scripts and the scripts of its checks', async () => {
    says.set('/echo', {})
    const canary = await save(spec('north'))
    expect(await run(canary, 'sends')).toMatchObject({ state: 'healthy', message: '5 8' })
    expect(sent).toContain('hello the shop in north')
    expect(await run(canary, 'shell')).toMatchObject({ state: 'healthy', message: '8' })
    expect(await run(canary, 'port')).toMatchObject({ state: 'healthy' })
    const tried = await browser.send('POST', '/api/health/canaries/try', {
      body: { id: canary, spec: { ...spec('north'), http: [], exec: [] } },
    })
    expect(tried.body.results).toMatchObject([{ name: 'port', state: 'healthy' }])

    // A change of a variable is a change of every check.
    await save(spec('south'), canary)
    expect(await run(canary, 'port')).toMatchObject({ error: 'the test is false: env.REGION === "north"' })
    expect(await run(canary, 'shell')).toMatchObject({ state: 'unhealthy' })
  })

  test('are shown, stored as they are, unless they are secrets', async () => {
    says.set('/echo', {})
    const canary = await save(spec('north-region', { display: { expr: 'env.REGION + " of " + env.PLACE' } }))
    const read = await browser.send('GET', `/api/health/canaries/${canary}`)
    expect(read.body.spec.env).toEqual(spec('north-region').env)
    expect(await run(canary, 'sends')).toMatchObject({ message: 'north-region of the shop' })
    const id = await idOf(canary, 'sends')
    const evaluated = await browser.send('POST', `/api/health/checks/${id}/evaluate`, {
      body: { kind: 'expr', script: 'env.REGION' },
    })
    expect(evaluated.body).toMatchObject({ output: 'north-region' })
    // Nothing is stored behind a mask, so it would become the value.
    const masked = await browser.send('PUT', `/api/health/canaries/${canary}`, {
      body: { name: read.body.name, spec: { ...read.body.spec, env: [{ name: 'REGION', value: '***' }] } },
    })
    expect(masked).toMatchObject({ status: 400, body: { problems: [{ path: 'spec.env[0].value' }] } })
  })

  test('that are secret are stored encrypted, masked when read, kept by a mask, and in no output', async () => {
    says.set('/echo', {})
    const canary = await save(spec('north-secret', { display: { expr: 'env.REGION' } }, true))
    const { rows } = await app.database.pool.query<{ stored: string }>(
      `select concat(canaries.spec, checks.spec) as stored
       from core.canaries join core.checks on canary_id = canaries.id where canaries.id = $1`,
      [canary],
    )
    expect(rows).toHaveLength(3)
    for (const { stored } of rows) expect(stored).not.toMatch(/north-secret|the shop/)
    const read = await browser.send('GET', `/api/health/canaries/${canary}`)
    expect(read.body.spec.env).toEqual([
      { name: 'REGION', value: '***', secret: true },
      { name: 'PLACE', value: '***', secret: true },
    ])
    const data = await browser.send('GET', `/api/db/canaries?id=eq.${canary}&select=spec`)
    expect(data.body[0].spec.env).toEqual(read.body.spec.env)
    expect(await run(canary, 'sends')).toMatchObject({ message: '***' })
    const id = await idOf(canary, 'sends')
    const evaluated = await browser.send('POST', `/api/health/checks/${id}/evaluate`, {
      body: { kind: 'expr', script: 'size(env.REGION)' },
    })
    // Only the scripts that the check has see more than the mask.
    expect(evaluated.body).toMatchObject({ output: '3', environment: { env: { REGION: '***' } } })

    const changed = {
      ...read.body.spec,
      http: [{ ...read.body.spec.http[0], body: 'again {{ .REGION }}' }],
    }
    const kept = await browser.send('PUT', `/api/health/canaries/${canary}`, {
      body: { name: read.body.name, spec: changed },
    })
    expect(kept).toMatchObject({
      status: 400,
      body: {
        problems: [
          { path: 'spec.env[0].value', message: 'enter it again, as http[0].body changed' },
          { path: 'spec.env[1].value' },
        ],
      },
    })
    const opened = await browser.send('PUT', `/api/health/canaries/${canary}`, {
      body: {
        name: read.body.name,
        spec: { ...read.body.spec, env: ['REGION', 'PLACE'].map((name) => ({ name, value: '***' })) },
      },
    })
    expect(opened).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'spec.env[0].value' }, { path: 'spec.env[1].value' }] },
    })
    await save({ ...changed, env: spec('north-secret', {}, true).env }, canary)
    await run(canary, 'sends')
    expect(sent).toContain('again north-secret')
  })
})

describe('dependencies', () => {
  test('give their findings to those that depend on them, and hold them back while they are not healthy', async () => {
    says.set('/login', { token: 'abc' })
    says.set('/page', { title: 'home' })
    const canary = await save({
      http: [
        {
          name: 'page',
          url: at('/page'),
          dependsOn: ['log in'],
          display: { expr: 'json.title + " " + outputs["log in"].json.token' },
        },
        { name: 'log in', url: at('/login') },
      ],
    })
    expect(await run(canary, 'page')).toMatchObject({
      state: 'unknown',
      error: 'depends on "log in", which has not run yet',
    })
    await run(canary, 'log in')
    expect(await run(canary, 'page')).toMatchObject({ state: 'healthy', message: 'home abc' })
    says.delete('/login')
    await run(canary, 'log in')
    expect(await run(canary, 'page')).toMatchObject({
      state: 'unknown',
      error: 'depends on "log in", which is unhealthy: status 503, expected 200 to 299',
    })
  })

  test('on schedule, a new check waits for the first run of what it depends on', async () => {
    says.set('/first', { n: 1 })
    const canary = await save({
      schedule: '@every 1h',
      http: [
        { name: 'a', url: at('/first'), dependsOn: ['b'], display: { expr: 'string(outputs.b.json.n)' } },
        { name: 'b', url: at('/first') },
      ],
    })
    const row = await until(async () =>
      (await checksOf(canary)).find(({ name, state }) => name === 'a' && state !== 'unknown'),
    )
    expect(row).toMatchObject({ state: 'healthy', message: '1' })
    expect(await historyOf(row.id)).toHaveLength(1)
  })
})

test('thresholds: every run is kept as it was, the check turns after as many as it says', async () => {
  const canary = await save({
    http: [{ name: 'shaky', url: at('/shaky'), failureThreshold: 3, recoveryThreshold: 2 }],
  })
  const shown: { state: string; message: string | null; error: string | null }[] = []
  for (const isWell of [true, false, false, false, true, true]) {
    if (isWell) says.set('/shaky', {})
    else says.delete('/shaky')
    await run(canary, 'shaky')
    const [row] = await checksOf(canary)
    if (row !== undefined) shown.push({ state: row.state, message: row.message, error: row.error })
  }
  const failure = 'status 503, expected 200 to 299'
  expect(shown).toEqual([
    { state: 'healthy', message: 'status 200', error: null },
    { state: 'healthy', message: `failing 1 of 3: ${failure}`, error: null },
    { state: 'healthy', message: `failing 2 of 3: ${failure}`, error: null },
    { state: 'unhealthy', message: null, error: failure },
    { state: 'unhealthy', message: null, error: 'passing 1 of 2: status 200' },
    { state: 'healthy', message: 'status 200', error: null },
  ])
  expect((await historyOf(await idOf(canary, 'shaky'))).map(({ state }) => state)).toEqual([
    'healthy',
    'unhealthy',
    'unhealthy',
    'unhealthy',
    'healthy',
    'healthy',
  ])
})

test('metrics of checks are told at /metrics, and are gone with their check', async () => {
  says.set('/queue', { length: 7 })
  const canary = await save({
    http: [
      {
        name: 'queue "one"',
        // A query can hold a secret, so the metrics do not have it.
        url: at('/queue?token=s3cret'),
        severity: 'high',
        metrics: [
          {
            name: 'queue_length',
            type: 'gauge',
            value: 'json.length',
            labels: [{ name: 'queue', valueExpr: 'check.name' }],
          },
          { name: 'queue_seen', type: 'counter', value: '2' },
          { name: 'queue_sizes', type: 'histogram', value: 'json.length' },
        ],
      },
    ],
  })
  await run(canary, 'queue "one"')
  says.set('/queue', { length: 9 })
  await run(canary, 'queue "one"')
  const metrics = async (): Promise<string[]> => (await browser.send('GET', '/metrics')).body.split('\n')
  const lines = await metrics()
  const key = await idOf(canary, 'queue "one"')
  expect(lines).toContain(String.raw`queue_length{queue="queue \"one\""} 9`)
  expect(lines).toContain('queue_seen 4')
  expect(lines).toContain('queue_sizes_bucket{le="10"} 2')
  expect(lines).toContain('queue_sizes_sum 16')
  expect(lines).toContain('# TYPE queue_sizes histogram')
  // Labels that the operator named, where the check has them.
  const identity = `team="web",key="${key}",type="http",canary_name="canary-${canaries}",canary_namespace="default",name="queue \\"one\\""`
  const all = `${identity},endpoint="${at('/queue')}",owner="",severity="high"`
  expect(lines).toContain(`canary_check{${identity}} 0`)
  expect(lines).toContain(`canary_check_info{${all}} 1`)
  expect(lines).toContain(`canary_check_count{${all}} 2`)
  expect(lines).toContain(`canary_check_success_count{${all}} 2`)
  expect(lines).toContain(`canary_check_failed_count{${all}} 0`)
  expect(lines).toContain(`canary_check_duration_count{${all}} 2`)
  expect(lines).toContain(
    `canary_check_http_response_status{key="${key}",status="200",statusClass="2xx",url="${at('/queue')}"} 2`,
  )
  await browser.send('DELETE', `/api/health/canaries/${canary}`)
  const later = (await metrics()).filter((line) => line.includes(key) || line.startsWith('queue_'))
  expect(later).toEqual([])
})
