import { describe, expect, test } from 'vitest'
import { until } from '../../../testing/until.ts'
import { preparePipeline } from './testing.ts'

const { app, browser, says, requests, at, save, checksOf, idOf, run, historyOf } = await preparePipeline()

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
      `select concat(to_json(current), to_json(result), to_json(seen)) as text
       from core.check_state as current join core.check_statuses as result using (check_id)
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
    await until(async () => requests.includes('/late'))
    says.set('/late', {})
    const late = await running
    expect(late.state).toBe('healthy')
    expect(late.details.retries.attempts.at(-1).state).toBe('healthy')
    expect(late.details.retries.attempts.length).toBeLessThanOrEqual(3)
    await run(canary, 'once')
    expect(requests.filter((path) => path === '/once')).toHaveLength(1)
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
      schedule: '@every 365d',
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
  const { name } = (await browser.send('GET', `/api/health/canaries/${canary}`)).body
  // Labels that the operator named, where the check has them.
  const identity = `team="web",key="${key}",type="http",canary_name="${name}",canary_namespace="default",name="queue \\"one\\""`
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
