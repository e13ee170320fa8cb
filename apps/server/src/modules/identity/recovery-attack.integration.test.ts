import { MINUTE } from '@binnacle/contract/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import { administrator, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { beginFlow, messagesOf, type OpenFlow, submitFlow } from '../../testing/flows.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let mail: TestMailServer
let clock: ManualClock
beforeAll(async () => {
  mail = await startMailServer()
  clock = createManualClock(new Date())
  app = await startTestApp({
    clock,
    environment: { SMTP_URL: mail.url, MAIL_FROM: 'Binnacle <binnacle@example.com>' },
  })
  return () => mail.stop()
})

let addresses = 0
/** Headers of a network address that nobody had before. */
function nextAddress(): Record<string, string> {
  addresses += 1
  return { 'x-forwarded-for': `198.51.${100 + Math.floor(addresses / 250)}.${(addresses % 250) + 1}` }
}

interface RecoveryRequest {
  browser: TestBrowser
  flow: OpenFlow
  status: number
}

/** Asks for a code from its own network address, in a browser that nobody used before. */
async function ask(headers = nextAddress()): Promise<RecoveryRequest> {
  const browser = app.browser()
  const flow = await beginFlow(browser, 'recovery')
  const { status } = await submitFlow(browser, flow, { email: administrator.email, method: 'code' }, headers)
  return { browser, flow, status }
}

const enter = ({ browser, flow }: RecoveryRequest, code: string) =>
  submitFlow(browser, flow, { code, method: 'code' })

/** What is in the mailbox of the owner: the codes of all emails so far, the newest last. */
function mailbox(): string[] {
  return mail.mails.flatMap(({ text }) => /^\s+([2-9b-z]{5}-[2-9b-z]{5})$/m.exec(text)?.[1] ?? [])
}

/** Waits until all emails have arrived. */
async function queueIsEmpty(): Promise<void> {
  await until(async () => {
    const { rows } = await app.database.pool.query<{ waiting: number }>(
      'select count(*)::int as waiting from graphile_worker.jobs',
    )
    return rows[0]?.waiting === 0
  })
}

/**
 * Lets strangers ask for codes twice a minute, for so many minutes. Emails arrive one by one: several at once may overtake
 * each other.
 */
async function attackFor(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await ask()
    await queueIsEmpty()
    await ask()
    await queueIsEmpty()
    clock.advance(MINUTE)
  }
}

/** Lets the owner recover in a new browser, with the newest email that they have. */
async function ownerRecovers(): Promise<number> {
  const owner = await ask()
  expect(owner.status).toBe(200)
  await queueIsEmpty()
  const code = mailbox().at(-1) ?? ''
  return (await enter(owner, code)).status
}

describe('an owner who has lost the password recovers in a new browser', () => {
  test('while strangers ask for codes and guess from many addresses', async () => {
    for (let count = 0; count < 6; count += 1) {
      const stranger = await ask()
      expect(stranger.status).toBe(200)
      for (let guess = 0; guess < 5; guess += 1)
        expect(messagesOf(await enter(stranger, `bbbbb-bbbb${2 + guess}`))).toEqual([4_060_006])
      await app.browser().signIn({ email: administrator.email, password: 'wrong' })
    }
    expect(await ownerRecovers()).toBe(422)
  })

  test('at any minute of an attack that goes on for hours, and the mailbox is not flooded', async () => {
    const before = mail.mails.length
    let recovered = 0
    for (; recovered < 17; recovered += 1) {
      await attackFor(7)
      const owner = await ask()
      expect(messagesOf(await enter(owner, 'bbbbb-bbbbb'))).toEqual([4_060_006])
      await queueIsEmpty()
      expect((await enter(owner, mailbox().at(-1) ?? '')).status, `recovery ${recovered}`).toBe(422)
    }
    await queueIsEmpty()
    // Five at once, one every ten minutes, and a new one after each that the owner used.
    expect(mail.mails.length - before).toBeLessThanOrEqual(5 + 12 + recovered)
  }, 120_000)

  test('with a code that a stranger had sent, which the stranger does not know', async () => {
    clock.advance(61 * MINUTE)
    for (let count = 0; count < 5; count += 1) await ask()
    const stranger = await ask()
    const owner = await ask()
    await queueIsEmpty()
    const code = mailbox().at(-1) ?? ''
    // Their guesses use up their own form, and nobody else's.
    for (let guess = 0; guess < 6; guess += 1) await enter(stranger, 'bbbbb-bbbbb')
    expect((await enter(stranger, code)).status).toBe(400)
    expect((await enter(owner, code)).status).toBe(422)
    // Once used it is worth nothing, not even in another form.
    const late = await ask()
    expect(messagesOf(await enter(late, code))).toEqual([4_060_006])
  })
})

test('one network address asks for thirty codes an hour for any accounts, and is told to wait', async () => {
  clock.advance(61 * MINUTE)
  const headers = nextAddress()
  const outcomes: number[] = []
  for (let count = 0; count < 31; count += 1) outcomes.push((await ask(headers)).status)
  expect(outcomes.filter((status) => status === 200)).toHaveLength(30)
  expect(outcomes.at(-1)).toBe(400)
  expect((await ask()).status).toBe(200)
})
