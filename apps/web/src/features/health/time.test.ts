import { DAY, MINUTE } from '@binnacle/contract/core'
import { describe, expect, it } from 'vitest'
import { simpleName } from '@binnacle/ui'
import { defaultTimeRange } from './default-range.ts'
import { parseDurationFilter } from './check/duration-filter.ts'
import { timeRangeKeys } from './time-ranges.ts'

describe('the ranges of time', () => {
  it('are those of the specification, shortest first [TIME-015]', () => {
    expect(timeRangeKeys.join(' | ')).toBe(
      '15m | 1h | 2h | 3h | 6h | 12h | 1d | 2d | 3d | 1w | 2w | 3w | 1mo | 2mo | 3mo | 6mo | 1y | 2y | 3y | 5y',
    )
  })
})

describe('the range that a check opens with', () => {
  const now = Date.UTC(2026, 0, 1)
  const after = (age: number) => simpleName(defaultTimeRange(new Date(now - age).toISOString(), now))

  it('is the shortest that holds its last run, but never 15m nor 2h [CHK-020]', () => {
    expect(after(0)).toBe('1h')
    expect(after(60 * MINUTE)).toBe('1h')
    expect(after(61 * MINUTE)).toBe('3h')
    expect(after(4 * 60 * MINUTE)).toBe('6h')
    expect(after(DAY)).toBe('1d')
    expect(after(10 * DAY)).toBe('2w')
    expect(after(300 * DAY)).toBe('1y')
    expect(after(9_000 * DAY)).toBe('5y')
  })

  it('is an hour for a check that never ran', () => {
    expect(simpleName(defaultTimeRange(null, now))).toBe('1h')
  })
})

describe('a duration to filter by', () => {
  it.each([
    ['100ms', 100],
    ['1s', 1_000],
    ['1.5s', 1_500],
    [' 20ms ', 20],
  ])('reads %s [CHK-012]', (text, milliseconds) => {
    expect(parseDurationFilter(text)).toEqual({ ok: true, value: milliseconds })
  })

  it.each(['', '5', '5m', 'ms', '-1s', '1 s', '1e3ms'])('refuses "%s" [CHK-012]', (text) => {
    expect(parseDurationFilter(text)).toEqual({
      ok: false,
      failure: 'duration is allowed only in milli seconds & seconds',
    })
  })
})
