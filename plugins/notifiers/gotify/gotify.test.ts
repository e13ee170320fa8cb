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

test('a message is Markdown with links, and a tap opens the alert', async () => {
  const sent = await notifyForTest(notifier, run, targets.working, messageForTest())
  expect(sent).toEqual({ ok: true, value: { id: '25' } })
  const call = targets.server.calls.at(-1)
  expect(call).toMatchObject({ path: '/gotify/message', headers: { 'x-gotify-key': GIVEN } })
  expect(call?.json).toEqual({
    title: 'The shop is down',
    message: [
      'Its page answers with status 503.',
      '',
      '[View](<https://binnacle.example/health?checkId=1>) · [Silence](<https://binnacle.example/notifications/silences/add?check_id=1>) · [Acknowledge](<https://binnacle.example/acknowledge/token>)',
    ].join('\n'),
    priority: 10,
    extras: {
      'client::display': { contentType: 'text/markdown' },
      'client::notification': { click: { url: 'https://binnacle.example/health?checkId=1' } },
    },
  })
})

test('the priority follows the severity, and a recovery is quieter', async () => {
  for (const [changes, priority] of [
    [{ severity: 'high' }, 8],
    [{ severity: 'low' }, 2],
    [{ kind: 'recovery' }, 5],
  ] as const) {
    await notifyForTest(notifier, run, targets.working, messageForTest(changes))
    expect(targets.server.calls.at(-1)?.json).toMatchObject({ priority })
  }
})

test('a connection from an address has host and port in place of a URL', async () => {
  const { url: _url, ...connection } = targets.working.connection
  const input = { ...targets.working, connection: { ...connection, properties: { host: 'gotify.example' } } }
  await notifyForTest(notifier, run, input, messageForTest(), input)
  expect(targets.server.calls.at(-1)).toMatchObject({ host: 'gotify.example', path: '/message' })
})

test('a wrong token is refused for good, with the words of the server', async () => {
  expect(await notifyForTest(notifier, run, targets.failing, messageForTest())).toEqual({
    ok: false,
    failure: {
      message:
        'Gotify answered with status 401: Unauthorized: you need to provide a valid access token or user credentials to access this api',
      isTemporary: false,
    },
  })
})

test('a server that is no Gotify is told from one', async () => {
  const input = targets.answering({ text: 'hello' })
  expect(await notifyForTest(notifier, run, input, messageForTest())).toMatchObject({
    ok: false,
    failure: { isTemporary: false },
  })
})
