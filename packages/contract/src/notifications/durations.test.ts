import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatNanoseconds, readRepeatInterval, readRuleDuration, SHORT_DURATION } from './durations.ts'
import { repeatIntervals, waitChoices } from './rules.ts'

describe('durations of rules', () => {
  test('are written as nanoseconds and read back to the last one [NOT-020]', () => {
    expect(readRuleDuration('1h30m')).toEqual({ ok: true, value: 5_400_000_000_000 })
    fc.assert(
      fc.property(fc.integer({ min: 60_000_000_000, max: 604_800_000_000_000 }), (nanoseconds) => {
        const read = readRuleDuration(formatNanoseconds(nanoseconds))
        // Parts of a millisecond are added as fractions, which are exact to a few nanoseconds.
        return read.ok && Math.abs(read.value - nanoseconds) <= 1
      }),
    )
  })

  test('are at least a minute [NOT-019]', () => {
    for (const text of ['59s', '0s', '1ms']) {
      expect(readRuleDuration(text)).toEqual({ ok: false, failure: SHORT_DURATION })
      expect(readRepeatInterval(text)).toEqual({ ok: false, failure: SHORT_DURATION })
    }
    expect(readRepeatInterval('0M')).toEqual({ ok: false, failure: SHORT_DURATION })
    expect(readRuleDuration('soon').ok).toBe(false)
  })

  test('offered in forms are valid, and 1m of the repeat interval is a month [NOT-021, NOT-022]', () => {
    expect(waitChoices.every((choice) => readRuleDuration(choice).ok)).toBe(true)
    expect(repeatIntervals.map((choice) => readRepeatInterval(choice))).toEqual(
      ['1h', '2h', '3h', '6h', '1d', '1w', '1M'].map((value) => ({ ok: true, value })),
    )
  })
})
