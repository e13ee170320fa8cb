import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GIVEN, type ServiceTargets } from '../service-targets.ts'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { startTargets } from './targets.ts'

let targets: ServiceTargets
beforeAll(async () => {
  targets = await startTargets()
})
afterAll(() => targets.stop())

async function deliver(spec: Record<string, unknown>) {
  const input = { ...targets.working, spec }
  const before = targets.server.calls.length
  const sent = await notifyForTest(notifier, run, input, messageForTest(), input)
  return { sent, calls: targets.server.calls.slice(before) }
}

const { title, body } = messageForTest()
const view = 'https://binnacle.example/health?checkId=1'

test('the message is the second value, with its title as the first line', async () => {
  const { sent, calls } = await deliver({ events: 'test_event' })
  expect(sent).toEqual({ ok: true, value: {} })
  expect(calls).toMatchObject([
    { host: 'maker.ifttt.com', path: `/trigger/test_event/with/key/${GIVEN}`, method: 'POST' },
  ])
  expect(calls[0]?.json).toEqual({ value2: `${title}\n${body}\n${view}` })
})

test('title and message go where the rule says, to every event', async () => {
  const { calls } = await deliver({ events: 'one, two', titleValue: 1, messageValue: 3, value2: 'web' })
  expect(calls.map(({ path }) => path.split('/')[2])).toEqual(['one', 'two'])
  for (const { json } of calls)
    expect(json).toEqual({ value1: title, value2: 'web', value3: `${body}\n${view}` })
})

test('the key is in no error', async () => {
  const input = targets.answering({ status: 500, text: `cannot trigger /with/key/${GIVEN}` })
  const sent = await notifyForTest(notifier, run, input, messageForTest(), input)
  expect(sent).toMatchObject({ ok: false, failure: { isTemporary: true } })
  expect(JSON.stringify(sent)).not.toContain(GIVEN)
})

test('an event with other characters is refused', () => {
  expect(notifier.schema.safeParse({ events: 'a/../b' }).success).toBe(false)
})
