import { expect, test } from 'vitest'
import { loadCheckTypes } from '../../canary-spec/check-types.ts'
import { PER_TARGET, ConcurrencySlots } from '../claim/concurrency-slots.ts'
import { runInOrder, type Step } from './run-in-order.ts'

const types = await loadCheckTypes()

/** Runs steps, each for one turn of the event loop, and counts those that run at once. */
async function runAll(steps: readonly Step[]) {
  let now = 0
  let most = 0
  const order: string[] = []
  const names = await runInOrder(steps, new ConcurrencySlots(types), async ({ name }) => {
    now += 1
    most = Math.max(most, now)
    await new Promise((resolve) => setImmediate(resolve))
    now -= 1
    order.push(name)
    return name
  })
  return { most, order, names }
}

const step = (name: string, more: Partial<Step> = {}): Step => ({
  name,
  dependsOn: [],
  type: 'exec',
  target: null,
  ...more,
})
const many = (count: number, more: Partial<Step> = {}) =>
  Array.from({ length: count }, (_, index) => step(`step ${index}`, more))

test('a thousand steps run within the limit of their type', async () => {
  const { most, names } = await runAll(many(1_000))
  expect(most).toBe(types.get('exec')?.definition.concurrency)
  expect(names).toEqual(many(1_000).map(({ name }) => name))
})

test('steps of one target run within its limit', async () => {
  expect((await runAll(many(60, { type: 'http', target: 'a.example' }))).most).toBe(PER_TARGET)
})

test('a step runs after all that it depends on', async () => {
  const steps = [
    step('last', { dependsOn: ['middle', 'first'] }),
    step('middle', { dependsOn: ['first'] }),
    step('first'),
  ]
  const { order, names } = await runAll(steps)
  expect(order).toEqual(['first', 'middle', 'last'])
  expect(names).toEqual(['last', 'middle', 'first'])
})
