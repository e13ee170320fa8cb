import { expect, test } from 'vitest'
import { createManualClock } from '../../../../platform/clock.ts'
import { InFlightRuns } from './in-flight-runs.ts'

const start = new Date('2026-11-22T12:00:00Z')

test('work under way ends by itself within the grace, and nothing is aborted before', async () => {
  const runs = new InFlightRuns(createManualClock(start))
  const work = Promise.withResolvers<string>()
  const tracked = runs.track(work.promise)
  expect(runs.state).toBe('open')
  const ended = runs.end(10_000)
  expect(runs.state).toBe('draining')
  expect([runs.draining.aborted, runs.aborting.aborted]).toEqual([true, false])
  work.resolve('done')
  await ended
  expect(await tracked).toBe('done')
  expect(runs.state).toBe('ended')
})

test('work that goes on is aborted after the grace, and waited for', async () => {
  const clock = createManualClock(start)
  const runs = new InFlightRuns(clock)
  const work = Promise.withResolvers<void>()
  void runs.track(work.promise)
  const ended = runs.end(10_000)
  const aborted = new Promise((resolve) => {
    runs.aborting.addEventListener('abort', resolve)
  })
  clock.advance(9_999)
  expect(runs.state).toBe('draining')
  clock.advance(1)
  await aborted
  expect(runs.state).toBe('aborting')
  work.resolve()
  await ended
  expect(runs.state).toBe('ended')
})

test('work that fails is over too, and its failure is for who asked', async () => {
  const runs = new InFlightRuns(createManualClock(start))
  const tracked = runs.track(Promise.reject(new Error('the database is away')))
  await expect(tracked).rejects.toThrow('the database is away')
  await runs.end(10_000)
  expect(runs.state).toBe('ended')
})

test('who ends it twice waits for the same end', async () => {
  const runs = new InFlightRuns(createManualClock(start))
  const work = Promise.withResolvers<void>()
  void runs.track(work.promise)
  const first = runs.end(10_000)
  expect(runs.end(0)).toBe(first)
  work.resolve()
  await first
})
