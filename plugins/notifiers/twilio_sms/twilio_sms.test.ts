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

const ACCOUNT = 'ACXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX'

async function deliver(
  changes: Parameters<typeof messageForTest>[0] = {},
  spec: Record<string, unknown> = {},
) {
  const input = { ...targets.working, spec: { ...targets.working.spec, ...spec } }
  const sent = await notifyForTest(notifier, run, input, messageForTest(changes), input)
  const call = targets.server.calls.at(-1)
  return { sent, call, form: Object.fromEntries(new URLSearchParams(call?.body)) }
}

test('an SMS says what happened, with the link to acknowledge', async () => {
  const { sent, call, form } = await deliver()
  expect(sent).toEqual({ ok: true, value: { id: 'SMXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX' } })
  expect(call).toMatchObject({
    host: 'api.twilio.com',
    path: `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`,
    headers: { authorization: `Basic ${Buffer.from(`${ACCOUNT}:${GIVEN}`).toString('base64')}` },
  })
  expect(form).toEqual({
    To: '+15558675310',
    From: '+15557122661',
    Body: 'The shop is down\nIts page answers with status 503.\nAcknowledge: https://binnacle.example/acknowledge/token',
  })
})

test('a long message is cut, and the link stays', async () => {
  const { form } = await deliver({ body: 'b'.repeat(5_000) })
  expect(form['Body']).toHaveLength(320)
  expect(form['Body']).toMatch(/b…\nAcknowledge: https:\/\/binnacle\.example\/acknowledge\/token$/)
  expect((await deliver({ body: 'b'.repeat(5_000) }, { longest: 1_600 })).form['Body']).toHaveLength(1_600)
})

test('a recovery links to the view', async () => {
  expect((await deliver({ kind: 'recovery' })).form['Body']).toMatch(/\nView: /)
})

test('a messaging service and an API key are used as such', async () => {
  const { connection, ...rest } = targets.working
  const properties = { ...connection.properties, from: 'MG1' }
  const input = { ...rest, connection: { ...connection, username: 'SK1', properties } }
  await notifyForTest(notifier, run, input, messageForTest(), input)
  const call = targets.server.calls.at(-1)
  expect(Object.fromEntries(new URLSearchParams(call?.body))).toMatchObject({ MessagingServiceSid: 'MG1' })
  expect(call?.headers['authorization']).toBe(`Basic ${Buffer.from(`SK1:${GIVEN}`).toString('base64')}`)
})

test.each([
  [400, 21_211, "The 'To' number +1555 is not a valid phone number.", false],
  [429, 20_429, 'Too Many Requests', true],
])('status %i with code %i says why', async (status, code, message, isTemporary) => {
  const input = targets.answering({ status, json: { code, message, status } })
  expect(await notifyForTest(notifier, run, input, messageForTest(), input)).toEqual({
    ok: false,
    failure: { message: `Twilio answered with status ${status}: ${message} (${code})`, isTemporary },
  })
})

test('a message that failed at once is not sent', async () => {
  const json = { sid: 'SM1', status: 'failed', error_code: 30_034, error_message: 'unregistered number' }
  const input = targets.answering({ status: 201, json })
  expect(await notifyForTest(notifier, run, input, messageForTest(), input)).toMatchObject({
    ok: false,
    failure: { message: 'Twilio refused the message: unregistered number' },
  })
})

test('a number without country code is refused', () => {
  expect(notifier.schema.safeParse({ to: '0171 123' }).success).toBe(false)
})
