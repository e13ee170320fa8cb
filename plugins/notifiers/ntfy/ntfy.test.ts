import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import { isRecord } from '@binnacle/plugin-kit/core'
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
  spec: Record<string, unknown> = targets.working.spec,
) {
  const input = { ...targets.working, spec }
  const sent = await notifyForTest(notifier, run, input, messageForTest(changes), input)
  const call = targets.server.calls.at(-1)
  if (call === undefined || !isRecord(call.json)) throw new Error('nothing arrived')
  return { sent, call, json: call.json }
}

test('an alert has a button that acknowledges with a POST', async () => {
  const { sent, call, json } = await deliver()
  expect(sent).toEqual({ ok: true, value: { id: 'sPs71M8A2T' } })
  expect(call).toMatchObject({ host: 'ntfy.sh', path: '/', headers: { authorization: `Bearer ${GIVEN}` } })
  expect(json).toEqual({
    topic: 'phil_alerts',
    title: 'The shop is down',
    message: 'Its page answers with status 503.',
    priority: 5,
    tags: ['rotating_light', 'computer'],
    click: 'https://binnacle.example/health?checkId=1',
    sequence_id: expect.stringMatching(/^[\w-]{32}$/),
    actions: [
      { action: 'view', label: 'View', url: 'https://binnacle.example/health?checkId=1' },
      {
        action: 'view',
        label: 'Silence',
        url: 'https://binnacle.example/notifications/silences/add?check_id=1',
      },
      {
        action: 'http',
        label: 'Acknowledge',
        url: 'https://binnacle.example/api/acknowledge/token',
        method: 'POST',
        clear: true,
      },
    ],
  })
})

test('a recovery replaces its alert, and has nothing to acknowledge', async () => {
  const alert = await deliver()
  const { json } = await deliver({ kind: 'recovery' })
  expect(json).toMatchObject({ priority: 3, tags: ['white_check_mark', 'computer'] })
  expect(json['actions']).toHaveLength(1)
  expect(json['sequence_id']).toBe(alert.json['sequence_id'])
})

test('user and password sign in as such', async () => {
  const { connection, ...rest } = targets.working
  const input = { ...rest, connection: { ...connection, username: 'phil' } }
  await notifyForTest(notifier, run, input, messageForTest(), input)
  expect(targets.server.calls.at(-1)?.headers['authorization']).toBe(
    `Basic ${Buffer.from(`phil:${GIVEN}`).toString('base64')}`,
  )
})

test('long texts are cut to the bytes that ntfy takes', async () => {
  const { json } = await deliver({ title: 'ö'.repeat(2_000), body: 'ö'.repeat(5_000) })
  expect(Buffer.byteLength(String(json['title']))).toBeLessThanOrEqual(1_024)
  expect(Buffer.byteLength(String(json['message']))).toBeLessThanOrEqual(4_096)
  expect(json['message']).toMatch(/ö…$/)
})

test('settings of the rule take precedence', async () => {
  expect((await deliver({}, { priority: 'urgent' })).json).toMatchObject({ priority: 5 })
  const { json, call } = await deliver({}, { priority: 'low', delay: '30min', cache: false, firebase: false })
  expect(json).toMatchObject({ priority: 2, delay: '30min' })
  expect(call.headers).toMatchObject({ cache: 'no', firebase: 'no' })
})

test('a server that limits requests is asked again later', async () => {
  const reply = {
    status: 429,
    json: {
      code: 42901,
      http: 429,
      error: 'limit reached: too many requests',
      link: 'https://ntfy.sh/docs/publish/#limitations',
    },
  }
  const input = targets.answering(reply)
  expect(await notifyForTest(notifier, run, input, messageForTest(), input)).toEqual({
    ok: false,
    failure: {
      message: 'ntfy answered with status 429: limit reached: too many requests',
      isTemporary: true,
    },
  })
})

test('a server that is no ntfy is told from one', async () => {
  const input = targets.answering({ text: '<html>hello</html>' })
  expect(await notifyForTest(notifier, run, input, messageForTest(), input)).toMatchObject({
    ok: false,
    failure: { isTemporary: false },
  })
})
