import { expect, test } from 'vitest'
import { createManualClock } from '../../../platform/clock.ts'
import { Life } from './life.ts'

const start = new Date('2026-11-22T12:00:00Z')

test('work under way ends by itself within the grace, and nothing is aborted before', async () => {
  const life = new Life(createManualClock(start))
  const work = Promise.withResolvers<string>()
  const tracked = life.track(work.promise)
  expect(life.state).toBe('open')
  const ended = life.end(10_000)
  expect(life.state).toBe('draining')
  expect([life.draining.aborted, life.aborting.aborted]).toEqual([true, false])
  work.resolve('done')
  await ended
  expect(await tracked).toBe('done')
  expect(life.state).toBe('ended')
})

test('work that goes on is aborted after the grace, and waited for', async () => {
  const clock = createManualClock(start)
  const life = new Life(clock)
  const work = Promise.withResolvers<void>()
  void life.track(work.promise)
  const ended = life.end(10_000)
  const aborted = new Promise((resolve) => {
    life.aborting.addEventListener('abort', resolve)
  })
  clock.advance(9_999)
  expect(life.state).toBe('draining')
  clock.advance(1)
  await aborted
  expect(life.state).toBe('aborting')
  work.resolve()
  await ended
  expect(life.state).toBe('ended')
})

test('work that fails is over too, and its failure is for who asked', async () => {
  const life = new Life(createManualClock(start))
  const tracked = life.track(Promise.reject(new Error('the database is away')))
  await expect(tracked).rejects.toThrow('the database is away')
  await life.end(10_000)
  expect(life.state).toBe('ended')
})

test('who ends it twice waits for the same end', async () => {
  const life = new Life(createManualClock(start))
  const work = Promise.withResolvers<void>()
  void life.track(work.promise)
  const first = life.end(10_000)
  expect(life.end(0)).toBe(first)
  work.resolve()
  await first
})
