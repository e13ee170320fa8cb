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

async function deliver(spec: Record<string, unknown>) {
  const input = { ...targets.working, spec }
  const before = targets.server.calls.length
  const sent = await notifyForTest(notifier, run, input, messageForTest(), input)
  return { sent, calls: targets.server.calls.slice(before) }
}

test('a push is a link to the alert', async () => {
  const { sent, calls } = await deliver({})
  expect(sent).toEqual({ ok: true, value: { id: 'ujpah72o0sjAoRtnM0jc' } })
  expect(calls).toMatchObject([
    { host: 'api.pushbullet.com', path: '/v2/pushes', headers: { 'access-token': GIVEN } },
  ])
  expect(calls[0]?.json).toEqual({
    channel_tag: 'alerts',
    guid: expect.stringMatching(/^[0-9a-f]{32}$/),
    type: 'link',
    title: 'The shop is down',
    body: 'Its page answers with status 503.',
    url: 'https://binnacle.example/health?checkId=1',
  })
})

test('each target gets its own push, the same one at every attempt', async () => {
  const spec = { targets: 'ujpah72o0, #alerts, ann@example.com' }
  const first = await deliver(spec)
  expect(first.calls.map(({ json }) => json)).toMatchObject([
    { device_iden: 'ujpah72o0' },
    { channel_tag: 'alerts' },
    { email: 'ann@example.com' },
  ])
  const again = await deliver(spec)
  expect(again.calls.map(({ json }) => json)).toEqual(first.calls.map(({ json }) => json))
})

test('an error names the target that was refused', async () => {
  const refusal = {
    status: 400,
    json: { error: { type: 'invalid_request', message: 'The param email has an invalid value.' } },
  }
  const input = targets.answering(refusal)
  const sent = await notifyForTest(
    notifier,
    run,
    { ...input, spec: { targets: 'x@y, #alerts' } },
    messageForTest(),
    input,
  )
  expect(sent).toMatchObject({
    ok: false,
    failure: {
      message: 'x@y: Pushbullet answered with status 400: The param email has an invalid value.',
      isTemporary: false,
    },
  })
})

test('the rate limit says when it ends', async () => {
  const input = targets.answering({ status: 429, headers: { 'x-ratelimit-reset': '1795500000' } })
  const now = () => new Date(1_795_499_940_000)
  expect(await notifyForTest(notifier, run, input, messageForTest(), { ...input, now })).toMatchObject({
    ok: false,
    failure: { isTemporary: true, waitMilliseconds: 60_000 },
  })
})
