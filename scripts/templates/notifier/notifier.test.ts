import { notifyForTest } from '@binnacle/plugin-kit/testing'
import { expect, test } from 'vitest'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { startTargets } from './targets.ts'

test('the server gets title, body and color; one that is busy may take the message later', async () => {
  const { working, failing, arrived, stop } = await startTargets()
  const message = { title: 'The shop is down', body: 'Its page answers with status 503.' }
  const taken = await notifyForTest(notifier, run, working, message)
  const refused = await notifyForTest(notifier, run, failing, message)
  const [sent = ''] = arrived()
  await stop()
  expect(taken).toEqual({ ok: true, value: {} })
  expect(JSON.parse(sent)).toEqual({ ...message, color: 'red' })
  expect(refused).toMatchObject({ ok: false, failure: { isTemporary: true } })
})
