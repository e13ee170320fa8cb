import { isRecord } from '@binnacle/plugin-kit/core'
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
  const sent = await notifyForTest(notifier, run, input, messageForTest(changes), input)
  const call = targets.server.calls.at(-1)
  if (call === undefined || !isRecord(call.json)) throw new Error('nothing arrived')
  return { sent, call, json: call.json }
}

test('an alert opens an incident', async () => {
  const { sent, call, json } = await deliver()
  expect(sent).toEqual({ ok: true, value: { id: 'alert-1' } })
  expect(call).toMatchObject({ host: 'events.pagerduty.com', path: '/v2/enqueue' })
  expect(json).toEqual({
    routing_key: GIVEN,
    event_action: 'trigger',
    dedup_key: 'alert-1',
    client: 'Binnacle',
    client_url: 'https://binnacle.example/health?checkId=1',
    payload: {
      summary: 'The shop is down',
      source: 'shop',
      timestamp: '2026-11-23T04:05:06.000Z',
      severity: 'critical',
      class: 'check',
      custom_details: { team: 'web', details: 'Its page answers with status 503.' },
    },
    links: [
      { href: 'https://binnacle.example/health?checkId=1', text: 'View' },
      { href: 'https://binnacle.example/notifications/silences/add?check_id=1', text: 'Silence' },
      { href: 'https://binnacle.example/acknowledge/token', text: 'Acknowledge' },
    ],
  })
})

test('its recovery resolves the incident', async () => {
  const { json } = await deliver({ kind: 'recovery', opening: { id: 'alert-1' } })
  expect(json).toMatchObject({ event_action: 'resolve', dedup_key: 'alert-1' })
})

test('an update goes to the incident of its alert, and is a change event without one', async () => {
  const open = await deliver({ kind: 'update', opening: { id: 'alert-1' } })
  expect(open.json).toMatchObject({ event_action: 'trigger', dedup_key: 'alert-1' })
  const change = await deliver({ kind: 'update' })
  expect(change.call.path).toBe('/v2/change/enqueue')
  expect(change.json).not.toHaveProperty('event_action')
  expect(change.sent).toEqual({ ok: true, value: {} })
})

test('accounts in the EU have their own server', async () => {
  const { connection, ...rest } = targets.working
  const input = { ...rest, connection: { ...connection, properties: { region: 'EU' } } }
  await notifyForTest(notifier, run, input, messageForTest(), input)
  expect(targets.server.calls.at(-1)?.host).toBe('events.eu.pagerduty.com')
})

test('a long title and a long key are cut to what PagerDuty takes', async () => {
  const { json } = await deliver({ title: 't'.repeat(2_000), alert: 'a'.repeat(300) })
  expect(json).toMatchObject({
    payload: { summary: `${'t'.repeat(1_023)}…` },
    dedup_key: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('an invalid event is refused for good, with all the reasons', async () => {
  const sent = await notifyForTest(notifier, run, targets.failing, messageForTest(), targets.failing)
  expect(sent).toEqual({
    ok: false,
    failure: {
      message:
        'PagerDuty answered with status 400: Event object is invalid: Length of "routing_key" is incorrect (should be 32 characters)',
      isTemporary: false,
    },
  })
})

test('too many events may be sent later', async () => {
  const input = targets.answering({ status: 429, headers: { 'retry-after': '30' } })
  expect(await notifyForTest(notifier, run, input, messageForTest(), input)).toMatchObject({
    ok: false,
    failure: { isTemporary: true, waitMilliseconds: 30_000 },
  })
})
