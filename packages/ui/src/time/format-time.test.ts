import { DAY, SECOND } from '@binnacle/contract/core'
import { describe, expect, it } from 'vitest'
import { formatAge, formatFullTime, formatOffset, formatZonedTime } from './format-time.ts'
import { createTicker } from './ticker.ts'

describe('formatAge', () => {
  it.each([
    [0, '0s'],
    [59 * SECOND, '59s'],
    [60 * SECOND, '1m'],
    [3_599 * SECOND, '59m'],
    [3_600 * SECOND, '1h'],
    [DAY - 1, '23h'],
    [DAY, '1d'],
    [30 * DAY - 1, '29d'],
    [30 * DAY, '1mo'],
    [364 * DAY, '12mo'],
    [365 * DAY, '1y'],
    [800 * DAY, '2y'],
  ])('writes %d ms as %s', (milliseconds, text) => {
    expect(formatAge(milliseconds)).toBe(text)
  })

  it('writes what is to come as such, but not a clock that is a moment behind', () => {
    expect(formatAge(-5 * 60 * SECOND)).toBe('in 5m')
    expect(formatAge(-400)).toBe('0s')
    expect(formatAge(-900)).toBe('0s')
  })

  it('writes what is to come to the nearest unit', () => {
    expect(formatAge(-(90 * DAY - SECOND))).toBe('in 3mo')
    expect(formatAge(-(7 * DAY - SECOND))).toBe('in 7d')
  })
})

describe('full times', () => {
  it('writes offsets on both sides of UTC', () => {
    expect(formatOffset(0)).toBe('+00:00')
    expect(formatOffset(330)).toBe('+05:30')
    expect(formatOffset(-210)).toBe('-03:30')
  })

  it('writes date, time and offset of a zone', () => {
    const date = new Date('2026-03-08T14:05:09Z')
    expect(formatFullTime(date, 'UTC')).toBe('2026-03-08 14:05:09 +00:00')
    expect(formatFullTime(date, 'Asia/Kolkata')).toBe('2026-03-08 19:35:09 +05:30')
  })

  it('names the zone once', () => {
    const date = new Date('2026-03-08T14:05:09Z')
    expect(formatZonedTime(date, 'UTC')).toBe('2026-03-08 14:05:09 UTC')
    expect(formatZonedTime(date, 'Asia/Kolkata')).toBe('2026-03-08 19:35:09 +05:30 Asia/Kolkata')
  })

  it('writes them in the zone of the reader if none is given', () => {
    expect(formatFullTime(new Date(2026, 2, 8, 14, 5, 9))).toMatch(/^2026-03-08 14:05:09 [+-]\d\d:\d\d$/)
  })
})

describe('createTicker', () => {
  it('stands still within a step and follows the clock after it', () => {
    let time = 10_000
    const ticker = createTicker({ now: () => time }, 1_000)
    expect(ticker.now()).toBe(10_000)
    time = 10_999
    expect(ticker.now()).toBe(10_000)
    time = 11_000
    expect(ticker.now()).toBe(11_000)
  })
})
