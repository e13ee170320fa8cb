// People enter the addresses of their devices themselves: they are no way into the network of the product.
import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { listen } from '@binnacle/plugin-kit/servers'
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
function deviceAt(host: string) {
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  return {
    kind: 'web_push',
    label: 'Phone',
    subscription: { endpoint: `https://${host}:${port}/push`, keys },
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
