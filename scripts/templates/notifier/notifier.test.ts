import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import { expect, test } from 'vitest'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { startTargets } from './targets.ts'

test('the server gets title, body and color; one that is busy may take the message later', async () => {
  const { working, failing, arrived, stop } = await startTargets()
  const message = messageForTest()
  const taken = await notifyForTest(notifier, run, working, message)
  const refused = await notifyForTest(notifier, run, failing, message)
  const [sent = ''] = arrived()
  await stop()
  expect(taken).toEqual({ ok: true, value: {} })
  expect(JSON.parse(sent)).toEqual({ title: message.title, body: message.body, color: 'red' })
  expect(refused).toMatchObject({ ok: false, failure: { isTemporary: true } })
})
