import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ServiceTargets } from '../service-targets.ts'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { startTargets } from './targets.ts'
import { escapeXml, spoken, twimlOf } from './twiml.ts'

let targets: ServiceTargets
beforeAll(async () => {
  targets = await startTargets()
})
afterAll(() => targets.stop())

const spec = notifier.schema.parse({ to: '+15558675310' })

test('a call speaks the message twice, and sends a pressed key to be acknowledged', async () => {
  const sent = await notifyForTest(notifier, run, targets.working, messageForTest(), targets.working)
  expect(sent).toEqual({ ok: true, value: { id: 'CAXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX' } })
  const call = targets.server.calls.at(-1)
  expect(call?.path).toMatch(/\/Calls\.json$/)
  const gather =
    '<Gather input="dtmf" numDigits="1" finishOnKey="" timeout="5" method="POST" action="https://binnacle.example/api/acknowledge/token/call">' +
    '<Say language="en-US">The shop is down. Its page answers with status 503. Press 1 to acknowledge.</Say></Gather>'
  expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
    To: '+15558675310',
    From: '+15557122661',
    Timeout: '60',
    Twiml: `<Response>${gather}${gather}</Response>`,
  })
})

test('a messaging service cannot call', async () => {
  const { connection, ...rest } = targets.working
  const properties = { ...connection.properties, from: 'MG1' }
  const input = { ...rest, connection: { ...connection, properties } }
  expect(await notifyForTest(notifier, run, input, messageForTest(), input)).toMatchObject({
    ok: false,
    failure: { isTemporary: false },
  })
})

describe('the instructions', () => {
  test('of a recovery ask for no key', () => {
    const twiml = twimlOf(spec, messageForTest({ kind: 'recovery' }))
    expect(twiml).not.toContain('Gather')
    expect(twiml).not.toContain('Press')
  })

  test('say no addresses', () => {
    expect(spoken('See\nhttps://shop.example/a?b=c now')).toBe('See now')
  })

  test('cannot be changed by texts of users', () => {
    const hostile = '</Say><Dial>+19005550123</Dial><Say x="\'&'
    const twiml = twimlOf(spec, messageForTest({ title: hostile, body: hostile }))
    expect(twiml).not.toContain('<Dial>')
    expect(twiml).toContain('&lt;Dial&gt;')
    const links = [{ name: 'acknowledge' as const, label: 'x', url: 'x', call: 'https://x/?a=1&b="><Dial>' }]
    expect(twimlOf(spec, messageForTest({ links }))).toContain(
      'action="https://x/?a=1&amp;b=&quot;&gt;&lt;Dial&gt;"',
    )
  })

  test('of any text fit and are XML', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 3_000 }),
        fc.integer({ min: 1, max: 5 }),
        (body, repeat) => {
          const twiml = twimlOf({ ...spec, repeat }, messageForTest({ body }))
          expect(twiml.length).toBeLessThanOrEqual(4_000)
          // eslint-disable-next-line no-control-regex
          expect(twiml).toMatch(/^(?:<\/?[A-Z][A-Za-z]+(?: [a-zA-Z]+="[^"<]*")*\/?>|[^<>"'\u0000-\u001f])+$/u)
        },
      ),
    )
    expect(
      twimlOf({ ...spec, repeat: 5 }, messageForTest({ body: '&'.repeat(5_000) })).length,
    ).toBeLessThanOrEqual(4_000)
  })

  test('XML has no characters that it cannot have', () => {
    expect(escapeXml('a\u0000\u000b\ud800b<')).toBe('a\ufffdb&lt;')
  })
})
