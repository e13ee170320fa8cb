import type { NotificationMessage } from '@binnacle/plugin-kit/notifiers'
import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { googleChatConnection, startGoogleChat } from './targets.ts'

const server = await startGoogleChat()
afterAll(() => server.stop())

async function send(message: Partial<NotificationMessage>, space = 'AAAAGOOD') {
  const input = { spec: {}, connection: googleChatConnection(space) }
  const sent = await notifyForTest(notifier, run, input, messageForTest(message), { egress: server.egress })
  return { sent, call: server.calls.at(-1) }
}

test('a message has its title as text and a card with the body and buttons', async () => {
  const { sent, call } = await send({ body: '**Disk** of [db](https://x.example/?a=1&b=2) is <full>' })
  const place = 'spaces/AAAAGOOD/threads/BBB'
  expect(sent).toEqual({ ok: true, value: { id: 'spaces/AAAAGOOD/messages/BBB.CCC', place } })
  expect(call?.host).toBe('chat.googleapis.com')
  expect(call?.path).toBe(
    '/v1/spaces/AAAAGOOD/messages?key=AIzaSyExampleKey-0123456789&token=given-token-0123456789&messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD&requestId=test',
  )
  const text = '<b>Disk</b> of <a href="https://x.example/?a=1&amp;b=2">db</a> is &lt;full&gt;'
  expect(call?.json).toMatchObject({
    text: '🔴 The shop is down',
    cardsV2: [
      {
        card: {
          sections: [
            {
              widgets: [
                { textParagraph: { text } },
                {
                  buttonList: {
                    buttons: [
                      {
                        text: 'View',
                        onClick: { openLink: { url: 'https://binnacle.example/health?checkId=1' } },
                      },
                      { text: 'Silence' },
                      { text: 'Acknowledge' },
                    ],
                  },
                },
              ],
            },
          ],
        },
      },
    ],
  })
})

test('an alert, its repetitions and its recovery share a thread', async () => {
  const { call: alert } = await send({ alert: 'alert-7' })
  const { call: recovery } = await send({ alert: 'alert-7', kind: 'recovery' })
  for (const call of [alert, recovery]) expect(call?.json).toMatchObject({ thread: { threadKey: 'alert-7' } })
  expect(recovery?.json).toMatchObject({ text: expect.stringContaining('🟢') })
})

test('text calls nobody', async () => {
  const { call } = await send({ title: '<users/all> @all', body: '<users/all>' })
  expect(call?.body).not.toContain('<users/all>')
  expect(call?.body).not.toContain('@all')
})

test('a long body is cut so that the message has at most 32,000 bytes', async () => {
  const { call } = await send({ body: '<é'.repeat(15_000) })
  expect(Buffer.byteLength(call?.body ?? '')).toBeLessThanOrEqual(32_000)
  expect(call?.body).toMatch(/(?:&lt;|é)…/u)
})

test('a refusal says why, also with status 200, and shows neither key nor token', async () => {
  expect((await send({}, 'BUSY')).sent).toEqual({
    ok: false,
    failure: {
      message: "Google Chat answered with status 429: Quota exceeded for quota metric 'Message writes'.",
      isTemporary: true,
    },
  })
  expect((await send({}, 'LATER')).sent).toMatchObject({
    failure: { message: 'Google Chat refused the message: Internal error encountered.' },
  })
  expect((await send({}, 'NONE')).sent).toMatchObject({ failure: { isTemporary: false } })
})
