import { describe, expect, test } from 'vitest'
import { type ServiceReply, startServiceServer } from '../servers/service.ts'
import { connectionValuesOf, contextForTest } from '../testing.ts'
import { readRetryAfter, type RefusalWords, sendToService } from './http.ts'

const now = new Date('2026-11-23T04:00:00Z')
const connection = connectionValuesOf({
  name: 'test',
  namespace: 'default',
  type: 'http',
  password: 'xoxb-very-secret',
  insecure_tls: false,
  properties: {},
})

async function ask(reply: ServiceReply, says: RefusalWords = {}, path = '/hooks/T0KENofTheHook') {
  const server = await startServiceServer(() => reply)
  const context = { ...contextForTest({ now: () => now }), connection, key: 'key' }
  const sent = await sendToService('Chat', { url: `${server.url}${path}`, json: { a: 1 } }, context, says)
  await server.stop()
  return sent.ok ? sent.value : sent.failure
}

describe('a service that does not take a message', () => {
  test('is asked again after the time of Retry-After, in seconds or as a date', async () => {
    expect(await ask({ status: 429, headers: { 'retry-after': '30' } })).toEqual({
      message: 'Chat answered with status 429',
      isTemporary: true,
      waitMilliseconds: 30_000,
    })
    const date = 'Mon, 23 Nov 2026 05:00:00 GMT'
    expect(await ask({ status: 503, headers: { 'retry-after': date } })).toMatchObject({
      isTemporary: true,
      waitMilliseconds: 3_600_000,
    })
    expect(readRetryAfter('-5', now)).toBe(0)
    expect(readRetryAfter('soon', now)).toBeUndefined()
    expect(readRetryAfter('999999999', now)).toBe(86_400_000)
  })

  test('may give the time in its own field', async () => {
    const reply = { status: 429, headers: { 'retry-after': '1' }, json: { retry_after: 0.25 } }
    expect(await ask(reply, { wait: () => 250 })).toMatchObject({ waitMilliseconds: 250 })
  })

  test('is asked again after errors of the server and of the way to it, and not after others', async () => {
    for (const status of [408, 429, 500, 502, 503])
      expect(await ask({ status })).toMatchObject({ isTemporary: true })
    for (const status of [301, 400, 401, 403, 404, 410, 413])
      expect(await ask({ status })).toMatchObject({ isTemporary: false })
    expect(await ask('cut')).toMatchObject({ isTemporary: true })
  })

  test('says why in its own words on one line, without secrets and without pages', async () => {
    expect(await ask({ status: 400, json: { error: { message: 'no\n channel' } } })).toMatchObject({
      message: 'Chat answered with status 400: no channel',
    })
    const echo = 'hook T0KENofTheHook of xoxb-very-secret'
    expect(await ask({ status: 404, text: echo })).toMatchObject({
      message: 'Chat answered with status 404: hook *** of ***',
    })
    expect(await ask({ status: 502, text: '<html>Bad Gateway</html>' })).toMatchObject({
      message: 'Chat answered with status 502',
    })
  })

  test('is not followed elsewhere', async () => {
    const moved = await ask({ status: 302, headers: { location: 'http://127.0.0.1:1/' } })
    expect(moved).toMatchObject({ isTemporary: false, message: expect.stringContaining('redirect') })
  })

  test('without a usable address, or where policy forbids, is not asked again and its URL is not shown', async () => {
    const context = { ...contextForTest({ deny: new Set(['loopback']) }), connection, key: 'key' }
    const invalid = await sendToService('Chat', { url: 'ftp://x/xoxb-very-secret' }, context)
    expect(invalid).toEqual({
      ok: false,
      failure: { message: 'the connection has no valid http or https URL', isTemporary: false },
    })
    const denied = await sendToService('Chat', { url: 'http://127.0.0.1:9/' }, context)
    expect(denied).toMatchObject({ ok: false, failure: { isTemporary: false } })
  })
})

test('the answer is parsed if it is JSON, and bounded', async () => {
  expect(await ask({ json: { ok: true } })).toMatchObject({ status: 200, json: { ok: true } })
  expect(await ask({ text: 'ok' })).toMatchObject({ text: 'ok', json: undefined })
  const long = await ask({ text: `"${'x'.repeat(300_000)}"` })
  expect(long).toMatchObject({ json: undefined })
})
