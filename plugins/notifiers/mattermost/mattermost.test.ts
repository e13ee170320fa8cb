import type { NotificationMessage } from '@binnacle/plugin-kit/notifiers'
import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { GOOD, mattermostConnection, startMattermost } from './targets.ts'

const server = await startMattermost()
afterAll(() => server.stop())

async function send(message: Partial<NotificationMessage>, spec = {}, token = GOOD, host?: string) {
  const input = { spec, connection: mattermostConnection(token, host) }
  const sent = await notifyForTest(notifier, run, input, messageForTest(message), { egress: server.egress })
  return { sent, call: server.calls.at(-1) }
}

test('a message has its title as text, and an attachment in the color of its kind with body and links', async () => {
  const { sent, call } = await send({ body: '**Disk** of db_1', kind: 'recovery' }, { icon: ':anchor:' })
  expect(sent).toEqual({ ok: true, value: {} })
  expect(call).toMatchObject({ host: 'chat.example.com', path: `/hooks/${GOOD}` })
  expect(call?.json).toEqual({
    text: '**The shop is down**',
    channel: 'alerts',
    username: 'binnacle',
    icon_emoji: ':anchor:',
    attachments: [
      {
        fallback: 'The shop is down',
        color: '#12924f',
        text: expect.stringMatching(/^\*\*Disk\*\* of db\\_1\n\n\[View\]\(https:\/\/binnacle\.example/u),
      },
    ],
  })
})

test('the host may have a scheme, a port and a path', async () => {
  const { sent, call } = await send({}, {}, GOOD, 'http://127.0.0.1:8065')
  expect(sent.ok).toBe(true)
  expect(call?.host).toBe('127.0.0.1:8065')
  const wrong = await send({}, {}, GOOD, 'https://user:hidden-word@chat.example.com')
  expect(JSON.stringify(wrong.sent)).not.toContain('hidden-word')
  expect(wrong.sent).toMatchObject({ ok: false, failure: { isTemporary: false } })
})

test('text calls nobody', async () => {
  const text = '@all, @channel and @here of a-@all'
  const { call } = await send({ title: text, body: text })
  expect(call?.body).not.toMatch(/@(?:all|channel|here)/u)
})

test('a long body is cut to 16,383 characters and keeps its links', async () => {
  const { call } = await send({ body: 'a*'.repeat(900) + 'word '.repeat(5_000) })
  const { text }: { text: string } = JSON.parse(call?.body ?? '').attachments[0]
  expect(text.length).toBeLessThanOrEqual(16_383)
  expect(text).toMatch(/…\n\n\[View\]/u)
})

test('a refusal says why, and everything but "ok" is one', async () => {
  expect((await send({}, {}, 'deleted-token-123')).sent).toEqual({
    ok: false,
    failure: {
      message:
        'Mattermost answered with status 400: the webhook does not exist; check the token (Invalid webhook.)',
      isTemporary: false,
    },
  })
  expect((await send({}, { channel: 'none' })).sent).toMatchObject({
    failure: { message: expect.stringContaining("Couldn't find the channel.") },
  })
  expect((await send({}, {}, 'page')).sent).toMatchObject({ ok: false, failure: { isTemporary: false } })
  expect((await send({}, {}, 'down')).sent).toMatchObject({ failure: { isTemporary: true } })
})
