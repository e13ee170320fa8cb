import { afterEach, expect, test, vi } from 'vitest'
import { createManualClock } from '../../../../platform/clock.ts'
import { createLog } from '../../../../platform/log.ts'
import { ClaimLoop, type LoopDependencies } from './loop.ts'

const start = new Date('2026-11-22T12:00:00Z')
const log = await createLog('silent')
const later = (milliseconds: number) => new Date(start.getTime() + milliseconds)

let loop: ClaimLoop | undefined
afterEach(() => loop?.end())

/** A loop over a clock that stands still. */
function makeLoop(dependencies: Partial<LoopDependencies> = {}) {
  const clock = createManualClock(start)
  const startDue = vi.fn<LoopDependencies['startDue']>(dependencies.startDue ?? (async () => {}))
  const made = new ClaimLoop({
    clock,
    log,
    nextDue: dependencies.nextDue ?? (async () => undefined),
    startDue,
  })
  loop = made
  const becomes = (state: ClaimLoop['state']) => expect.poll(() => made.state).toBe(state)
  const looks = (times: number) => expect.poll(() => startDue).toHaveBeenCalledTimes(times)
  return { made, clock, becomes, looks }
}

test('it is idle until it starts, looks, rests, waits for the next due time, and looks again', async () => {
  const { made, clock, becomes, looks } = makeLoop({ nextDue: async () => later(700) })
  expect(made.state).toBe('idle')
  made.start()
  expect(made.state).toBe('claiming')
  await becomes('resting')
  clock.advance(100)
  await becomes('waiting')
  clock.advance(599)
  expect(made.state).toBe('waiting')
  clock.advance(1)
  await looks(2)
})

test('nothing wakes it while it rests; then it looks at once', async () => {
  const { made, clock, becomes, looks } = makeLoop()
  made.start()
  await becomes('resting')
  made.wake()
  clock.advance(99)
  expect(made.state).toBe('resting')
  clock.advance(1)
  await looks(2)
})

test('a check that comes due before the next one wakes it, a later one does not', async () => {
  const { made, clock, becomes, looks } = makeLoop({ nextDue: async () => later(800) })
  made.start()
  await becomes('resting')
  clock.advance(100)
  await becomes('waiting')
  made.onDueTime(later(900))
  made.onSlotFreed()
  await Promise.resolve()
  expect(made.state).toBe('waiting')
  made.onDueTime(later(300))
  await looks(2)
})

test('with checks that wait for a place it rests shortly, and each free place wakes it', async () => {
  const { made, clock, becomes, looks } = makeLoop({ startDue: async (onDueLeft) => onDueLeft() })
  made.start()
  await becomes('resting')
  clock.advance(10)
  await becomes('waiting')
  made.onSlotFreed()
  await looks(2)
  expect(made.state).not.toBe('waiting')
})

test('a database that fails is asked again a second later', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve()]
  const { made, clock, becomes, looks } = makeLoop({ startDue: async () => answers.shift() })
  made.start()
  await becomes('failed')
  clock.advance(999)
  expect(made.state).toBe('failed')
  clock.advance(1)
  await looks(2)
  await becomes('resting')
})

test('it ends at any step, after the current work, and cannot be started again', async () => {
  const claim = Promise.withResolvers<void>()
  const { made, looks } = makeLoop({ startDue: () => claim.promise })
  made.start()
  let isOver = false
  const ended = made.end().then(() => {
    isOver = true
  })
  await looks(1)
  expect(isOver).toBe(false)
  claim.resolve()
  await ended
  made.start()
  expect(made.state).toBe('ended')
  await looks(1)
})

test('one that never started ends as well', async () => {
  const { made, looks } = makeLoop()
  await made.end()
  made.start()
  expect(made.state).toBe('ended')
  await looks(0)
})
