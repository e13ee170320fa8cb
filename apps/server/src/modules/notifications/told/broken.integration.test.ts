// Ways that do not reach a person: real servers refuse the messages, and the email of the account takes over.
import { createServer } from 'node:http'
import { listen, type TestServer } from '@binnacle/plugin-kit/servers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/app.ts'
import { startMailServer, type TestMailServer } from '../../../testing/mail-server.ts'
import { until } from '../../../testing/until.ts'
import { forgetAlerts } from '../testing.ts'

const GONE = 'gone@example.com'
const GONE_TOO = 'account-gone@example.com'

let app: TestApp
let admin: TestBrowser
let mail: TestMailServer
let server: TestServer
/** Status of the page of the shop, and status and messages of the service. */
const world = { shop: 503, takes: 200, got: 0 }
beforeAll(async () => {
  mail = await startMailServer({ gone: [GONE, GONE_TOO] })
  server = await listen(
    createServer((request, response) => {
      request.resume().on('end', () => {
        const isShop = request.url?.startsWith('/shop') === true
        if (!isShop) world.got += 1
        response.writeHead(isShop ? world.shop : world.takes).end('{"message": "no"}')
      })
    }),
    0,
  )
  app = await startTestApp({ environment: { SMTP_URL: mail.url, MAIL_FROM: 'binnacle@example.com' } })
  admin = await app.signedIn()
})
afterAll(async () => {
  await app.stop()
  await server.stop()
  await mail.stop()
})
beforeEach(async () => {
  await forgetAlerts(app.database.pool)
  Object.assign(world, { shop: 503, takes: 200, got: 0 })
})

let made = 0

const query = async (text: string, ...values: unknown[]) => (await app.database.pool.query(text, values)).rows

/** Somebody who is reached by one own way, and whom a rule tells. */
async function makePerson(way: { email: string } | { service: string }, email: string) {
  const { id } = await app.person(email, ['responder'])
  await ('email' in way
    ? query(
        `insert into core.contact_methods (person_id, kind, label, address, verified_at) values ($1, 'email', 'Own', $2, now())`,
        id,
        way.email,
      )
    : query(
        `insert into core.contact_methods (person_id, kind, label, connection_id, verified_at)
         values ($1, 'connection', 'Own', $2, now())`,
        id,
        way.service,
      ))
  made += 1
  const [rule] = await query(
    `insert into core.notifications (name, events, person_id) values ($1, '{check.failed}', $2) returning id`,
    `broken ${made}`,
    id,
  )
  return { id, rule: String(rule.id) }
}

async function makeService(): Promise<string> {
  made += 1
  const { body } = await admin.send('POST', '/api/connections', {
    body: {
      name: `service-${made}`,
      type: 'generic_webhook',
      url: `http://127.0.0.1:${server.port}/hook`,
      properties: {},
    },
  })
  return body.id
}

/** Makes a check that fails. */
async function failCheck(): Promise<string> {
  made += 1
  const name = `page-${made}`
  const { body } = await admin.send('POST', '/api/health/canaries', {
    body: { name, spec: { http: [{ name, url: `http://127.0.0.1:${server.port}/shop` }] } },
  })
  const [check] = await query('select id from core.checks where canary_id = $1', body.id)
  await runCheck(String(check.id))
  return String(check.id)
}

async function runCheck(id: string): Promise<void> {
  const ran = await admin.send('POST', `/api/canary/run/check/${id}`)
  expect({ status: ran.status, body: ran.body }).toMatchObject({ status: 200 })
}

const statusesOf = async (rule: string) =>
  (
    await query(
      `select status from core.notification_send_history where notification_id = $1 order by first_observed, id`,
      rule,
    )
  ).map(({ status }) => String(status))

const problems = async (): Promise<{ kind: string; text: string; personId: string | null }[]> =>
  (await admin.send('GET', '/api/on-call/readiness')).body.problems

const brokenOf = async (person: string) =>
  (await problems()).filter(({ kind, personId }) => kind === 'broken-way' && personId === person)

describe('a way that is dead', () => {
  // Of a page that is gone, of a subscription that ended, of a bot that was blocked, of a number that is refused.
  test.each([404, 410, 403, 400])(
    'with status %i is marked with the reason, and the email of the account takes over',
    async (status) => {
      world.takes = status
      const email = `dead-${status}@example.com`
      const { id, rule } = await makePerson({ service: await makeService() }, email)
      const check = await failCheck()
      await until(async () => (await statusesOf(rule)).join() === 'error,sent')
      const subjects = [(await mail.take(email)).subject, (await mail.take(email)).subject]
      expect(subjects.toSorted()).toEqual([
        'A way to reach you is broken',
        expect.stringMatching(/page-\d+ failed$/),
      ])
      const [problem] = await brokenOf(id)
      expect(problem?.text).toContain(`status ${status}`)
      // The next messages try it again, and the person is told once.
      await failCheck()
      await until(async () => (await statusesOf(rule)).join() === 'error,sent,error,sent')
      world.shop = 200
      await runCheck(check)
      await until(() =>
        mail.mails.some(({ to, subject }) => to.includes(email) && subject.endsWith('recovered')),
      )
      expect(
        mail.mails.filter(({ to, subject }) => to.includes(email) && subject.endsWith('broken')),
      ).toHaveLength(1)
      // It is whole when a message gets through.
      world.takes = 200
      world.shop = 503
      await failCheck()
      await until(async () => (await brokenOf(id)).length === 0)
    },
  )

  test('because the mailbox does not exist is one too', async () => {
    const email = 'ada@example.com'
    const { id, rule } = await makePerson({ email: GONE }, email)
    await failCheck()
    await until(async () => (await statusesOf(rule)).join() === 'error,sent')
    const subjects = [(await mail.take(email)).subject, (await mail.take(email)).subject]
    expect(subjects).toContainEqual('A way to reach you is broken')
    expect((await brokenOf(id))[0]?.text).toContain('no such mailbox')
  })

  test('is on the readiness page also if it is the email of the account', async () => {
    const { id } = await app.person(GONE_TOO, ['responder'])
    made += 1
    const [rule] = await query(
      `insert into core.notifications (name, events, person_id) values ($1, '{check.failed}', $2) returning id`,
      `broken ${made}`,
      id,
    )
    await failCheck()
    await until(async () => (await statusesOf(String(rule.id))).join() === 'error')
    expect((await brokenOf(id))[0]?.text).toContain('no such mailbox')
  })
})
