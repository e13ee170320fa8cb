import { expect, test } from 'vitest'
import { gatherChanges } from './gather.ts'

test.each([
  [1_000, 1_000],
  [1_001, null],
])('%d ids that wait for a reader are told as %s', async (count, told) => {
  const { promise, resolve } = Promise.withResolvers<readonly string[] | null>()
  const changes = gatherChanges(
    async (_topic, ids) => resolve(ids),
    () => {},
  )
  for (let id = 0; id < count; id += 100)
    changes.add(
      'checks',
      Array.from({ length: Math.min(100, count - id) }, (_, number) => `id ${id + number}`),
    )
  const ids = await promise
  expect(ids === null ? null : ids.length).toBe(told)
  changes.end()
})
