import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findJump, jumpBetween } from './clock.ts'
import { findSlowDatabase, percentile95 } from './database.ts'
import { doubtLeft, findNetwork, hostOf, isNetworkFailure, type NetworkFailure } from './network.ts'
import { initialState, nextState } from './detector-state.ts'
import { findOverdue, findQueue, findWorkers } from './work.ts'

const start = new Date('2026-11-23T08:00:00Z').getTime()
const at = (seconds: number) => new Date(start + seconds * 1_000)
const failure = (host: string, seconds: number): NetworkFailure => ({
  host,
  endedAt: at(seconds),
  turnedAt: at(seconds),
})

describe('work', () => {
  test('checks do not run if half of those that are due are overdue', () => {
    expect(findOverdue({ due: 0, overdue: 0 }, 0.5).isBlind).toBe(false)
    expect(findOverdue({ due: 30, overdue: 14 }, 0.5).isBlind).toBe(false)
    expect(findOverdue({ due: 30, overdue: 15 }, 0.5)).toEqual({
      isBlind: true,
      reason: '15 of 30 health checks that are due did not run',
    })
  })

  test('more overdue checks never make it see again', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000),
        fc.nat(1_000),
        fc.integer({ min: 1, max: 100 }),
        (overdue, others, share) => {
          const due = overdue + others
          if (!findOverdue({ due, overdue }, share / 100).isBlind) return
          expect(findOverdue({ due, overdue: Math.min(due, overdue + 1) }, share / 100).isBlind).toBe(true)
        },
      ),
    )
  })

  test('a process is enough; what waits in the queue is not', () => {
    expect(findWorkers(1).isBlind).toBe(false)
    expect(findWorkers(0).isBlind).toBe(true)
    expect(findQueue(0, 120_000, []).isBlind).toBe(false)
    expect(findQueue(1, 120_000, ['sends'])).toEqual({
      isBlind: true,
      reason: '1 event or message waits in the queue for more than 2m',
    })
  })
})

describe('network', () => {
  const failures = ['a', 'b', 'c', 'd', 'e'].map((host, place) => failure(host, place))

  test('it is lost when enough hosts fail and none answers', () => {
    const facts = { failures, answeredAt: at(-1), hosts: 30 }
    expect(findNetwork(facts, 5, undefined)).toEqual({
      isBlind: true,
      reason: '5 targets stopped to answer, and no target answered since',
      since: at(0),
    })
    expect(findNetwork(facts, 6, undefined).isBlind).toBe(false)
    expect(findNetwork({ ...facts, answeredAt: at(3) }, 5, undefined).isBlind).toBe(false)
  })

  test('one host is never enough, however many checks it has', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(100), { maxLength: 200 }),
        fc.integer({ min: 2, max: 50 }),
        (ends, hosts) => {
          const facts = { failures: ends.map((end) => failure('a', end)), answeredAt: undefined, hosts: 100 }
          expect(findNetwork(facts, hosts, undefined).isBlind).toBe(false)
        },
      ),
    )
  })

  test('an answer after all failures always ends it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ host: fc.string(), end: fc.nat(100) }), { maxLength: 100 }),
        fc.nat(100),
        (all, since) => {
          const found = all.map(({ host, end }) => failure(host, end))
          const facts = { failures: found, answeredAt: at(102), hosts: 100 }
          expect(findNetwork(facts, 2, at(since)).isBlind).toBe(false)
        },
      ),
    )
  })

  test('it stays lost without an answer, even if nothing fails any more', () => {
    const facts = { failures: [], answeredAt: at(-1), hosts: 30 }
    expect(findNetwork(facts, 5, at(0)).isBlind).toBe(true)
    expect(findNetwork({ ...facts, answeredAt: at(1) }, 5, at(0)).isBlind).toBe(false)
  })

  test('alerts wait for another answer, but not for long, and not if it will never be known', () => {
    const facts = { failures: [failure('a', 0)], answeredAt: at(-1), hosts: 30 }
    expect(doubtLeft(facts, 5, 5_000, at(1))).toBe(4_000)
    expect(doubtLeft(facts, 5, 5_000, at(6))).toBe(0)
    expect(doubtLeft({ ...facts, answeredAt: at(2) }, 5, 5_000, at(2))).toBe(0)
    // An answer at nearly the same time may have come before.
    expect(doubtLeft({ ...facts, answeredAt: at(0.5) }, 5, 5_000, at(1))).toBe(4_000)
    expect(doubtLeft({ ...facts, hosts: 4 }, 5, 5_000, at(1))).toBe(0)
    // The clock was set back.
    expect(doubtLeft(facts, 5, 5_000, at(-100))).toBe(5_000)
  })

  test('tells failures of the network from answers that are wrong', () => {
    expect(isNetworkFailure('refused', 'x: connection refused')).toBe(true)
    expect(isNetworkFailure('timeout', null)).toBe(true)
    expect(isNetworkFailure('certificate', 'x: expired')).toBe(false)
    expect(isNetworkFailure('name-not-found', 'the name x does not exist')).toBe(false)
    expect(isNetworkFailure(null, 'did not end within 10s')).toBe(true)
    expect(isNetworkFailure(null, 'status 503, expected 200 to 299')).toBe(false)
    expect(isNetworkFailure(null, null)).toBe(false)
  })

  test.each([
    ['Example.com:443', 'example.com'],
    ['example.com', 'example.com'],
    ['[2001:db8::1]:80', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['127.0.1.7:8080', '127.0.1.7'],
  ])('the host of %s is %s', (target, host) => expect(hostOf(target)).toBe(host))
})

