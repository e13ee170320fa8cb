import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLanes, type Lane } from './lanes.ts'

const open = () =>
  createLanes({
    quick: { total: 1, each: 1, milliseconds: 500 },
    slow: { total: 1, each: 1 },
    waitMilliseconds: 10_000,
    late: () => new Error('late'),
  })

test('a burst of one owner leaves the quick lane as soon as it has read for long', async () => {
  const lanes = open()
  const order: string[] = []
  const read = (owner: string, milliseconds: number) =>
    lanes.read(owner, undefined, async (lane) => {
      order.push(`${owner} ${lane}`)
      await sleep(milliseconds)
      return lane
    })
  const burst = Array.from({ length: 4 }, () => read('ada', 1_300))
  const simple = read('bo', 1)
  expect(await simple).toBe('quick')
  const lanesOfBurst: Lane[] = await Promise.all(burst)
  expect(lanesOfBurst).toEqual(['quick', 'slow', 'slow', 'slow'])
  // Who came last and read nothing yet is second.
  expect(order.slice(0, 2)).toEqual(['ada quick', 'bo quick'])
})

test('work that is not repeated goes to the slow lane too, and knows it', async () => {
  const lanes = open()
  await lanes.run('ada', undefined, 'quick', () => sleep(1_300))
  expect(await lanes.run('ada', undefined, 'quick', (lane) => Promise.resolve(lane))).toBe('slow')
  expect(await lanes.run('bo', undefined, 'quick', (lane) => Promise.resolve(lane))).toBe('quick')
})
