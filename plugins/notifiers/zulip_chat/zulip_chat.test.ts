import type { NotificationMessage } from '@binnacle/plugin-kit/notifiers'
import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { startZulip, zulipConnection } from './targets.ts'

const server = await startZulip()
afterAll(() => server.stop())

async function send(
  message: Partial<NotificationMessage>,
  spec: Record<string, string> = { stream: 'alerts' },
) {
  const input = { spec, connection: zulipConnection }
  const sent = await notifyForTest(notifier, run, input, messageForTest(message), { egress: server.egress })
  const call = server.calls.at(-1)
  return { sent, call, form: Object.fromEntries(new URLSearchParams(call?.body)) }
}

test('a message goes to a stream, in the topic of what it is about', async () => {
  const { sent, call, form } = await send({ body: '**Disk** of db_1' })
  expect(sent).toEqual({ ok: true, value: { id: '42' } })
  const pair = Buffer.from('alerts-bot@chat.example.com:a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5').toString('base64')
  expect(call).toMatchObject({ host: 'chat.example.com', headers: { authorization: `Basic ${pair}` } })
  expect(form).toEqual({
    type: 'stream',
    to: 'alerts',
    topic: 'shop',
    content: expect.stringMatching(
      /^\*\*🔴 The shop is down\*\*\n\n\*\*Disk\*\* of db_1\n\n\[View\]\(https:\/\/binnacle\.example\//u,
    ),
  })
})

test('a recovery is in the topic of its alert, and a long topic is cut to 60 characters', async () => {
  const resource = { kind: 'check', name: 'x'.repeat(80) }
  const { form: alert } = await send({ resource })
  const { form: recovery } = await send({ resource, kind: 'recovery' })
  expect(recovery['topic']).toBe(alert['topic'])
  expect(recovery['topic']).toBe(`${'x'.repeat(59)}…`)
})

test('text calls nobody', async () => {
  const { form } = await send({ title: '@**all** @_**b**', body: String.raw`@\*\*everyone\*\* and @*group*` })
  expect(form['content']).not.toMatch(/@[_*]/u)
})

test('a long body is cut to 10,000 characters and keeps its links', async () => {
  const { form } = await send({ body: 'word '.repeat(5_000) })
  expect(form['content']?.length).toBeLessThanOrEqual(10_000)
  expect(form['content']).toMatch(/…\n\n\[View\]/u)
})

test('a refusal says why and how long to wait, also with status 200', async () => {
  expect((await send({}, { stream: 'busy' })).sent).toEqual({
    ok: false,
    failure: {
      message: 'Zulip answered with status 429: API usage exceeded rate limit (RATE_LIMIT_HIT)',
      isTemporary: true,
      waitMilliseconds: 28_707,
    },
  })
  expect((await send({}, { stream: 'odd' })).sent).toMatchObject({
    failure: { message: 'Zulip refused the message: Invalid something (BAD_REQUEST)', isTemporary: false },
  })
  expect((await send({}, { stream: 'none' })).sent).toMatchObject({
    failure: { message: expect.stringContaining("Channel 'none' does not exist") },
  })
  expect((await send({}, {})).sent).toMatchObject({
    failure: { message: expect.stringContaining('no stream is named') },
  })
})
