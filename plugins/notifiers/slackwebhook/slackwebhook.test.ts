import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { GOOD, startSlackWebhook } from './targets.ts'

const server = await startSlackWebhook()
afterAll(() => server.stop())

async function send(path: string) {
  return notifyForTest(notifier, run, server.at(path), messageForTest())
}

test('a message has a title, a body in color and buttons', async () => {
  expect(await send(GOOD)).toEqual({ ok: true, value: {} })
  expect(server.calls.at(-1)?.json).toMatchObject({
    text: 'The shop is down',
    attachments: [{ color: '#d92d20', blocks: [{ type: 'section' }, { type: 'actions' }] }],
  })
})

test('a refusal is told in clear words, without the address', async () => {
  expect(await send('/removed')).toEqual({
    ok: false,
    failure: {
      message: 'Slack answered with status 404: the webhook was removed or turned off (no_service)',
      isTemporary: false,
    },
  })
  expect(await send('/broken')).toMatchObject({ failure: { isTemporary: true } })
  expect(await send('/page')).toMatchObject({ failure: { isTemporary: false } })
  expect(await send('/moved')).toMatchObject({ failure: { message: expect.stringContaining('redirect') } })
  expect(server.calls.some(({ host }) => host === 'elsewhere.example')).toBe(false)
})
