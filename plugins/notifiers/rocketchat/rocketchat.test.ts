import type { NotificationMessage } from '@binnacle/plugin-kit/notifiers'
import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { rocketchatConnection, startRocketchat } from './targets.ts'

const server = await startRocketchat()
afterAll(() => server.stop())

async function send(message: Partial<NotificationMessage>, spec = {}, token?: string) {
  const input = { spec, connection: rocketchatConnection(token) }
  const sent = await notifyForTest(notifier, run, input, messageForTest(message), { egress: server.egress })
  return { sent, call: server.calls.at(-1) }
}

test('a message has its title as text, and an attachment in the color of its kind with body and links', async () => {
  const { sent, call } = await send({ body: '**Disk** is full' }, { icon: 'https://x.example/anchor.png' })
  expect(sent).toEqual({ ok: true, value: {} })
  expect(call).toMatchObject({
    host: 'chat.example.com:8443',
    path: '/hooks/8eGdRzc9r4YYNyvge/2XYQcX9NBwJBKfQnphpebPcnXZcPEi32Nt4NKJfrnbhsbRfX',
  })
  expect(call?.json).toEqual({
    text: '**The shop is down**',
    channel: '#alerts',
    alias: 'Binnacle',
    avatar: 'https://x.example/anchor.png',
    attachments: [
      { color: '#d92d20', text: expect.stringMatching(/^\*\*Disk\*\* is full\n\n\[View\]\(https:/u) },
    ],
  })
  expect((await send({}, { channel: '@ann' })).call?.json).toMatchObject({ channel: '@ann' })
})

test('the body is in the Markdown of Rocket.Chat, which escapes only some characters', async () => {
  const body = String.raw`*it* **b** \*a\* <b> C:\\x \[a](b)`
  const { call } = await send({ body, links: [] })
  expect(call?.json).toMatchObject({
    attachments: [{ text: `_it_ **b** \\*a\\* <b> C:\\x [a]\u200B(b)` }],
  })
})

test('text calls nobody', async () => {
  const { call } = await send({ title: '@all and @here', body: '@all and @here' })
  expect(call?.body).not.toMatch(/@(?:all|here)/u)
})

test('a long body is cut to 5,000 characters and keeps its links', async () => {
  const { call } = await send({ body: 'word. '.repeat(5_000) })
  const { text }: { text: string } = JSON.parse(call?.body ?? '').attachments[0]
  expect(text.length).toBeLessThanOrEqual(5_000)
  expect(text).toMatch(/…\n\n\[View\]/u)
})

test('a refusal says why, also with status 200', async () => {
  expect((await send({}, { channel: 'none' })).sent).toEqual({
    ok: false,
    failure: { message: 'Rocket.Chat answered with status 400: invalid-channel', isTemporary: false },
  })
  expect((await send({}, { channel: 'odd' })).sent).toMatchObject({
    failure: { message: 'Rocket.Chat refused the message: error-not-allowed' },
  })
  expect((await send({}, { channel: 'page' })).sent).toMatchObject({
    ok: false,
    failure: { isTemporary: false },
  })
  expect((await send({}, {}, 'wrong')).sent).toMatchObject({
    failure: { message: expect.stringContaining('Invalid integration id or token') },
  })
})