describe('clock and database', () => {
  test('a clock that moves as time passes has not jumped', () => {
    const before = { clock: start, monotonic: 0 }
    expect(jumpBetween(before, { clock: start + 2_000, monotonic: 2_000 }, 30_000)).toBeUndefined()
    const back = jumpBetween(before, { clock: start - 3_598_000, monotonic: 2_000 }, 30_000)
    expect(back).toEqual({ at: 2_000, by: -3_600_000 })
    expect(findJump(back, 3_000, 60_000)).toEqual({
      isBlind: true,
      reason: 'The clock was set back by 1h',
    })
    expect(findJump(back, 100_000, 60_000).isBlind).toBe(false)
    expect(
      findJump(jumpBetween(before, { clock: start + 90_000, monotonic: 0 }, 30_000), 0, 1),
    ).toMatchObject({
      reason: 'The clock jumped ahead by 1.5m, or the machine was suspended',
    })
  })

  test('the percentile is one of the values, and at most 5 % are above it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { minLength: 1 }), (values) => {
        const found = percentile95(values)
        expect(values).toContain(found)
        expect(values.filter((value) => value > found).length).toBeLessThanOrEqual(values.length * 0.05)
      }),
    )
  })

  test('a database is slow only after a whole window', () => {
    const limits = { slow: 500, window: 60_000 }
    const pings = (count: number, duration: number) =>
      Array.from({ length: count }, (_, place) => ({ at: place * 2_000, duration }))
    expect(findSlowDatabase([], 0, limits).isBlind).toBe(false)
    expect(findSlowDatabase(pings(5, 900), 8_000, limits).isBlind).toBe(false)
    expect(findSlowDatabase(pings(30, 900), 58_000, limits)).toMatchObject({ isBlind: true })
    expect(findSlowDatabase(pings(30, 20), 58_000, limits).isBlind).toBe(false)
  })
})

describe('hysteresis', () => {
  const delays = { raise: 10_000, clear: 20_000 }
  const blind = { isBlind: true, reason: 'why' } as const
  const sees = { isBlind: false } as const

  test('changes after its delay, and says since when', () => {
    let state = initialState(at(0))
    state = nextState(state, blind, at(1), delays)
    expect(state).toMatchObject({ isBlind: false, turningSince: at(1) })
    state = nextState(state, blind, at(11), delays)
    expect(state).toMatchObject({ isBlind: true, since: at(1), reason: 'why' })
    state = nextState(state, sees, at(12), delays)
    state = nextState(state, blind, at(20), delays)
    expect(state).toMatchObject({ isBlind: true, turningSince: undefined })
    state = nextState(state, sees, at(21), delays)
    state = nextState(state, sees, at(41), delays)
    expect(state).toMatchObject({ isBlind: false, since: at(21), last: { from: at(1), to: at(21) } })
  })

  test('does not flap: it never changes twice within the delays, whatever is found', () => {
    const found = fc.record({ isBlind: fc.boolean(), pause: fc.integer({ min: 0, max: 15 }) })
    fc.assert(
      fc.property(fc.array(found), (findings) => {
        let seconds = 0
        let state = initialState(at(0))
        let changedAt = Number.NEGATIVE_INFINITY
        for (const { isBlind, pause } of findings) {
          seconds += pause
          const before = state.isBlind
          state = nextState(state, isBlind ? blind : sees, at(seconds), delays)
          if (state.isBlind === before) continue
          const delay = (state.isBlind ? delays.raise : delays.clear) / 1_000
          expect(seconds - changedAt).toBeGreaterThanOrEqual(delay)
          changedAt = seconds
        }
      }),
    )
  })

  test('a clock that is set back does not keep it from changing', () => {
    let state = nextState(initialState(at(0)), blind, at(3_600), delays)
    state = nextState(state, blind, at(0), delays)
    expect(nextState(state, blind, at(10), delays).isBlind).toBe(true)
  })
})
