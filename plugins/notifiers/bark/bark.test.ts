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

test('a critical alert sounds in silent mode, and a tap opens it', async () => {
  expect(await notifyForTest(notifier, run, targets.working, messageForTest())).toEqual({
    ok: true,
    value: {},
  })
  const call = targets.server.calls.at(-1)
  expect(call?.path).toBe('/push')
  expect(call?.json).toEqual({
    device_key: GIVEN,
    title: 'The shop is down',
    body: 'Its page answers with status 503.',
    level: 'critical',
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    url: 'https://binnacle.example/health?checkId=1',
  })
})

test('a recovery replaces its alert', async () => {
  await notifyForTest(notifier, run, targets.working, messageForTest())
  await notifyForTest(notifier, run, targets.working, messageForTest({ kind: 'recovery' }))
  const [alert, recovery] = targets.server.calls.slice(-2).map(({ json }) => json)
  expect(recovery).toMatchObject({ level: 'active' })
  expect(recovery).toHaveProperty('id', Reflect.get(Object(alert), 'id'))
})

test('a long message fits into what Apple takes', async () => {
  await notifyForTest(notifier, run, targets.working, messageForTest({ body: 'ö'.repeat(5_000) }))
  const call = targets.server.calls.at(-1)
  expect(Buffer.byteLength(call?.body ?? '')).toBeLessThan(4_096)
})

test('an error with status 200 is one', async () => {
  const input = targets.answering({ json: { code: 400, message: 'device key is empty' } })
  expect(await notifyForTest(notifier, run, input, messageForTest())).toMatchObject({
    ok: false,
    failure: { message: 'Bark refused the message: device key is empty', isTemporary: false },
  })
})

test.each([
  ['push failed: BadDeviceToken', false],
  ['push failed: context deadline exceeded', true],
])('"%s" may be better later: %s', async (text, isTemporary) => {
  const input = targets.answering({ status: 500, json: { code: 500, message: text } })
  expect(await notifyForTest(notifier, run, input, messageForTest())).toMatchObject({
    ok: false,
    failure: { isTemporary },
  })
})
