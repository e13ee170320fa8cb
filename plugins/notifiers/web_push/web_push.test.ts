import { createPublicKey, verify } from 'node:crypto'
import { pushMessage } from '@binnacle/contract/on-call'
import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { startTargets, type WebPushTargets } from './targets.ts'

let targets: WebPushTargets
beforeAll(async () => {
  targets = await startTargets()
})
afterAll(() => targets.stop())

async function deliver(changes: Parameters<typeof messageForTest>[0] = {}) {
  const sent = await notifyForTest(notifier, run, targets.working, messageForTest(changes))
  const call = targets.calls.at(-1)
  if (call === undefined) throw new Error(JSON.stringify(sent))
  const payload: unknown = JSON.parse(call.text)
  return { sent, ...call, payload }
}

test('a browser decrypts the message as its service worker takes it', async () => {
  const { sent, payload, headers } = await deliver()
  const message = messageForTest()
  expect(sent).toEqual({ ok: true, value: {} })
  expect(payload).toEqual({
    title: message.title,
    body: message.body,
    tag: 'alert-1',
    url: 'https://binnacle.example/health?checkId=1',
    time: '2026-11-23T04:05:06.000Z',
    urgent: true,
    acknowledge: {
      label: 'Acknowledge',
      url: message.links.find(({ name }) => name === 'acknowledge')?.post,
      page: 'https://binnacle.example/acknowledge/token',
    },
  })
  expect(pushMessage.parse(payload)).toEqual(payload)
  expect(headers).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' })
  expect(headers['topic']).toMatch(/^[\w-]{32}$/)
})

test('the recovery replaces the alert that still waits for the device, and wakes nobody', async () => {
  const alert = await deliver()
  const recovery = await deliver({ kind: 'recovery' })
  expect(recovery.payload).toMatchObject({ tag: 'alert-1', urgent: false })
  expect(recovery.payload).not.toHaveProperty('acknowledge')
  expect(recovery.headers['topic']).toBe(alert.headers['topic'])
  expect(recovery.headers['urgency']).toBe('normal')
})

test('the installation signs the request with its VAPID key', async () => {
  const { headers } = await deliver()
  const [, head = '', claims = '', signature = '', key] =
    /^vapid t=([^.]+)\.([^.]+)\.([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? []
  expect(key).toBe(targets.vapid.publicKey)
  const point = Buffer.from(targets.vapid.publicKey, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(isSigned).toBe(true)
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    sub: 'mailto:ops@example.com',
  })
})

test('a long message fits into 4096 bytes', async () => {
  const { size, payload } = await deliver({ body: '"ö👩‍👩‍👧‍👦\n'.repeat(1_000), title: 'ö'.repeat(1_000) })
  expect(size).toBeLessThanOrEqual(4_096)
  expect(size).toBeGreaterThan(4_000)
  expect(payload).toMatchObject({ body: expect.stringMatching(/…$/), title: expect.stringMatching(/ö…$/) })
})

test.each([404, 410])('a subscription that is gone (%i) is never tried again', async (status) => {
  const sent = await notifyForTest(notifier, run, targets.answering(status), messageForTest())
  expect(sent).toMatchObject({ ok: false, failure: { isTemporary: false } })
  expect(JSON.stringify(sent)).toContain('the subscription is gone')
})

test.each([
  [429, true],
  [503, true],
  [403, false],
  [413, false],
])('status %i may be better later: %s', async (status, isTemporary) => {
  const sent = await notifyForTest(notifier, run, targets.answering(status), messageForTest())
  expect(sent).toMatchObject({
    ok: false,
    failure: { isTemporary, ...(isTemporary ? { waitMilliseconds: 120_000 } : {}) },
  })
})

test('keys that are not valid are never tried again, and the error does not show them', async () => {
  const { spec, connection } = targets.working
  const properties = { ...connection.properties, p256dh: 'nonsense-key' }
  const sent = await notifyForTest(
    notifier,
    run,
    { spec, connection: { ...connection, properties } },
    messageForTest(),
  )
  expect(sent).toMatchObject({ ok: false, failure: { isTemporary: false } })
  expect(JSON.stringify(sent)).not.toContain('nonsense-key')
})
