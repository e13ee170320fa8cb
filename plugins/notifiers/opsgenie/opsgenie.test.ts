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
  if (call === undefined) throw new Error('nothing arrived')
  return { sent, call }
}

test('an alert is created under its alias', async () => {
  const { sent, call } = await deliver({}, { responders: 'team:web, user:ann@example.com', tags: 'a, b' })
  expect(sent).toEqual({ ok: true, value: { id: '43a29c5c-3dbf-4fa4-9c26-f4f71023e120' } })
  expect(call).toMatchObject({
    host: 'api.opsgenie.com',
    path: '/v2/alerts',
    headers: { authorization: `GenieKey ${GIVEN}` },
  })
  expect(call.json).toEqual({
    message: 'The shop is down',
    alias: 'alert-1',
    description: expect.stringContaining('Acknowledge: https://binnacle.example/acknowledge/token'),
    priority: 'P1',
    entity: 'shop',
    source: 'Binnacle',
    details: { team: 'web' },
    responders: [
      { type: 'team', name: 'web' },
      { type: 'user', username: 'ann@example.com' },
    ],
    tags: ['a', 'b'],
  })
})

test('its recovery closes it, and an update of it is a note', async () => {
  const opening = { id: 'x' }
  const recovery = await deliver({ kind: 'recovery', opening, alert: 'alert/1' })
  expect(recovery.call.path).toBe('/v2/alerts/alert%2F1/close?identifierType=alias')
  expect(recovery.call.json).toEqual({
    source: 'Binnacle',
    note: 'The shop is down\nIts page answers with status 503.',
  })
  expect((await deliver({ kind: 'update', opening })).call.path).toBe(
    '/v2/alerts/alert-1/notes?identifierType=alias',
  )
  expect((await deliver({ kind: 'update' })).call).toMatchObject({
    path: '/v2/alerts',
    json: { priority: 'P5' },
  })
})

test('long texts are cut to what OpsGenie takes, and the links stay', async () => {
  const { call } = await deliver({ title: 't'.repeat(200), body: 'b'.repeat(20_000) })
  expect(call.json).toMatchObject({
    message: `${'t'.repeat(129)}…`,
    description: expect.stringMatching(/^b+…\n\nView: [^]+token$/),
  })
  expect(JSON.stringify(call.json).length).toBeLessThan(16_000)
})

test('a key that is not valid is refused for good', async () => {
  const sent = await notifyForTest(notifier, run, targets.failing, messageForTest(), targets.failing)
  expect(sent).toMatchObject({ ok: false, failure: { isTemporary: false } })
  expect(JSON.stringify(sent)).toContain('Request body is not processable')
})

test('responders in another form are refused', () => {
  expect(notifier.schema.safeParse({ responders: 'web' }).success).toBe(false)
})
