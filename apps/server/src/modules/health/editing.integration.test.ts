import { startHttpServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changedTogether } from '../../testing/together.ts'
import { until } from '../../testing/until.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

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
const textOf = (path = '/ok') => `# The front page
http:
  - url: ${at(path)} # as customers see it
    name: front
    password: {value: hunter2-secret}
    username: monitor
`
let made = 0

async function create(text = textOf()) {
  made += 1
  const answer = await browser.send('POST', '/api/health/canaries', {
    body: { name: `edited-${made}`, namespace: 'default', text },
  })
  expect(answer.status).toBe(201)
  return answer.body
}

describe('a spec that came as text', () => {
  test('comes back with its comments and order, without its secrets', async () => {
    const { id } = await create()
    const { body } = await browser.send('GET', `/api/health/canaries/${id}`)
    expect(body.text).toContain('# The front page')
    expect(body.text).toContain(`- url: ${at('/ok')} # as customers see it\n    name: front`)
    expect(body.text).toContain('***')
    expect(JSON.stringify(body)).not.toContain('hunter2')
    const { rows } = await app.database.pool.query<{ text: string }>(
      'select text from core.canaries where id = $1',
      [id],
    )
    expect(rows[0]?.text).toMatch(/^sealed:/)
  })

  test('keeps stored secrets where the masks are sent back, and a change of a comment is a change', async () => {
    const { id, text, revision } = await create()
    const changed = await browser.send('PUT', `/api/health/canaries/${id}`, {
      body: { name: `edited-${made}`, text: text.replace('The front page', 'The home page'), revision },
    })
    expect(changed.status).toBe(200)
    expect(changed.body.text).toContain('# The home page')
    expect(changed.body.revision).not.toBe(revision)
    const tried = await browser.send('POST', '/api/health/canaries/try', {
      body: { id, spec: changed.body.spec },
    })
    expect(tried).toMatchObject({ status: 200, body: { results: [{ state: 'healthy' }] } })
  })

  test('keeps its comments when something else of the health check changes', async () => {
    const { id, spec, text } = await create()
    const changed = await browser.send('PUT', `/api/health/canaries/${id}`, {
      body: { name: `edited-${made}`, labels: { team: 'web' }, spec },
    })
    expect(changed).toMatchObject({ status: 200, body: { labels: { team: 'web' }, text } })
  })

  test('is written again in the order of the schema after a change that brings none', async () => {
    const { id, spec } = await create()
    const changed = await browser.send('PUT', `/api/health/canaries/${id}`, {
      body: { name: `edited-${made}`, spec: { ...spec, schedule: '@every 365d' } },
    })
    expect(changed.body.text).toMatch(/^schedule: "@every 365d"\nhttp:\n {2}- name: front\n {4}url: /)
  })

  test('is refused with the line and column of what is wrong', async () => {
    const answer = await browser.send('POST', '/api/health/canaries', {
      body: { name: 'wrong', text: 'schedule: often\nhttp:\n  - name: a\n    uri: http://a\n' },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.problems).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: 'spec.schedule', line: 1 }),
        expect.objectContaining({ path: 'spec.http[0].uri', line: 4, column: 5 }),
        expect.objectContaining({ path: 'spec.http[0].url', message: 'This field is required', line: 3 }),
      ]),
    )
  })
})

describe('a change', () => {
  test('does not overwrite a version that its writer has not seen', async () => {
    const { id, revision, text } = await create()
    const body = { name: `edited-${made}`, revision }
    const first = await browser.send('PUT', `/api/health/canaries/${id}`, {
      body: { ...body, text: `${text}# first\n` },
    })
    expect(first.status).toBe(200)
    const second = await browser.send('PUT', `/api/health/canaries/${id}`, {
      body: { ...body, text: `${text}# second\n` },
    })
    expect(second).toMatchObject({
      status: 409,
      body: { problems: [{ path: 'revision' }], error: 'This canary was changed since you opened it' },
    })
    const kept = await browser.send('GET', `/api/health/canaries/${id}`)
    expect(kept.body.text).toContain('# first')
    const over = await browser.send('PUT', `/api/health/canaries/${id}`, {
      body: { ...body, revision: first.body.revision, text: `${text}# second\n` },
    })
    expect(over.status).toBe(200)
  })

  test('through the data service keeps what another one changes at the same time', async () => {
    const { id } = await create()
    const path = `/api/db/canaries?id=eq.${id}`
    const changes = [{ labels: { team: 'web' } }, { annotations: { note: 'seen' } }]
    await changedTogether(app, 'core.canaries', id, () =>
      changes.map((body) => browser.send('PATCH', path, { body })),
    )
    expect((await browser.send('GET', `/api/health/canaries/${id}`)).body).toMatchObject({
      labels: { team: 'web' },
      annotations: { note: 'seen' },
    })
  })

  test('that makes a health check does not write over one that is made at the same time', async () => {
    const texts = ['/ok', '/echo', '/one', '/two', '/three', '/four'].map(textOf)
    const made = await Promise.all(
      texts.map((text) =>
        browser.send('POST', '/api/health/canaries', { body: { name: 'made-together', text } }),
      ),
    )
    expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409])
  })
})

