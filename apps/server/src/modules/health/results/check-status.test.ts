import type { CheckState } from '@binnacle/contract/health'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextStatus, type NextStatus, type CheckStatus, thresholdsOf } from './check-status.ts'

const none: CheckStatus = { verdict: null, streak: 0 }

function states(runs: readonly CheckState[], failure: number, recovery: number): NextStatus[] {
  let status = none
  return runs.map((run) => {
    const next = nextStatus(status, run, { failure, recovery })
    status = next
    return next
  })
}

const shown = (runs: readonly CheckState[], failure: number, recovery: number) =>
  states(runs, failure, recovery).map(({ state }) => state)

const [good, bad, blind] = ['healthy', 'unhealthy', 'unknown'] as const

test('a check turns only after so many runs in a row', () => {
  expect(shown([good, bad, bad, good, bad, bad, bad, good, good], 3, 2)).toEqual([
    good,
    good,
    good,
    good,
    good,
    good,
    bad,
    bad,
    good,
  ])
})

test('a note says how far a change is', () => {
  expect(states([good, bad, bad, bad, good], 3, 2).map(({ note }) => note)).toEqual([
    undefined,
    'failing 1 of 3',
    'failing 2 of 3',
    undefined,
    'passing 1 of 2',
  ])
})

test('a new check is unknown until enough runs failed, and healthy with the first that passes', () => {
  expect(shown([bad, bad, bad], 3, 2)).toEqual([blind, blind, bad])
  expect(shown([bad, good], 3, 2)).toEqual([blind, good])
})

test('runs that know nothing show as unknown and neither count nor interrupt', () => {
  expect(shown([good, bad, blind, bad], 2, 1)).toEqual([good, good, blind, bad])
  expect(shown([good, blind, good], 2, 1)).toEqual([good, blind, good])
})

const runsOf = fc.array(fc.constantFrom<CheckState>(good, bad, blind), { maxLength: 60 })
const threshold = fc.integer({ min: 1, max: 6 })

test('with thresholds of one the state follows the newest run', () => {
  fc.assert(
    fc.property(runsOf, (runs) => {
      const { failure, recovery } = thresholdsOf({})
      expect(shown(runs, failure, recovery)).toEqual(runs)
    }),
  )
})

test('a verdict changes only when as many runs that know something, the newest ones, all say the other', () => {
  fc.assert(
    fc.property(runsOf, threshold, threshold, (runs, failure, recovery) => {
      const decided = states(runs, failure, recovery)
      const wrong = decided.filter(({ verdict, streak }, index) => {
        const before = decided[index - 1]?.verdict ?? null
        const telling = runs.slice(0, index + 1).filter((run) => run !== blind)
        const allSay = (count: number, state: CheckState | null) =>
          telling.length >= count && telling.slice(-count).every((run) => run === state)
        if (verdict !== before)
          return !allSay(verdict === bad ? failure : before === bad ? recovery : 1, verdict)
        const [limit, other] = verdict === bad ? [recovery, good] : [failure, bad]
        return streak >= limit || allSay(limit, other)
      })
      expect(wrong).toEqual([])
    }),
  )
})
