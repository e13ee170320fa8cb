import type { ConnectionValues } from '@binnacle/plugin-kit/core'
import type { NotificationMessage } from '@binnacle/plugin-kit/notifiers'
import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { GOOD, startTeams, webhookConnection, workflowConnection } from './targets.ts'

const server = await startTeams()
afterAll(() => server.stop())

async function send(connection: ConnectionValues, message: Partial<NotificationMessage> = {}) {
  const input = { spec: {}, connection }
  const sent = await notifyForTest(notifier, run, input, messageForTest(message), { egress: server.egress })
  return { sent, call: server.calls.at(-1) }
}

test('a workflow gets an adaptive card in the color of the kind, with text that is no Markdown, and buttons', async () => {
  const body = '**Disk** of [db](https://x.example/) is <at>all</at>\n\n- `one`'
  const { sent, call } = await send(workflowConnection('good'), { body, kind: 'recovery' })
  expect(sent).toEqual({ ok: true, value: {} })
  expect(call?.host).toBe('prod-01.westeurope.logic.azure.com')
  const url = 'https://x.example/'
  expect(call?.json).toMatchObject({
    type: 'message',
    summary: 'The shop is down',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'Container', style: 'good', items: [{ inlines: [{ text: 'The shop is down' }] }] },
            {
              type: 'RichTextBlock',
              inlines: [
                { text: 'Disk', weight: 'Bolder' },
                { text: ' of ' },
                { text: 'db', selectAction: { type: 'Action.OpenUrl', url } },
                { text: ' is ' },
                { text: '<at>' },
                { text: 'all' },
                { text: '</at>' },
              ],
            },
            { type: 'RichTextBlock', inlines: [{ text: '• ' }, { text: 'one', fontType: 'Monospace' }] },
          ],
          actions: [
            { type: 'Action.OpenUrl', title: 'View', url: 'https://binnacle.example/health?checkId=1' },
            { title: 'Silence' },
            { title: 'Acknowledge' },
          ],
        },
      },
    ],
  })
  expect(call?.body).not.toContain('"entities"')
})

test('an incoming webhook gets a message card, whether its parts or its whole URL are given', async () => {
  const { sent, call } = await send(webhookConnection(GOOD), { body: '**a** <b>\nc' })
  expect(sent).toEqual({ ok: true, value: {} })
  expect(call).toMatchObject({
    host: 'example.webhook.office.com',
    path: `/webhookb2/11111111-4444-4444-8444-cccccccccccc@22222222-4444-4444-8444-cccccccccccc/IncomingWebhook/${GOOD}/44444444-4444-4444-8444-cccccccccccc`,
  })
  expect(call?.json).toMatchObject({
    '@type': 'MessageCard',
    themeColor: 'd92d20',
    title: 'The shop is down',
    summary: 'The shop is down',
    text: '**a** &lt;b&gt;  \nc',
    potentialAction: [
      {
        '@type': 'OpenUri',
        name: 'View',
        targets: [{ os: 'default', uri: 'https://binnacle.example/health?checkId=1' }],
      },
      { name: 'Silence' },
      { name: 'Acknowledge' },
    ],
  })
  const url = `https://${call?.host}${call?.path}`
  const { call: whole } = await send({ ...webhookConnection(GOOD), url, properties: {} })
  expect(whole?.json).toHaveProperty('@type', 'MessageCard')
  const { call: old } = await send(webhookConnection(GOOD, 'outlook.office.com'))
  expect(old?.path).toMatch(/^\/webhook\//u)
})

test('a long body is cut so that the message has at most 28 KB', async () => {
  const body = '- **é**\n'.repeat(900)
  for (const connection of [workflowConnection('good'), webhookConnection(GOOD)]) {
    const { sent, call } = await send(connection, { body: body + 'é<'.repeat(16_000) })
    expect(sent.ok).toBe(true)
    expect(Buffer.byteLength(call?.body ?? '')).toBeLessThanOrEqual(28_672)
    expect(call?.body).toContain('…')
  }
})

test('a refusal says why, also when it comes with status 200, and shows no part of the URL', async () => {
  const failureOf = async (connection: ConnectionValues) => {
    const { sent } = await send(connection)
    return sent.ok ? undefined : sent.failure
  }
  expect(await failureOf(workflowConnection('busy'))).toEqual({
    message: 'The workflow answered with status 429: Rate limit is exceeded.',
    isTemporary: true,
    waitMilliseconds: 12_000,
  })
  expect(await failureOf(workflowConnection('disabled'))).toMatchObject({
    message: expect.stringContaining("with state 'Disabled'"),
    isTemporary: false,
  })
  expect(await failureOf(webhookConnection('busy'))).toEqual({
    message: 'Teams refused the message: Teams answered with status 429',
    isTemporary: true,
  })
  expect(await failureOf(webhookConnection('empty'))).toMatchObject({ isTemporary: false })
  expect(await failureOf({ ...webhookConnection(GOOD), properties: {} })).toMatchObject({
    message: 'the connection has neither a workflow URL nor all parts of an incoming webhook',
  })
})
