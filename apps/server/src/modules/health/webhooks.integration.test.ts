import { createServer } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen, type TestServer } from '@binnacle/plugin-kit/servers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'

const token = 'a-token-of-24-characters'
const headers = { 'webhook-token': token }

let app: TestApp
let admin: TestBrowser
/** Without a session: what other systems are. */
let sender: TestBrowser
let folder: string
let cluster: TestServer
/** Paths that the cluster was asked for. */
let requests: string[] = []
beforeAll(async () => {
  cluster = await listen(
    createServer((request, response) => {
      requests.push(request.url ?? '')
      const value = Buffer.from(token).toString('base64')
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ data: { value } }))
    }),
    0,
  )
  folder = await mkdtemp(join(tmpdir(), 'webhooks-'))
  const kubeconfig = join(folder, 'config')
  await writeFile(
    kubeconfig,
    JSON.stringify({
      'current-context': 'here',
      contexts: [{ name: 'here', context: { cluster: 'c', user: 'u' } }],
      clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${cluster.port}/` } }],
      users: [{ name: 'u', user: { token: 'of-the-product' } }],
    }),
  )
  app = await startTestApp({ environment: { KUBERNETES_CLUSTER: kubeconfig } })
  admin = await app.signedIn()
  sender = app.browser()
})
afterAll(async () => {
  await cluster.stop()
  await rm(folder, { recursive: true })
})

async function create(name: string, spec: unknown): Promise<string> {
  const { status, body } = await admin.send('POST', '/api/health/canaries', { body: { name, spec } })
  expect({ status, problems: body.problems }).toEqual({ status: 201 })
  return body.id
}

async function checksOf(canary: string): Promise<Answer['body'][]> {
  const { body } = await admin.send('GET', '/api/canary/api/summary')
  return body.checks_summary.filter((row: Answer['body']) => row.canary_name === canary)
}

async function detailsOf(canary: string, name: string): Promise<Answer['body']> {
  const row = (await checksOf(canary)).find((one) => one.name === name)
  const { body } = await admin.send('GET', `/api/health/checks/${row.id}/statuses`)
  return body.data[0]
}

const post = (
  name: string,
  body: unknown,
  options: { headers?: Record<string, string>; query?: string } = {},
) =>
  sender.send('POST', `/api/canary/webhook/${name}${options.query ?? ''}`, {
    body,
    headers: { ...headers, ...options.headers },
  })

test('a message with the token becomes the result of the check; its test decides its status', async () => {
  await create('backup', {
    schedule: '@every 1s',
    webhook: [{ name: 'nightly', token, test: { expr: 'results.json.status == "done"' } }],
  })
  const [before] = await checksOf('backup')
  expect(before).toMatchObject({
    state: 'unknown',
    last_runtime: null,
    endpoint: '/api/canary/webhook/nightly',
  })
  const good = await post(
    'nightly',
    { status: 'done' },
    { headers: { authorization: 'Bearer x', 'x-run': '7' } },
  )
  expect({ status: good.status, body: good.body }).toEqual({
    status: 200,
    body: { message: 'ok', state: 'healthy' },
  })
  const kept = await detailsOf('backup', 'nightly')
  expect(kept.details).toMatchObject({ json: { status: 'done' }, headers: { 'x-run': '7' } })
  // What proves who sends is stored nowhere.
  expect(Object.keys(kept.details.headers)).not.toContain('webhook-token')
  expect(Object.keys(kept.details.headers)).not.toContain('authorization')
  expect((await post('nightly', { status: 'late' })).body.state).toBe('unhealthy')
  expect((await checksOf('backup'))[0].state).toBe('unhealthy')
  expect((await detailsOf('backup', 'nightly')).error).toContain('the test is false')
})

test('the token may be in the address, and canary-checker’s own path leads there too', async () => {
  await create('addresses', { webhook: { name: 'by address', token } })
  for (const path of ['/api/canary/webhook', '/canary/webhook', '/api/webhook', '/webhook']) {
    const address = `${path}/${encodeURIComponent('by address')}?token=${token}`
    const answer = await sender.send('POST', address, {
      headers: { 'content-type': 'text/plain' },
      body: 'said',
    })
    expect({ path, status: answer.status }).toEqual({ path, status: 200 })
  }
  expect((await detailsOf('addresses', 'by address')).details.content).toBe('said')
})

test('without the right token nobody learns which webhooks there are', async () => {
  await create('closed', { webhook: [{ name: 'closed', token }] })
  const answers = [
    await post('closed', {}, { headers: { 'webhook-token': `${token}x` } }),
    await post('closed', {}, { headers: { 'webhook-token': '' } }),
    await post('closed', {}, { headers: { 'webhook-token': '***' } }),
    await post('open', {}),
    // A person's session is no token.
    await admin.send('POST', '/api/canary/webhook/closed', { body: {} }),
  ]
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
    answers.map(() => [401, 'There is no webhook of this name that takes this token']),
  )
  expect((await checksOf('closed'))[0]).toMatchObject({ last_runtime: null })
})

test('a stranger makes the server look up no more than the token', async () => {
  const kept = (name: string) => ({ valueFrom: { secretKeyRef: { name, key: 'value' } } })
  const secrets = '/api/v1/namespaces/default/secrets'
  const env = [{ name: 'ACCOUNT', ...kept('account') }]
  await create('plain', { webhook: [{ name: 'plain', token, env }] })
  await create('kept', { webhook: [{ name: 'kept', token: kept('hook'), env }] })
  requests = []
  const stranger = { headers: { 'webhook-token': 'some-token-of-a-stranger' } }
  for (const name of ['plain', 'kept', 'kept', 'kept'])
    expect((await post(name, {}, stranger)).status).toBe(401)
  // The reference is no token either.
  const reference = { headers: { 'webhook-token': 'secret://hook/value' } }
  expect((await post('kept', {}, reference)).status).toBe(401)
  expect(requests).toEqual([`${secrets}/hook`])
  expect((await post('kept', {})).status).toBe(200)
  expect(requests).toContain(`${secrets}/account`)
  expect((await post('plain', {})).status).toBe(200)
})

test('a body is read only when the token was right, and only so far', async () => {
  await create('large', { webhook: [{ name: 'large', token }] })
  const large = 'x'.repeat(1_048_577)
  expect((await post('large', large)).status).toBe(413)
  expect((await post('large', large, { headers: { 'webhook-token': 'wrong' } })).status).toBe(401)
})

test('two webhooks of one name are told apart by their tokens', async () => {
  const other = 'another-token-of-some-length'
  await create('twin-one', { webhook: [{ name: 'twin', token }] })
  await create('twin-two', { webhook: [{ name: 'twin', token: other }] })
  expect((await post('twin', {}, { headers: { 'webhook-token': other } })).status).toBe(200)
  expect((await checksOf('twin-one'))[0].last_runtime).toBeNull()
  expect((await checksOf('twin-two'))[0].last_runtime).not.toBeNull()
  await create('twin-three', { webhook: [{ name: 'twin', token }] })
  expect((await post('twin', {})).status).toBe(409)
})

describe('transformed checks', () => {
  const spec = {
    webhook: {
      name: 'alerts',
      token,
      transform: { expr: 'results.json.alerts.toJSON()' },
    },
  }
  const names = async () =>
    (await checksOf('alerting')).map(({ name, state }) => `${name}: ${state}`).toSorted()

  test('stay when a message is about others only, and go when a message says so', async () => {
    await create('alerting', spec)
    await post('alerts', { alerts: [{ name: 'disk', pass: false }] })
    await post('alerts', { alerts: [{ name: 'memory', pass: true }] })
    await until(async () => (await names()).length === 3)
    expect(await names()).toEqual(['alerts: healthy', 'disk: unhealthy', 'memory: healthy'])
    await post('alerts', { alerts: [{ name: 'disk', pass: true, deletedAt: '2026-01-01T00:00:00Z' }] })
    expect(await names()).toEqual(['alerts: healthy', 'memory: healthy'])
  })
})

test('many messages at once are all stored, each once', async () => {
  await create('many', { webhook: [{ name: 'many', token }] })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => post('many', { index })))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const [{ id }] = await checksOf('many')
  const { body } = await admin.send('GET', `/api/health/checks/${id}/statuses`)
  const seen = body.data.map((row: Answer['body']) => row.details.json.index)
  expect(seen.toSorted((a: number, b: number) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, index) => index),
  )
})

test('a run by hand is refused in words, and changes nothing', async () => {
  await create('by hand', { webhook: [{ name: 'by hand', token }] })
  const [{ id }] = await checksOf('by hand')
  const answer = await admin.send('POST', `/api/canary/run/check/${id}`)
  expect([answer.status, answer.body.error]).toEqual([
    409,
    'Other systems send the results of this check; it cannot be run',
  ])
  expect((await checksOf('by hand'))[0]).toMatchObject({ state: 'unknown', last_runtime: null })
})
