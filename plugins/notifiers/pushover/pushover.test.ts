import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GIVEN, type ServiceTargets } from '../service-targets.ts'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { startTargets } from './targets.ts'

let targets: ServiceTargets
beforeAll(async () => {
  targets = await startTargets()
})
afterAll(() => targets.stop())

async function deliver(
  changes: Parameters<typeof messageForTest>[0] = {},
  spec: Record<string, unknown> = {},
) {
  const input = { ...targets.working, spec }
  const before = targets.server.calls.length
  const sent = await notifyForTest(notifier, run, input, messageForTest(changes), input)
  const calls = targets.server.calls.slice(before)
  return { sent, calls, form: Object.fromEntries(new URLSearchParams(calls.at(-1)?.body)) }
}

test('a critical alert sounds until somebody acknowledges, which acknowledges it here too', async () => {
  const { sent, calls, form } = await deliver()
  expect(sent).toEqual({ ok: true, value: { id: 'rLqVuqTRh62UzxtmqiaLzQmVcPgiCy' } })
  expect(calls).toMatchObject([{ host: 'api.pushover.net', path: '/1/messages.json' }])
  expect(form).toEqual({
    token: GIVEN,
    user: 'uQiRzpo4DXghDmr9QzzfQu27cmVRsG',
    title: 'The shop is down',
    message: 'Its page answers with status 503.',
    priority: '2',
    retry: '60',
    expire: '3600',
    tags: expect.stringMatching(/^[0-9a-f]{32}$/),
    callback: 'https://binnacle.example/api/acknowledge/token',
    timestamp: '1795406706',
    url: 'https://binnacle.example/health?checkId=1',
    url_title: 'View',
  })
})

test('its recovery stops the sound of all its messages', async () => {
  const { form } = await deliver()
  const { calls, form: last } = await deliver({ kind: 'recovery', opening: { id: 'receipt' } })
  expect(calls.map(({ path }) => path)).toEqual([
    `/1/receipts/cancel_by_tag/${form['tags']}.json`,
    '/1/messages.json',
  ])
  expect(last).toMatchObject({ priority: '0' })
  expect(last).not.toHaveProperty('retry')
})

test('other severities have their priorities', async () => {
  for (const [severity, priority] of [
    ['high', '1'],
    ['medium', '0'],
    ['low', '-1'],
  ] as const)
    expect((await deliver({ severity })).form['priority']).toBe(priority)
  expect((await deliver({}, { priority: '1' })).form['priority']).toBe('1')
  expect((await deliver({}, { priority: 'lowest', sound: 'siren', devices: 'a,b' })).form).toMatchObject({
    priority: '-2',
    sound: 'siren',
    device: 'a,b',
  })
})

test('long texts are cut to what Pushover takes', async () => {
  const { form } = await deliver({ title: 't'.repeat(300), body: 'b'.repeat(2_000) })
  expect(form['title']).toHaveLength(250)
  expect(form['message']).toHaveLength(1_024)
})

test('the monthly limit says when it ends', async () => {
  const reply = {
    status: 429,
    headers: { 'x-limit-app-reset': '1795500000' },
    json: { status: 0, errors: ['application is over its quota'] },
  }
  const input = targets.answering(reply)
  const now = () => new Date(1_795_499_940_000)
  expect(await notifyForTest(notifier, run, input, messageForTest(), { ...input, now })).toEqual({
    ok: false,
    failure: {
      message: 'Pushover answered with status 429: application is over its quota',
      isTemporary: true,
      waitMilliseconds: 60_000,
    },
  })
})

test('an error with status 200 is one', async () => {
  const input = targets.answering({ json: { status: 0, errors: ['user key is invalid'] } })
  expect(await notifyForTest(notifier, run, input, messageForTest(), input)).toMatchObject({
    ok: false,
    failure: { message: 'Pushover refused the message: user key is invalid', isTemporary: false },
  })
})
