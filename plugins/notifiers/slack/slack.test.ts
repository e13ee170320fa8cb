import type { NotificationMessage } from '@binnacle/plugin-kit/notifiers'
import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { slackConnection, startSlack } from './targets.ts'

const server = await startSlack()
afterAll(() => server.stop())

async function send(
  message: Partial<NotificationMessage>,
  spec = {},
  channel = 'C123ABC456',
  token?: string,
) {
  const connection = slackConnection(channel, token)
  const input = { spec, connection }
  const sent = await notifyForTest(notifier, run, input, messageForTest(message), { egress: server.egress })
  return { sent, call: server.calls.at(-1) }
}

test('a message has its title in bold, a body and buttons in the color of its kind, and is no preview of links', async () => {
  const { sent, call } = await send(
    { body: 'See **the** [page](https://x.example/?a=1&b=2).' },
    { icon: ':fire:' },
  )
  expect(sent).toEqual({ ok: true, value: { id: '1503435956.000247', place: 'C123ABC456' } })
  expect(call).toMatchObject({ host: 'slack.com', headers: { authorization: 'Bearer xoxb-good' } })
  const heading = { type: 'mrkdwn', text: '*The shop is down*', verbatim: true }
  const body = { type: 'mrkdwn', text: 'See *the* <https://x.example/?a=1&amp;b=2|page>.', verbatim: true }
  expect(call?.json).toMatchObject({
    channel: 'C123ABC456',
    text: 'The shop is down',
    icon_emoji: ':fire:',
    unfurl_links: false,
    blocks: [{ type: 'section', text: heading }],
    attachments: [
      {
        color: '#d92d20',
        blocks: [
          { type: 'section', text: body },
          {
            type: 'actions',
            elements: [
              { text: { text: 'View' }, style: 'primary', url: 'https://binnacle.example/health?checkId=1' },
              { text: { text: 'Silence' } },
              { text: { text: 'Acknowledge' }, url: 'https://binnacle.example/acknowledge/token' },
            ],
          },
        ],
      },
    ],
  })
})

test('with a signing secret the button to acknowledge reports itself, and opens no page', async () => {
  const { connection } = { connection: slackConnection('C123ABC456') }
  const input = {
    spec: {},
    connection: { ...connection, properties: { signingSecret: '8f742231b10e8888abcd99yyyzzz85a5' } },
  }
  const deliver = async (changes: Partial<NotificationMessage>) => {
    await notifyForTest(notifier, run, input, messageForTest(changes), { egress: server.egress })
    return JSON.parse(server.calls.at(-1)?.body ?? '').attachments[0].blocks.at(-1).elements
  }
  const acknowledge = { action_id: 'acknowledge', value: 'token' }
  expect(await deliver({})).toMatchObject([{ action_id: 'view' }, { action_id: 'silence' }, acknowledge])
  expect((await deliver({}))[2]).not.toHaveProperty('url')
  expect((await deliver({ kind: 'recovery' }))[2]).toHaveProperty('url')
})

test('a recovery is a reply to its alert, shown in the channel too, in green', async () => {
  const opening = { id: '1503435956.000247', place: 'C1PLACE' }
  const { call } = await send({ kind: 'recovery', opening })
  expect(call?.json).toMatchObject({
    channel: 'C1PLACE',
    thread_ts: '1503435956.000247',
    reply_broadcast: true,
    attachments: [{ color: '#12924f' }],
  })
  const { call: quiet } = await send({ kind: 'recovery', opening }, { broadcast: false })
  expect(quiet?.json).not.toHaveProperty('reply_broadcast')
})

test('a reply whose alert was deleted is sent by itself', async () => {
  const before = server.calls.length
  const { sent, call } = await send({ kind: 'recovery', opening: { id: '1.0' } })
  expect(sent.ok).toBe(true)
  expect(server.calls.length - before).toBe(2)
  expect(call?.json).not.toHaveProperty('thread_ts')
})

test('text calls nobody, from any source', async () => {
  const text = '<!channel> <!here> <@U1> @everyone'
  const { call } = await send({ title: text, body: `${text}\n\n\`${text}\`` })
  expect(call?.body).not.toMatch(/<[!@]/u)
  const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: '<!here> <!date^1^x|y>' } }]
  const { call: templated } = await send({ title: '', body: JSON.stringify({ blocks }) })
  expect(templated?.json).toMatchObject({ blocks: [{ text: { text: '&lt;!here> <!date^1^x|y>' } }] })
})

test('a template that makes blocks is sent as blocks, at most 50, with a text for phones', async () => {
  const block = { type: 'section', text: { type: 'plain_text', text: 'disk full' } }
  const { call } = await send({
    title: '',
    body: JSON.stringify({ blocks: Array.from({ length: 60 }, () => block) }),
  })
  expect(call?.json).toMatchObject({
    blocks: Array.from({ length: 50 }, () => block),
    text: expect.stringMatching(/^disk full/u),
  })
  const { call: other } = await send({ body: '{"blocks": 1}' })
  expect(other?.json).toHaveProperty('attachments')
})

test('a long body becomes sections of at most 3,000 characters, four of them, and keeps its buttons', async () => {
  const body = Array.from({ length: 2_000 }, (_, index) => `- <check> ${index} & more`).join('\n')
  const { call } = await send({ body })
  const json = JSON.parse(call?.body ?? '')
  const sections: { type: string; text?: { text: string } }[] = json.attachments[0].blocks
  expect(sections.map(({ type }) => type)).toEqual(['section', 'section', 'section', 'section', 'actions'])
  for (const { text } of sections) expect(text?.text.length ?? 0).toBeLessThanOrEqual(3_000)
  expect(sections[3]?.text?.text).toMatch(/…$/u)
  expect(sections[3]?.text?.text).not.toMatch(/&[a-z]*…$/u)
})

test('a refusal that comes with status 200 is one, in clear words', async () => {
  const failureTo = async (channel: string, token?: string) => (await send({}, {}, channel, token)).sent
  expect(await failureTo('C0NONE')).toEqual({
    ok: false,
    failure: {
      message:
        'Slack refused the message: the channel does not exist, or it is private and the bot is not in it; invite the bot (channel_not_found)',
      isTemporary: false,
    },
  })
  expect(await failureTo('C1', 'revoked')).toMatchObject({
    failure: { message: 'Slack refused the message: the token is not valid (invalid_auth)' },
  })
  expect(await failureTo('C0BLOCKS')).toMatchObject({
    failure: { message: expect.stringContaining('unsupported type: heading'), isTemporary: false },
  })
  expect(await failureTo('C0BUSY')).toMatchObject({
    failure: { isTemporary: true, waitMilliseconds: 30_000 },
  })
  for (const channel of ['C0BROKEN', 'C0CUT', 'C0PAGE'])
    expect(await failureTo(channel)).toMatchObject({ ok: false, failure: { isTemporary: true } })
})

test('a connection without token or channel says so', async () => {
  const { password: _password, ...connection } = slackConnection('C1')
  const sent = await notifyForTest(notifier, run, { spec: {}, connection }, messageForTest())
  expect(sent).toEqual({
    ok: false,
    failure: { message: 'the connection has no bot token', isTemporary: false },
  })
})
