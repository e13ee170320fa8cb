import { expect, test } from 'vitest'
import { createManualClock, systemClock } from './clock.ts'

test('a manual clock ends waits when it is moved past them, and early when told to', async () => {
  const clock = createManualClock(new Date('2026-01-01T00:00:00Z'))
  const ended: string[] = []
  const abort = new AbortController()
  const waits = [
    clock.wait(1_000).then(() => ended.push('one')),
    clock.wait(3_000).then(() => ended.push('three')),
    clock.wait(60_000, abort.signal).then(() => ended.push('aborted')),
  ]
  clock.advance(1_500)
  await waits[0]
  expect(ended).toEqual(['one'])
  abort.abort()
  await waits[2]
  clock.advance(1_500)
  await waits[1]
  expect(ended).toEqual(['one', 'aborted', 'three'])
  expect(clock.now().toISOString()).toBe('2026-01-01T00:00:03.000Z')
})

test('the system clock ends a wait at once when its signal is aborted', async () => {
  const started = performance.now()
  await systemClock.wait(60_000, AbortSignal.abort())
  const abort = new AbortController()
  const wait = systemClock.wait(60_000, abort.signal)
  abort.abort()
  await wait
  expect(performance.now() - started).toBeLessThan(1_000)
})
