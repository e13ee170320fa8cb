import { MINUTE } from '@binnacle/contract/core'
import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowedRate, isRateAllowed, rateMilliseconds, refreshRates } from './refresh-rate.ts'

describe('refresh rates', () => {
  it('are those of the specification [TIME-017]', () => {
    expect(refreshRates.join(' | ')).toBe('None | 15s | 30s | 60s | 2m | 3m | 5m | 10m | 15m')
  })

  it('disable 15s and 30s from a range of 60 minutes [TIME-019]', () => {
    const closed = (range: number) => refreshRates.filter((rate) => !isRateAllowed(rate, range))
    expect(closed(60 * MINUTE - 1)).toEqual([])
    expect(closed(60 * MINUTE)).toEqual(['15s', '30s'])
    expect(closed(180 * MINUTE - 1)).toEqual(['15s', '30s'])
  })

  it('disable 2m and 3m as well from a range of 180 minutes, and 60s never [TIME-020]', () => {
    const closed = refreshRates.filter((rate) => !isRateAllowed(rate, 180 * MINUTE))
    expect(closed).toEqual(['15s', '30s', '2m', '3m'])
  })

  it('fall back to the next one that is allowed [TIME-021]', () => {
    expect(allowedRate('15s', 15 * MINUTE)).toBe('15s')
    expect(allowedRate('15s', 60 * MINUTE)).toBe('60s')
    expect(allowedRate('30s', 600 * MINUTE)).toBe('60s')
    expect(allowedRate('2m', 60 * MINUTE)).toBe('2m')
    expect(allowedRate('2m', 180 * MINUTE)).toBe('5m')
    expect(allowedRate('None', 600 * MINUTE)).toBe('None')
    assert(
      property(constantFrom(...refreshRates), integer({ min: 0, max: 1e12 }), (rate, range) => {
        expect(isRateAllowed(allowedRate(rate, range), range)).toBe(true)
      }),
    )
  })

  it('are read with the units s, m, h, d and w [TIME-022]', () => {
    expect(['5s', '2m', '3h', '1d', '2w'].map(rateMilliseconds)).toEqual([
      5_000, 120_000, 10_800_000, 86_400_000, 1_209_600_000,
    ])
    for (const text of ['None', '', '5', 's', '5ms', '1M', '1y', '-5s', '1.5m', '0s', '5 s'])
      expect(rateMilliseconds(text)).toBeUndefined()
    // Every rate but None is one that can be read.
    expect(refreshRates.filter((rate) => rateMilliseconds(rate) === undefined)).toEqual(['None'])
  })
})
