import { MINUTE, SECOND } from '@binnacle/contract/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import { administrator, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { beginFlow, messagesOf, submitFlow } from '../../testing/flows.ts'

let clock: ManualClock
/** Two processes on one database. */
let apps: readonly [TestApp, TestApp]
beforeAll(async () => {
  clock = createManualClock(new Date())
  const first = await startTestApp({ clock })
  apps = [first, await startTestApp({ clock, database: first.database })]
})

type Outcome = 'in' | 'wrong' | 'refused'

async function guess(
  browser: TestBrowser,
  password: string,
  options: { address: string; email?: string },
): Promise<Outcome> {
  const flow = await beginFlow(browser, 'login')
  const answer = await submitFlow(
    browser,
    flow,
    { identifier: options.email ?? administrator.email, password, method: 'password' },
    { 'x-forwarded-for': options.address },
  )
  if (answer.status === 200) return 'in'
  const [message] = messagesOf(answer)
  if (message === 4_000_006) return 'wrong'
  expect(message).toBe(4_000_001)
  return 'refused'
}

let addresses = 0
/** An address that nobody had before. */
function nextAddress(): string {
  addresses += 1
  return `198.51.${100 + Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
}

const stranger = (password: string, process = 0, email?: string) =>
  guess((apps[process] ?? apps[0]).browser(), password, {
    address: nextAddress(),
    ...(email === undefined ? {} : { email }),
  })

describe('guessing a password', () => {
  test('at most ten guesses in a quarter of an hour get through, from any number of addresses, and the owner still signs in', async () => {
    const owner = await apps[0].signedIn()
    owner.cookies.delete('binnacle_session')
    let admitted = 0
    // All at once, through both processes, then again and again while time passes.
    const burst = await Promise.all(Array.from({ length: 24 }, (_, index) => stranger('wrong', index % 2)))
    admitted += burst.filter((outcome) => outcome === 'wrong').length
    expect(admitted).toBe(5)
    for (let elapsed = 0; elapsed < 14 * MINUTE; elapsed += 10 * SECOND) {
      clock.advance(10 * SECOND)
      if ((await stranger('wrong', (elapsed / 10 / SECOND) % 2)) === 'wrong') admitted += 1
    }
    expect(admitted).toBe(10)
    // The right password is no exception for a stranger, or guessing would be told from knowing.
    expect(await stranger(administrator.password)).toBe('refused')
    // Its owner mistypes it once and gets in, in the browser that they used before.
    expect(await guess(owner, 'mistyped', { address: nextAddress() })).toBe('wrong')
    expect(await guess(owner, administrator.password, { address: nextAddress() })).toBe('in')
    clock.advance(16 * MINUTE)
    expect(await stranger(administrator.password)).toBe('in')
  })

  test('a known browser has its own limit, and knows one account only', async () => {
    const owner = await apps[0].signedIn()
    owner.cookies.delete('binnacle_session')
    let admitted = 0
    for (let elapsed = 0; elapsed < 14 * MINUTE; elapsed += 30 * SECOND) {
      if ((await guess(owner, 'wrong', { address: '192.0.2.1' })) === 'wrong') admitted += 1
      clock.advance(30 * SECOND)
    }
    expect(admitted).toBe(10)
    const outcomes: Outcome[] = []
    for (let count = 0; count < 6; count += 1)
      outcomes.push(await guess(owner, 'wrong', { address: nextAddress(), email: 'other@example.com' }))
    expect(outcomes).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'refused'])
    const cookie = owner.cookies.get('binnacle_device') ?? ''
    const forger = apps[0].browser()
    forger.cookies.set('binnacle_device', `${cookie.slice(0, -2)}xx`)
    for (let count = 0; count < 12; count += 1) await guess(forger, 'wrong', { address: nextAddress() })
    expect(await guess(forger, administrator.password, { address: nextAddress() })).toBe('refused')
    clock.advance(16 * MINUTE)
  })

  test('a cookie that was planted before the sign-in never makes its browser known', async () => {
    const planted = 'known-to-the-attacker'
    const victim = apps[0].browser()
    victim.cookies.set('binnacle_device', planted)
    expect((await victim.signIn()).status).toBe(200)
    const own = victim.cookies.get('binnacle_device') ?? ''
    expect(own).not.toBe(planted)
    // Again in a browser that was known before: the cookie is another one, and the one before is forgotten.
    victim.cookies.delete('binnacle_session')
    expect((await victim.signIn()).status).toBe(200)
    expect(victim.cookies.get('binnacle_device')).not.toBe(own)
    for (let count = 0; count < 5; count += 1) expect(await stranger('wrong')).toBe('wrong')
    for (const cookie of [planted, own]) {
      const attacker = apps[0].browser()
      attacker.cookies.set('binnacle_device', cookie)
      expect(await guess(attacker, administrator.password, { address: nextAddress() })).toBe('refused')
    }
    victim.cookies.delete('binnacle_session')
    expect(await guess(victim, administrator.password, { address: nextAddress() })).toBe('in')
    clock.advance(16 * MINUTE)
  })

  test('after five guesses each takes longer than the one before, and the page says how long', async () => {
    for (let count = 0; count < 5; count += 1) expect(await stranger('wrong')).toBe('wrong')
    for (const seconds of [2, 4, 8, 16, 32]) {
      const browser = apps[0].browser()
      const flow = await beginFlow(browser, 'login')
      const fields = { identifier: administrator.email, password: 'wrong', method: 'password' }
      const refused = await submitFlow(browser, flow, fields)
      expect(refused.status).toBe(400)
      expect(refused.body.ui.messages[0].text).toBe(`Too many attempts. Try again in ${seconds} seconds.`)
      clock.advance(seconds * SECOND)
      expect(await stranger('wrong')).toBe('wrong')
    }
    clock.advance(16 * MINUTE)
  })

  test('an account that does not exist has the same limits', async () => {
    const outcomes: Outcome[] = []
    for (let count = 0; count < 6; count += 1) outcomes.push(await stranger('wrong', 0, 'nobody@example.com'))
    expect(outcomes).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'refused'])
    expect(await stranger('wrong', 1, ' NOBODY@Example.com')).toBe('refused')
    clock.advance(16 * MINUTE)
  })

  test('one address guesses at sixty accounts and no more; a network of IPv6 counts as one', async () => {
    for (const addressOf of [() => '203.0.113.7', (count: number) => `2001:db8:1:2::${count.toString(16)}`]) {
      const outcomes = await Promise.all(
        Array.from({ length: 62 }, (_, count) =>
          guess(apps[count % 2 === 0 ? 0 : 1].browser(), 'wrong', {
            address: addressOf(count),
            email: `person${count}@example.com`,
          }),
        ),
      )
      expect(outcomes.filter((outcome) => outcome === 'wrong').length).toBe(60)
    }
    expect(await stranger(administrator.password)).toBe('in')
    clock.advance(16 * MINUTE)
  })

  test('right passwords use up nothing', async () => {
    for (let count = 0; count < 12; count += 1) expect(await stranger(administrator.password)).toBe('in')
  })

  test('a password of a megabyte costs nothing and tells nothing', async () => {
    for (const password of ['x'.repeat(2_000), 'x'.repeat(50_000)])
      for (const email of [administrator.email, 'nobody@example.com'])
        expect(await stranger(password, 0, email)).toBe('wrong')
    const browser = apps[0].browser()
    const flow = await beginFlow(browser, 'login')
    const fields = { identifier: administrator.email, password: 'x'.repeat(1_048_576), method: 'password' }
    expect((await submitFlow(browser, flow, fields)).status).toBe(413)
  })
})
