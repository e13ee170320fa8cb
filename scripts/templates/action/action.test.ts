import { actForTest } from '@binnacle/plugin-kit/testing'
import { expect, test } from 'vitest'
import { run } from './run.ts'
import { action } from './spec.ts'
import { startTargets } from './targets.ts'

test('the server gets the body, and later actions its answer', async () => {
  const { working, failing, arrived = () => [], stop } = await startTargets()
  const done = await actForTest(action, run, working)
  const refused = await actForTest(action, run, failing)
  const got = arrived()
  await stop()
  expect(got).toEqual(['shop'])
  expect(done).toEqual({ state: 'completed', result: { status: 200, body: '{}' } })
  expect(refused).toMatchObject({ state: 'failed', error: 'status 503, expected 200 to 299' })
})