describe('the validation of a draft spec', () => {
  const validate = (body: unknown) => browser.send('POST', '/api/health/canaries/validate', { body })

  test('names path, place and suggestion', async () => {
    const misspelt = await validate({ text: 'http:\n  - name: a\n    url: http://a\n    metod: GET\n' })
    expect(misspelt).toMatchObject({
      status: 200,
      body: {
        problems: [
          {
            path: 'http[0].metod',
            message: 'unknown key "metod"; did you mean "method"?',
            line: 4,
            column: 5,
          },
        ],
      },
    })
    const broken = await validate({ text: 'http:\n\t- name: a\n' })
    expect(broken.body.problems[0]).toMatchObject({ line: 2 })
    expect((await validate({ text: textOf() })).body).toEqual({ problems: [] })
  })

  test('knows stored secrets behind masks, and says where no secret is stored', async () => {
    const { id, text } = await create()
    expect((await validate({ id, text })).body).toEqual({ problems: [] })
    expect((await validate({ text })).body.problems).toEqual([
      expect.objectContaining({ path: 'http[0].password.value', line: 5 }),
      expect.objectContaining({ path: 'http[0].username', line: 6 }),
    ])
  })
})

describe('a trial', () => {
  const attempt = (spec: unknown, more: object = {}) =>
    browser.send('POST', '/api/health/canaries/try', { body: { name: 'tried', spec, ...more } })

  test('answers with what each check really says, and stores nothing', async () => {
    const answer = await attempt({
      http: [
        { name: 'good', url: at('/ok') },
        { name: 'bad', url: at('/status?code=500'), headers: [{ name: 'X-Key', value: 'hunter2-secret' }] },
      ],
    })
    expect(answer.status).toBe(200)
    expect(answer.body.results).toMatchObject([
      { type: 'http', name: 'good', state: 'healthy', error: null },
      { type: 'http', name: 'bad', state: 'unhealthy', error: 'status 500, expected 200 to 299' },
    ])
    expect(answer.body.results[0].duration).toBeGreaterThan(0)
    expect(answer.body.results[0].details).toMatchObject({ code: 200, address: '127.0.0.1' })
    expect(JSON.stringify(answer.body)).not.toContain('hunter2')
    // What is stored of a run belongs to a check.
    const { rows } = await app.database.pool.query(`select from core.checks where name in ('good', 'bad')`)
    expect(rows).toEqual([])
  })

  test('runs the scripts of a check, and names the checks that its transform gives', async () => {
    const javascript = 'JSON.stringify([{ name: "one", pass: true }, { name: "two", pass: false }])'
    const answer = await attempt({
      http: [
        { name: 'tested', url: at('/ok'), test: { expr: 'code == 404' } },
        { name: 'split', url: at('/ok'), transform: { javascript } },
      ],
    })
    const states = answer.body.results.map(({ name, state }: Record<string, string>) => `${name} ${state}`)
    expect(states).toEqual([
      'tested unhealthy',
      expect.stringMatching(/^split/),
      'one healthy',
      'two unhealthy',
    ])
  })

  test('is in the audit log, with its checks and not with their specs', async () => {
    await attempt({ http: [{ name: 'audited', url: at('/ok?token=hunter2') }] })
    const { rows } = await app.database.pool.query(
      `select action, resource, resource_name, after from core.audit_log where action = 'try' order by id desc limit 1`,
    )
    expect(rows).toEqual([
      { action: 'try', resource: 'canaries', resource_name: 'tried', after: { checks: ['http: audited'] } },
    ])
  })

  test('takes a few checks at once, and one that is not valid says why', async () => {
    const many = Array.from({ length: 5 }, (_, index) => ({ name: `c${index}`, url: at('/ok') }))
    expect(await attempt({ http: many })).toMatchObject({ status: 400 })
    expect(await attempt({ http: [{ name: 'x' }] })).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'spec.http[0].url', message: 'This field is required' }] },
    })
  })

  test('holds a person to a few at a time, and those who stop waiting give their place back', async () => {
    const hanging = { http: [1, 2, 3, 4].map((index) => ({ name: `hangs ${index}`, url: at('/hang') })) }
    const abort = new AbortController()
    const waiting = fetch(`${app.url}/api/health/canaries/try`, {
      method: 'POST',
      signal: abort.signal,
      headers: {
        'content-type': 'application/json',
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify({ spec: hanging }),
    }).catch(() => 'stopped')
    const one = { http: [{ name: 'one', url: at('/ok') }] }
    const { pool } = app.database
    await until(async () => {
      const tried = await pool.query(`select from core.audit_log where after::text like '%hangs 4%'`)
      return tried.rows.length > 0
    })
    expect(await attempt(one)).toMatchObject({ status: 429 })
    abort.abort()
    expect(await waiting).toBe('stopped')
    await until(async () => (await attempt(one)).status === 200)
  })

  test('is for those who may write, and so is the validation', async () => {
    const { browser: viewer } = await app.person('viewer@example.com', ['viewer'])
    for (const path of ['try', 'validate'])
      expect((await viewer.send('POST', `/api/health/canaries/${path}`, { body: { spec: {} } })).status).toBe(
        403,
      )
  })
})

