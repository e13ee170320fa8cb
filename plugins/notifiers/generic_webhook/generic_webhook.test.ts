import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GIVEN, type ServiceTargets } from '../service-targets.ts'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { startTargets } from './targets.ts'

let targets: ServiceTargets
beforeAll(async () => {
  targets = await startTargets()
})
afterAll(() => targets.stop())

/** Sends with settings and properties of the connection. @returns what arrived */
async function deliver(spec: Record<string, unknown>, properties: Record<string, string> = {}) {
  const { connection } = targets.working
  const input = { spec, connection: { ...connection, properties } }
  const sent = await notifyForTest(notifier, run, input, messageForTest())
  expect(sent).toEqual({ ok: true, value: {} })
  const call = targets.server.calls.at(-1)
  if (call === undefined) throw new Error('nothing arrived')
  return call
}

const { title, body } = messageForTest()

test.each([
  'X-Team web',
  'X Team: web',
  'X-Team: a\u0000b',
  ': web',
  'X-Team: a\nHOST: b',
  'Content-Length: 1',
])('the header "%s" is refused', (headers) => {
  expect(notifier.schema.safeParse({ headers }).success).toBe(false)
})

describe('the server gets', () => {
  test('headers and fields that are in the query of the URL', async () => {
    const { connection } = targets.working
    const url = `${connection.url}?a=1&@Authorization=Bearer+t0ken&$channel=alerts&@X=a%0d%0ab`
    await notifyForTest(notifier, run, { spec: {}, connection: { ...connection, url } }, messageForTest())
    const call = targets.server.calls.at(-1)
    expect(call?.path).toBe(`/hook/${GIVEN}?a=1`)
    expect(call?.headers['authorization']).toBe('Bearer t0ken')
    expect(call?.headers).not.toHaveProperty('x')
    expect(call?.json).toEqual({ title, message: body, channel: 'alerts' })
  })

  test('title and message under the names that the connection says', async () => {
    expect((await deliver({})).json).toEqual({ title, message: body })
    expect((await deliver({}, { titleKey: 'subject', key: 'text' })).json).toEqual({
      subject: title,
      text: body,
    })
  })

  test('fields and headers that the rule adds', async () => {
    const call = await deliver({
      titleKey: 'subject',
      fields: 'channel=alerts\nnote=a=b',
      headers: 'X-Api-Key: k',
    })
    expect(call.json).toEqual({ subject: title, message: body, channel: 'alerts', note: 'a=b' })
    expect(call.headers['x-api-key']).toBe('k')
  })

  test('the message alone where the content type is no JSON', async () => {
    const call = await deliver({}, { contentType: 'text/plain' })
    expect(call).toMatchObject({ body, headers: { 'content-type': 'text/plain' } })
    expect((await deliver({ template: 'raw' })).body).toBe(body)
    expect((await deliver({ template: 'json', contentType: 'text/plain' })).json).toMatchObject({ title })
  })

  test('the fields in the query where the method is GET', async () => {
    const call = await deliver({}, { requestMethod: 'GET' })
    expect(call).toMatchObject({ method: 'GET', body: '' })
    const { searchParams } = new URL(call.path, 'http://test')
    expect(Object.fromEntries(searchParams)).toEqual({ title, message: body })
  })
})

test('a server that repeats the token of the URL does not bring it into the error', async () => {
  const input = targets.answering({ status: 500, text: `POST /hook/${GIVEN} failed` })
  const sent = await notifyForTest(notifier, run, input, messageForTest())
  expect(sent).toMatchObject({ ok: false, failure: { isTemporary: true } })
  expect(JSON.stringify(sent)).not.toContain(GIVEN)
})

test('the headers of the connection stay its own', async () => {
  const { connection } = targets.working
  const url = `${connection.url}?@X-Tenant=ours`
  const input = {
    spec: { headers: 'Authorization: Bearer mine\nX-Tenant: mine\nIdempotency-Key: mine\nX-Team: web' },
    connection: { ...connection, url, password: 'theirs' },
  }
  await notifyForTest(notifier, run, input, messageForTest())
  const headers = targets.server.calls.at(-1)?.headers
  expect(headers).toMatchObject({ authorization: 'Bearer theirs', 'x-tenant': 'ours', 'x-team': 'web' })
  expect(headers?.['idempotency-key']).not.toBe('mine')
  // A connection without a password of its own takes the header of the rule.
  expect((await deliver({ headers: 'Authorization: Bearer mine' })).headers['authorization']).toBe(
    'Bearer mine',
  )
})
