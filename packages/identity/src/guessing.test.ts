import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  accountGuesses,
  addressGuesses,
  type GuessPolicy,
  admitGuess,
  secondFactorGuesses,
} from './guessing.ts'

const start = Date.UTC(2026, 0, 1)

/** Tries at the given times, counting those that get through. */
function play(waits: readonly number[], policy: GuessPolicy): Date[] {
  const through: Date[] = []
  let now = start
  for (const wait of waits) {
    now += wait
    if (admitGuess(through, new Date(now), policy) === undefined) through.push(new Date(now))
  }
  return through
}

test('whenever somebody tries, no window holds more guesses than its limit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 120_000 }), { maxLength: 200 }),
      fc.constantFrom(accountGuesses, addressGuesses, secondFactorGuesses),
      (waits, policy) => {
        const through = play(waits, policy).map((time) => time.getTime())
        for (const from of through) {
          const within = through.filter((time) => time >= from && time < from + policy.window)
          expect(within.length).toBeLessThanOrEqual(policy.most)
        }
      },
    ),
  )
})

test('a guess gets through at the time that was named, and not before', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 5, maxLength: 60 }), (waits) => {
      const through = play(waits, accountGuesses)
      const now = new Date(start + waits.reduce((sum, wait) => sum + wait, 0))
      const retryAt = admitGuess(through, now, accountGuesses)
      if (retryAt === undefined) return
      expect(retryAt.getTime()).toBeGreaterThan(now.getTime())
      // Once the window lets one through, the delay after the last may still hold it back, once.
      const second = admitGuess(through, retryAt, accountGuesses) ?? retryAt
      expect(admitGuess(through, second, accountGuesses)).toBeUndefined()
      expect(admitGuess(through, new Date(retryAt.getTime() - 1), accountGuesses)).toBeDefined()
    }),
  )
})

test('guesses of the future count as made just now', () => {
  const future = Array.from({ length: 10 }, () => new Date(start + 3_600_000))
  const retryAt = admitGuess(future, new Date(start), accountGuesses)
  expect(retryAt?.getTime()).toBe(start + accountGuesses.window)
})

test('old guesses are forgotten', () => {
  const past = Array.from({ length: 50 }, () => new Date(start - accountGuesses.window))
  expect(admitGuess(past, new Date(start), accountGuesses)).toBeUndefined()
})
