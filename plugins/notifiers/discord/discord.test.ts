import type { NotificationMessage } from '@binnacle/plugin-kit/notifiers'
import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { discordConnection, GOOD, startDiscord } from './targets.ts'

const server = await startDiscord()
afterAll(() => server.stop())

async function send(message: Partial<NotificationMessage>, spec = {}, webhook = GOOD) {
  const input = { spec, connection: discordConnection(webhook) }
  const before = server.calls.length
  const sent = await notifyForTest(notifier, run, input, messageForTest(message), { egress: server.egress })
  return { sent, calls: server.calls.slice(before) }
}

test('a message has its title as content, an embed in the color of its kind and buttons', async () => {
  const { sent, calls } = await send({ body: '**Disk** of `db_1`' }, { username: 'Binnacle' })
  expect(sent).toEqual({ ok: true, value: { id: '1002', place: '199737254929760256' } })
  expect(calls).toHaveLength(1)
  const [call] = calls
  expect(call?.host).toBe('discord.com')
  expect(call?.path).toMatch(/^\/api\/v10\/webhooks\/223704706495545344\/3d89[0-9a-f]+\?wait=true/u)
  expect(call?.json).toEqual({
    username: 'Binnacle',
    allowed_mentions: { parse: [] },
    content: '**The shop is down**',
    embeds: [{ description: '**Disk** of `db_1`', color: 0xd9_2d_20, timestamp: '2026-11-23T04:05:06.000Z' }],
    components: [
      {
        type: 1,
        components: [
          { type: 2, style: 5, label: 'View', url: 'https://binnacle.example/health?checkId=1' },
          { type: 2, style: 5, label: 'Silence', url: expect.any(String) },
          { type: 2, style: 5, label: 'Acknowledge', url: 'https://binnacle.example/acknowledge/token' },
        ],
      },
    ],
  })
})

test('links are text where the webhook may not have buttons', async () => {
  const { sent, calls } = await send({}, {}, 'plain')
  expect(sent.ok).toBe(true)
  expect(calls).toHaveLength(2)
  expect(calls[1]?.json).not.toHaveProperty('components')
  expect(calls[1]?.body).toContain('[Acknowledge](https://binnacle.example/acknowledge/token)')
})

test('a recovery is a new message, and its alert turns green', async () => {
  const { sent, calls } = await send({ kind: 'recovery', opening: { id: '1001' } })
  expect(sent).toMatchObject({ ok: true, value: { id: '1002' } })
  expect(calls.map(({ method }) => method)).toEqual(['POST', 'GET', 'PATCH'])
  expect(calls[2]?.json).toMatchObject({ embeds: [{ description: 'The first message', color: 0x12_92_4f }] })
  const gone = await send({ kind: 'recovery', opening: { id: '9' } })
  expect(gone.sent.ok).toBe(true)
})

test('text calls nobody and is no Markdown', async () => {
  const { calls } = await send({ title: '@everyone <@1> *a*' })
  expect(calls[0]?.json).toMatchObject({
    allowed_mentions: { parse: [] },
    content: String.raw`**@everyone \<@1\> \*a\***`,
  })
})

test('a long body is cut to 4,096 characters', async () => {
  const { calls } = await send({ body: '_'.repeat(1_900) + 'a*'.repeat(5_000) })
  const description: string = JSON.parse(calls[0]?.body ?? '').embeds[0].description
  expect(description.length).toBeLessThanOrEqual(4_096)
  expect(description).toMatch(/[^\\]…$/u)
})

test('a refusal says why, how long to wait, and nothing of the token', async () => {
  expect((await send({}, {}, 'busy')).sent).toEqual({
    ok: false,
    failure: {
      message: 'Discord answered with status 429: You are being rate limited.',
      isTemporary: true,
      waitMilliseconds: 64_570,
    },
  })
  expect((await send({}, {}, 'invalid')).sent).toMatchObject({
    failure: { message: expect.stringContaining('username: Must be between 1 and 80'), isTemporary: false },
  })
  expect((await send({}, {}, 'gone')).sent).toMatchObject({
    failure: { message: expect.stringContaining('the webhook was deleted'), isTemporary: false },
  })
  expect((await send({}, {}, 'page')).sent).toMatchObject({ ok: false, failure: { isTemporary: false } })
})
