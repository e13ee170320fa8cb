import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLanes } from './lanes.ts'

test('who read nothing yet is next in the quick lane, before a burst of who did', async () => {
  const lanes = createLanes({
    quick: { total: 1, each: 1, milliseconds: 500 },
    slow: { total: 1, each: 1 },
    waitMilliseconds: 10_000,
    late: () => new Error('late'),
  })
  const order: string[] = []
  const read = (owner: string) =>
    lanes.run(owner, undefined, 'quick', async () => {
      order.push(owner)
      await sleep(20)
    })
  await Promise.all([read('ada'), read('bo')])
  order.length = 0
  const burst = ['ada', 'bo', 'ada', 'bo', 'ada', 'bo'].map(read)
  await Promise.all([...burst, read('cy')])
  expect(order.indexOf('cy')).toBe(1)
})
