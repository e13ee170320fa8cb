import { FLOW_LIMITS } from '@binnacle/identity'
import { beforeAll, describe, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { beginFlow } from '../../testing/flows.ts'

let app: TestApp
let clock: ManualClock
beforeAll(async () => {
  clock = createManualClock(new Date())
  app = await startTestApp({ clock })
})

const path = '/kratos/self-service/login/browser'
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

async function countFlows(): Promise<number> {
  const { rows } = await app.database.pool.query<{ flows: number }>(
    'select count(*)::int as flows from core.identity_flows',
  )
  return rows[0]?.flows ?? 0
}

/** Fills the table as strangers with many addresses would. */
async function fill(count: number, issuedAt: Date): Promise<void> {
  await app.database.pool.query(
    `insert into core.identity_flows (id, kind, csrf_digest, content, issued_at, expires_at, requester)
     select core.new_id(), 'login', '\\x00', '{}', $2::timestamptz, $2::timestamptz + interval '1 hour',
       int4send(number::int)
     from generate_series(1, $1::int) as number`,
    [count, issuedAt],
  )
}

describe('flows of strangers', () => {
  test('are limited for each network address, and the answer says when to come again', async () => {
    const answers = []
    for (let batch = 0; batch < 32; batch += 1)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, () => app.browser().send('GET', path, from('203.0.113.7'))),
        )),
      )
    const refused = answers.filter(({ status }) => status === 429)
    // Requests at the same time may pass the limit together, not more than there are connections.
    expect(refused.length).toBeGreaterThanOrEqual(320 - FLOW_LIMITS.perRequester - 12)
    expect(answers.filter(({ status }) => status === 200).length).toBe(320 - refused.length)
    expect(refused[0]).toMatchObject({
      body: {
        error: {
          id: 'too_many_requests',
          code: 429,
          status: 'Too Many Requests',
          reason: 'Too many forms were opened from this network address. Try again in 5 minutes.',
        },
      },
    })
    expect(refused[0]?.headers.get('retry-after')).toBe('300')
    const stored = await countFlows()
    for (const kind of ['registration', 'recovery', 'verification'] as const) {
      const answer = await app
        .browser()
        .send('GET', `/kratos/self-service/${kind}/browser`, from('203.0.113.7'))
      expect([kind, answer.status]).toEqual([kind, 429])
    }
    expect(await countFlows()).toBe(stored)
    // Everybody else goes on, and so does this address after the time that was named.
    expect((await app.browser().send('GET', path, from('203.0.113.8'))).status).toBe(200)
    clock.advance(FLOW_LIMITS.window + 1)
    expect((await app.browser().send('GET', path, from('203.0.113.7'))).status).toBe(200)
  }, 60_000)

  test('of one person who reloads, and of an office behind one address, are not', async () => {
    for (let count = 0; count < 120; count += 1)
      expect((await app.browser().send('GET', path, from('203.0.113.20'))).status).toBe(200)
    const browser = app.browser()
    for (let count = 0; count < 20; count += 1)
      expect((await beginFlow(browser, 'login')).answer.status).toBe(200)
    expect((await browser.signIn()).status).toBe(200)
  }, 60_000)

  test('from everywhere leave no more rows than a number, and the oldest go first', async () => {
    await app.database.pool.query('delete from core.identity_flows')
    const waiting = await beginFlow(app.browser(), 'recovery')
    await app.database.pool.query(
      `insert into core.mailed_codes (flow_id, email, expires_at) values ($1, 'ada@example.com', $2)`,
      [waiting.id, new Date(clock.now().getTime() + 900_000)],
    )
    clock.advance(1_000)
    await fill(FLOW_LIMITS.anonymous + 500, clock.now())
    clock.advance(1_000)
    const newest = await beginFlow(app.browser(), 'login')
    for (let count = 0; count < 200; count += 1)
      await app.browser().send('GET', path, from(`198.51.100.${(count % 200) + 1}`))
    expect(await countFlows()).toBeLessThanOrEqual(FLOW_LIMITS.anonymous + 200 + 1)
    const left = async (id: string) =>
      (await app.database.pool.query('select from core.identity_flows where id = $1', [id])).rowCount
    // What waits for a code from an email stays, however old it is: a stranger cannot take it from its owner.
    expect([await left(waiting.id), await left(newest.id)]).toEqual([1, 1])
  }, 60_000)
})

test('errors of browsers without scripts are kept up to a number', async () => {
  await app.database.pool.query(
    `insert into core.identity_errors (id, error, created_at)
     select core.new_id(), '{}', $1 from generate_series(1, 6000)`,
    [clock.now()],
  )
  for (let count = 0; count < 200; count += 1)
    await app.browser().send('GET', '/kratos/self-service/settings/browser?return_to=//x', {
      headers: { accept: 'text/html', 'x-forwarded-for': `198.51.100.${(count % 200) + 1}` },
    })
  for (let count = 0; count < 200; count += 1)
    await app.browser().send('GET', '/kratos/self-service/login/browser?return_to=//x', {
      headers: { accept: 'text/html', 'x-forwarded-for': `198.51.100.${(count % 200) + 1}` },
    })
  const { rows } = await app.database.pool.query<{ errors: number }>(
    'select count(*)::int as errors from core.identity_errors',
  )
  expect(rows[0]?.errors).toBeLessThanOrEqual(5_000 + 200)
})
