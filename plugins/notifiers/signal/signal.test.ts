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

async function deliver(changes: Parameters<typeof messageForTest>[0] = {}) {
  const sent = await notifyForTest(notifier, run, targets.working, messageForTest(changes))
  const json = targets.server.calls.at(-1)?.json
  if (!isRecord(json)) throw new Error('nothing arrived')
  return { sent, json }
}

test('a message goes to numbers and groups, with its links', async () => {
  const { sent, json } = await deliver()
  expect(sent).toEqual({ ok: true, value: { id: '1677000000123' } })
  expect(targets.server.calls.at(-1)?.path).toBe('/v2/send')
  expect(json).toEqual({
    number: GIVEN,
    recipients: ['+4354546464654', 'group.ckRzaEd4VmRzNnJaASAEsasa'],
    message: [
      '🔴 The shop is down',
      'Its page answers with status 503.',
      '',
      'View: https://binnacle.example/health?checkId=1',
      'Silence: https://binnacle.example/notifications/silences/add?check_id=1',
      'Acknowledge: https://binnacle.example/acknowledge/token',
    ].join('\n'),
    text_mode: 'normal',
  })
})

test('a recovery is a reply to the message of the alert', async () => {
  const { json } = await deliver({ kind: 'recovery', opening: { id: '1677000000123' } })
  expect(json).toMatchObject({
    quote_timestamp: 1_677_000_000_123,
    quote_author: GIVEN,
    quote_message: 'check shop',
  })
})

test('a long message is shown as one, and its links stay', async () => {
  const { json } = await deliver({ body: 'ö'.repeat(3_000) })
  expect(Buffer.byteLength(String(json['message']))).toBeLessThanOrEqual(2_000)
  expect(json['message']).toMatch(/ö…\n\nView: [^]+acknowledge\/token$/)
})

test.each([
  ['Failed to send message: network unreachable', true],
  ['Invalid recipient', false],
])('"%s" may be better later: %s', async (error, isTemporary) => {
  const input = targets.answering({ status: 400, json: { error } })
  expect(await notifyForTest(notifier, run, input, messageForTest())).toMatchObject({
    ok: false,
    failure: { isTemporary, message: `Signal answered with status 400: ${error}` },
  })
})
