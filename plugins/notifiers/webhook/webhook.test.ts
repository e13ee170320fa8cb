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

test('a program gets everything that is known of the alert', async () => {
  const message = messageForTest()
  const sent = await notifyForTest(notifier, run, targets.working, message, { key: 'key-1' })
  const { title, body, kind, severity, resource, labels, links, alert } = message
  expect(sent).toEqual({ ok: true, value: {} })
  const call = targets.server.calls.at(-1)
  expect(call).toMatchObject({ method: 'POST', path: '/alerts' })
  expect(call?.json).toEqual({
    title,
    message: body,
    kind,
    severity,
    resource,
    labels,
    annotations: {},
    links,
    alert,
    time: '2026-11-23T04:05:06.000Z',
  })
  expect(call?.headers).toMatchObject({
    'content-type': 'application/json',
    'idempotency-key': 'key-1',
    authorization: `Basic ${Buffer.from(`binnacle:${GIVEN}`).toString('base64')}`,
  })
})

test('a password without user is a bearer token', async () => {
  const { spec, connection } = targets.working
  const { username: _user, ...rest } = connection
  await notifyForTest(notifier, run, { spec, connection: rest }, messageForTest())
  expect(targets.server.calls.at(-1)?.headers['authorization']).toBe(`Bearer ${GIVEN}`)
})

test('a redirect is not followed', async () => {
  const before = targets.server.calls.length
  const input = targets.answering({ status: 302, headers: { location: '/elsewhere' } })
  expect(await notifyForTest(notifier, run, input, messageForTest())).toMatchObject({
    ok: false,
    failure: { isTemporary: false },
  })
  expect(targets.server.calls.length).toBe(before + 1)
})

test('an answer that breaks off may be better later', async () => {
  const sent = await notifyForTest(notifier, run, targets.answering('cut'), messageForTest())
  expect(sent).toMatchObject({ ok: false, failure: { isTemporary: true } })
})

test('no field of a rule or of the address takes the name of a detail', async () => {
  const { connection } = targets.working
  const message = messageForTest()
  const names = ['kind', 'severity', 'time', 'resource', 'labels', 'links', 'alert'] as const
  const fields = names.map((name) => `${name}=forged`).join('\n')
  const url = `${connection.url}?${names.map((name) => `$${name}=forged`).join('&')}`
  const specs = [{ fields }, {}, ...names.flatMap((name) => [{ titleKey: name }, { messageKey: name }])]
  for (const spec of specs) {
    await notifyForTest(notifier, run, { spec, connection: { ...connection, url } }, message)
    const { json } = targets.server.calls.at(-1) ?? {}
    expect(json).toMatchObject({ kind: message.kind, severity: message.severity, alert: message.alert })
    expect(JSON.stringify(json)).not.toContain('forged')
    expect(json).toHaveProperty('links', message.links)
  }
  // Without details the names are free.
  await notifyForTest(notifier, run, { spec: { details: false, fields: 'kind=page' }, connection }, message)
  expect(targets.server.calls.at(-1)?.json).toMatchObject({ kind: 'page' })
})

test('a template of the rule is sent as it is where the message alone is wanted', async () => {
  const { spec, connection } = targets.working
  const raw = { spec: { ...spec, template: 'raw' }, connection }
  const written = '{"text": "**shop** is down"}'
  await notifyForTest(notifier, run, raw, { ...messageForTest({ body: 'shop is down' }), written })
  expect(targets.server.calls.at(-1)?.body).toBe(written)
  await notifyForTest(notifier, run, raw, messageForTest({ body: 'shop is down' }))
  expect(targets.server.calls.at(-1)?.body).toBe('shop is down')
})