test('the list of health checks counts checks by health', async () => {
  const { id } = await create()
  const read = async () => {
    const { body } = await browser.send(
      'GET',
      `/api/db/canaries_with_status?select=name,healthy,unhealthy,unknown,check_types&id=eq.${id}`,
    )
    return body[0]
  }
  expect(await read()).toEqual({
    name: `edited-${made}`,
    healthy: 0,
    unhealthy: 0,
    unknown: 1,
    check_types: ['http'],
  })
})

test('the schema of a spec tells forms what they show [SPEC-008, SPEC-011, SPEC-012, SPEC-015, SPEC-031, SPEC-033]', async () => {
  const { body } = await browser.send('GET', '/api/schemas/canary.spec.schema.json')
  const titles = (editor: string) =>
    Object.values<Record<string, unknown>>(body.properties)
      .filter((node) => node['editor'] === editor)
      .map((node) => node['title'])
  expect(new Set(titles('form'))).toEqual(
    new Set([
      'HTTP',
      'Exec',
      'Alert Manager',
      'Elasticsearch',
      'OpenSearch',
      'Git',
      'Webhook',
      'Redis',
      'Mongo',
      'ICMP Ping',
      'Folder',
      'TCP',
    ]),
  )
  expect(titles('code')).toEqual(expect.arrayContaining(['LDAP', 'DNS', 'S3', 'Prometheus', 'JUnit']))
  const http = body.properties.http.items.properties
  const fields =
    'name icon description url method body headers authentication responseCodes thresholdMillis responseContent maxSSLExpiry test display transform'
  expect(Object.keys(http)).toEqual(expect.arrayContaining(fields.split(' ')))
  const ways = ['username', 'password', 'basic', 'ntlm', 'ntlmv2']
  expect(Object.keys(http.authentication.properties)).toEqual(expect.arrayContaining(ways))
  expect(http.method.offered).toEqual(['GET', 'POST', 'PUT', 'DELETE'])
  expect(http.responseCodes.offered).toEqual([200, 201, 202, 204, 301, 302, 401, 404, 500, 502, 503])
  expect(body.properties.schedule.offered).toEqual([
    ...['30s', '1m', '5m', '15m', '30m', '2h', '4h', '6h', '8h'].map((every) => `@every ${every}`),
    '@hourly',
    '@daily',
    '@weekly',
  ])
})

test('types that are written as code only have no form: of those there are, each [SPEC-009]', async () => {
  const { body } = await browser.send('GET', '/api/schemas/canary.spec.schema.json')
  // Postgres, MySQL and SQL Server are the SQL of the specification.
  const written =
    'awsConfigRule awsConfig github ec2 ldap pod cloudwatch dns gcs s3 smb sftp prometheus kubernetes postgres mysql mssql catalog azureDevops jmeter junit dynatrace namespace'
  const editors = written.split(' ').flatMap((type) => {
    const node = body.properties[type]
    return node === undefined ? [] : [[type, node.editor]]
  })
  expect(editors).toEqual(
    ['ldap', 'dns', 's3', 'prometheus', 'kubernetes', 'postgres', 'mysql', 'mssql', 'junit'].map((type) => [
      type,
      'code',
    ]),
  )
})

test.each([
  ['http', ['url'], '[SPEC-018]'],
  ['elasticsearch', ['url', 'index', 'query'], '[SPEC-019]'],
  ['redis', ['addr'], '[SPEC-020]'],
  ['icmp', ['endpoint'], '[SPEC-021]'],
  ['tcp', ['endpoint'], '[SPEC-022]'],
  ['folder', ['path'], '[SPEC-025]'],
  ['exec', ['script'], '[SPEC-026]'],
])('a check of type %s requires %s %s', async (type, fields) => {
  const problemsOf = async (check: object) => {
    const { body } = await browser.send('POST', '/api/health/canaries/validate', {
      body: { spec: { [type]: [check] } },
    })
    return body.problems
  }
  expect(new Set(await problemsOf({ name: 'x' }))).toEqual(
    new Set(fields.map((field) => ({ path: `${type}[0].${field}`, message: 'This field is required' }))),
  )
  expect(await problemsOf({})).toContainEqual({ path: `${type}[0].name`, message: 'This field is required' })
})
