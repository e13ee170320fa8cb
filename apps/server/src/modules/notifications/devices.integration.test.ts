// People enter the addresses of their devices themselves: they are no way into the network of the product.
import { createECDH, randomBytes } from 'node:crypto'
import { createServer as createPlainServer } from 'node:http'
import { createServer as createWebServer } from 'node:https'
import { createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { listen, makeCertificate } from '@binnacle/plugin-kit/servers'
import type { Role } from '@binnacle/contract/access'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let connections = 0
let port: number
let stop: () => Promise<void>

beforeAll(async () => {
  app = await startTestApp()
  const server = createServer((socket) => {
    connections += 1
    // It speaks no TLS.
    socket.on('error', () => {}).end('no')
  })
  const started = await listen(server, 0)
  port = started.port
  stop = started.stop
})
afterAll(() => stop())

/** What a browser says of itself when it subscribes. */
function deviceAt(host: string, path = `:${port}/push`) {
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  return {
    kind: 'web_push',
    label: 'Phone',
    subscription: { endpoint: `https://${host}${path}`, keys },
  }
}

/** Subscribes a device of somebody, and sends a test message to it. @returns why it did not arrive */
async function testOf(email: string, role: Role, host: string): Promise<string> {
  const { browser } = await app.person(email, [role])
  const made = await browser.send('POST', '/api/on-call/me/methods', { body: deviceAt(host) })
  const tested = await browser.send('POST', `/api/on-call/me/methods/${made.body.id}/test`)
  return tested.body.results[0].error
}

test.each(['viewer', 'responder'] as const)(
  'a device of a %s does not lead to the machine or the network of the product',
  async (role) => {
    for (const [place, host] of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '192.168.0.1'].entries())
      expect(await testOf(`${role}-${place}@example.com`, role, host)).toBe(
        'The message was not sent: its address is not a public one; subscribe again',
      )
    expect(connections).toBe(0)
  },
)

test('who may write checks, which connect there too, may have a device there', async () => {
  expect(await testOf('editor@example.com', 'editor', '127.0.0.1')).not.toContain('public')
  expect(connections).toBe(1)
})

test('nobody sends more tests and codes than allowed by sending them at once', async () => {
  const { browser } = await app.person('many@example.com', ['viewer'])
  const made = await browser.send('POST', '/api/on-call/me/methods', { body: deviceAt('127.0.0.1') })
  const path = `/api/on-call/me/methods/${made.body.id}/test`
  const answers = await Promise.all(Array.from({ length: 40 }, () => browser.send('POST', path)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
})

test.each([
  '/$(password)',
  '/push?key=$(password)&also=$(.password)',
  '/$(properties.vapidPublicKey)/$(properties.auth)',
  '/$(name)-$(type)-$(namespace)-$(properties.none)',
  '/push?a=secret://vault/key&b=env://SECRET_KEY',
  '/{{.password}}/{{ "a" | toUpper }}',
])('the address of a device is sent to as it was written: %s', async (path) => {
  const credentials = await makeCertificate(-1, 3)
  const asked: string[] = []
  const server = createWebServer(credentials, (request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(201).end()
  })
  const started = await listen(server, 0)
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, credentials.cert])
  try {
    const { browser } = await app.person(`writer-${randomBytes(4).toString('hex')}@example.com`, ['editor'])
    const device = deviceAt('localhost', `:${started.port}${path}`)
    const made = await browser.send('POST', '/api/on-call/me/methods', { body: device })
    const tested = await browser.send('POST', `/api/on-call/me/methods/${made.body.id}/test`)
    expect(tested.body).toMatchObject({ results: [{ error: null }] })
    const { pathname, search } = new URL(device.subscription.endpoint)
    expect(asked).toEqual([pathname + search])
  } finally {
    setDefaultCACertificates(before)
    await started.stop()
  }
})

test('a placeholder of a device is not looked up where the device cannot be reached either', async () => {
  const { browser } = await app.person('far@example.com', ['viewer'])
  const body = deviceAt('127.0.0.1', '/$(properties.none)')
  const made = await browser.send('POST', '/api/on-call/me/methods', { body })
  const tested = await browser.send('POST', `/api/on-call/me/methods/${made.body.id}/test`)
  expect(tested.body.results[0].error).toContain('is not a public one')
})

test.each([
  ['as it is', (text: string) => text],
  ['in base64', (text: string) => Buffer.from(text).toString('base64')],
])('a service that repeats a code %s does not show it to who asked for it', async (_how, repeated) => {
  let seen = ''
  const server = createPlainServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      seen = /\b\d{6}\b/.exec(body)?.[0] ?? ''
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ error: 'Bad', errorCode: 400, errorDescription: `no ${repeated(seen)}!` }),
      )
    })
  })
  const started = await listen(server, 0)
  const name = `gotify-${randomBytes(4).toString('hex')}`
  const made = await (
    await app.signedIn()
  ).send('POST', '/api/connections', {
    body: {
      name,
      namespace: 'default',
      type: 'gotify',
      url: `http://127.0.0.1:${started.port}`,
      username: null,
      password: 'token',
      certificate: null,
      insecure_tls: false,
      properties: {},
    },
  })
  const { browser } = await app.person(`${name}@example.com`, ['viewer'])
  const added = await browser.send('POST', '/api/on-call/me/methods', {
    body: { kind: 'connection', label: 'Phone', connectionId: made.body.id },
  })
  const sent = await browser.send('POST', `/api/on-call/me/methods/${added.body.id}/code`)
  expect(sent.body.error).toContain('The message was not sent')
  expect(seen).toMatch(/^\d{6}$/)
  expect(JSON.stringify(sent.body)).not.toContain(repeated(seen))
  await started.stop()
})
