import { setImmediate } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { collectGarbage } from './garbage.ts'

test('what nobody uses is collected, and the collector is not left to scripts', async () => {
  // Made in its own function, so that no variable here keeps it.
  const makeGarbage = () => new WeakRef({ size: 1 })
  const garbage = makeGarbage()
  // A weak reference keeps its object until the end of the turn that made it.
  await setImmediate()
  expect(garbage.deref()).toBeDefined()
  await setImmediate()
  collectGarbage()
  expect(garbage.deref()).toBeUndefined()
  expect(runInNewContext('typeof gc')).toBe('undefined')
})
