import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

let app: TestApp
let admin: TestBrowser
let mail: TestMailServer
beforeAll(async () => {
  mail = await startMailServer()
  app = await startTestApp({ environment: { SMTP_URL: mail.url, MAIL_FROM: 'binnacle@example.com' } })
  admin = await app.signedIn()
})
afterAll(() => mail.stop())

test('a message about a received alert has its description and runbook, and a way to silence only for those who may', async () => {
  const responder = await app.person('responder@example.com', ['responder'])
  const editor = await app.person('editor@example.com', ['editor'])
  for (const person of [responder, editor]) {
    const made = await admin.send('POST', '/api/db/notifications', {
      body: { name: `tell ${person.id}`, events: ['check.failed'], person_id: person.id },
    })
    expect({ status: made.status, body: made.body }).toMatchObject({ status: 201 })
  }
  const token = await admin.send('POST', '/api/auth/tokens', {
    body: { name: 'sender', role: 'editor', days: 30 },
  })
  const sent = await app.browser().send('POST', '/api/alertmanager/api/v2/alerts', {
    headers: { authorization: `Bearer ${token.body.token}` },
    body: [
      {
        labels: { alertname: 'ShopDown', severity: 'high', team: 'web' },
        annotations: {
          summary: 'The shop is down',
          description: 'Nobody can buy.',
          runbook_url: 'https://runbooks.example.com/shop',
        },
      },
    ],
  })
  expect({ status: sent.status, body: sent.body }).toMatchObject({ status: 200 })
  const read = async (to: string) => {
    const { text } = await mail.take(to)
    return text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  }
  const own = await read('responder@example.com')
  for (const part of [
    'ShopDown',
    'The shop is down',
    'Severity: high',
    'team=web',
    'Description: Nobody can buy.',
    'Runbook: https://runbooks.example.com/shop',
    'Acknowledge: http',
    'View: http',
  ])
    expect(own).toContain(part)
  expect(own).not.toContain('Silence:')
  expect(await read('editor@example.com')).toContain('Silence: http')
})
