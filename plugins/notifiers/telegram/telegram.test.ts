import { type NotificationMessage, splitIds } from '@binnacle/plugin-kit/notifiers'
import { parseMarkdown, renderDocument } from '@binnacle/plugin-kit/notifier-markdown'
import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { escapeTelegram, markdownV2 } from './content.ts'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { startTelegram, telegramConnection } from './targets.ts'

const server = await startTelegram()
afterAll(() => server.stop())

async function send(message: Partial<NotificationMessage>, chats = '@good', spec = {}, token?: string) {
  const input = { spec, connection: telegramConnection(chats, token) }
  const before = server.calls.length
  const sent = await notifyForTest(notifier, run, input, messageForTest(message), { egress: server.egress })
  return { sent, calls: server.calls.slice(before) }
}

const failureOf = async (chats: string) => {
  const { sent } = await send({}, chats)
  return sent.ok ? undefined : sent.failure
}

test('a message has a symbol, its title in bold, a body in MarkdownV2 and buttons', async () => {
  const { sent, calls } = await send({ body: 'Disk *90.5%* of `a\\b` (see [it](https://x.example/a_(b)))!' })
  expect(sent.ok).toBe(true)
  expect(calls).toHaveLength(1)
  expect(calls[0]).toMatchObject({
    host: 'api.telegram.org',
    path: '/bot123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11/sendMessage',
  })
  expect(calls[0]?.json).toMatchObject({
    chat_id: '@good',
    parse_mode: 'MarkdownV2',
    link_preview_options: { is_disabled: true },
    text: [
      '*🔴 The shop is down*\n',
      String.raw`Disk _90\.5%_ of ${'`'}a\\b${'`'} \(see [it](https://x.example/a_(b\))\)\!`,
    ].join('\n'),
    reply_markup: {
      inline_keyboard: [
        [
          { text: 'View', url: 'https://binnacle.example/health?checkId=1' },
          { text: 'Silence' },
          { text: 'Acknowledge', url: 'https://binnacle.example/acknowledge/token' },
        ],
      ],
    },
  })
})

test('with a webhook secret the button to acknowledge reports itself in at most 64 bytes', async () => {
  const connection = telegramConnection('@good')
  const input = { spec: {}, connection: { ...connection, properties: { webhookSecret: 'made_up-1' } } }
  const code = 'A'.repeat(48)
  const links = messageForTest().links.map((link) =>
    link.name === 'acknowledge' ? { ...link, post: `https://binnacle.example/api/x/${code}.QWRh.sig` } : link,
  )
  await notifyForTest(notifier, run, input, messageForTest({ links }), { egress: server.egress })
  const { body = '' } = server.calls.at(-1) ?? {}
  const [buttons] = JSON.parse(body).reply_markup.inline_keyboard
  expect(buttons[2]).toEqual({ text: 'Acknowledge', callback_data: `ack ${code}` })
  expect(buttons[2].callback_data.length).toBeLessThanOrEqual(64)
})

test('every character is escaped, whatever the text is', () => {
  const special = '_*[]()~`>#+-=|{}.!\\'
  expect(escapeTelegram(special)).toBe(Array.from(special, (character) => `\\${character}`).join(''))
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => {
      const rendered = renderDocument([{ kind: 'paragraph', spans: [{ text, styles: [] }] }], markdownV2)
      expect(rendered.replaceAll(/\\[\x21-\x7e]/gu, '')).not.toMatch(/[_*[\]()~`>#+\-=|{}.!\\]/u)
    }),
  )
  expect(renderDocument(parseMarkdown('_a_**_b_** _c_'), markdownV2)).not.toMatch(/__/u)
})

test('several chats and topics each get it, and a recovery replies in each', async () => {
  const { sent, calls } = await send({}, '@good1, -1001:5')
  expect(calls.map(({ json }) => json)).toMatchObject([
    { chat_id: '@good1' },
    { chat_id: '-1001', message_thread_id: 5 },
  ])
  const opening = sent.ok ? sent.value : {}
  const ids = splitIds(opening.id)
  const { calls: replies } = await send({ kind: 'recovery', opening }, '@good1, -1001:5, @good2')
  expect(replies.map(({ json }) => json)).toMatchObject([
    { reply_parameters: { message_id: Number(ids.get('@good1')), allow_sending_without_reply: true } },
    { reply_parameters: { message_id: Number(ids.get('-1001:5')) } },
    { chat_id: '@good2' },
  ])
  expect(replies[2]?.json).not.toHaveProperty('reply_parameters')
})

test('one chat that fails does not keep the others from getting it', async () => {
  const { sent, calls } = await send({}, '@busy,@nobody,@good')
  expect(calls).toHaveLength(3)
  expect(sent).toMatchObject({
    ok: false,
    failure: {
      message: expect.stringMatching(/^sent to 1 of 3 chats; @busy: .*; @nobody: .*chat not found/u),
      isTemporary: true,
      waitMilliseconds: 5_000,
    },
  })
})

test('links are text where Telegram refuses them as buttons', async () => {
  const links = [{ name: 'view' as const, label: 'View', url: 'http://localhost/health' }]
  const { sent, calls } = await send({ links })
  expect(sent.ok).toBe(true)
  expect(calls[1]?.json).not.toHaveProperty('reply_markup')
  expect(calls[1]?.body).toContain('[View](http://localhost/health)')
})

test('text calls nobody, and a long body is cut to 4,096 characters that are shown', async () => {
  const { calls } = await send({ title: '@everyone', body: `${'a.'.repeat(3_000)} @channel` })
  const { text }: { text: string } = JSON.parse(calls[0]?.body ?? '')
  expect(text).not.toContain('@everyone')
  const shown = text.replaceAll(/\\(.)/gu, '$1')
  expect(shown.length).toBeGreaterThan(4_000)
  expect(shown.length).toBeLessThanOrEqual(4_096 + 2)
  expect(text).toMatch(/…$/u)
})

test('a refusal is told in clear words', async () => {
  expect(await failureOf('@busy')).toEqual({
    message: 'Telegram answered with status 429: Too Many Requests: retry after 5',
    isTemporary: true,
    waitMilliseconds: 5_000,
  })
  expect(await failureOf('-5')).toMatchObject({
    message: expect.stringContaining('its chat is now -1001234567890'),
    isTemporary: false,
  })
  expect(await failureOf('@blocked')).toMatchObject({ message: expect.stringContaining('may not write') })
  const { sent } = await send({}, '@good', {}, '1:wrong')
  expect(sent).toMatchObject({ failure: { message: expect.stringContaining('the token is not valid') } })
  expect(JSON.stringify(sent)).not.toContain('1:wrong')
})
