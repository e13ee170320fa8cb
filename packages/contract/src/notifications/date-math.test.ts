import { assert, constantFrom, date, integer, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTimeZone, resolveDateMath } from './date-math.ts'

const now = new Date('2026-03-28T22:30:15Z')
const resolved = (text: string, zone?: string) => {
  const time = resolveDateMath(text, now, zone)
  return time.ok ? time.value.toISOString() : undefined
}

describe('date math', () => {
  it('adds to now, and to dates [SIL-008]', () => {
    expect(resolved('now')).toBe('2026-03-28T22:30:15.000Z')
    expect(resolved(' now+1h ')).toBe('2026-03-28T23:30:15.000Z')
    expect(resolved('now-90s')).toBe('2026-03-28T22:28:45.000Z')
    expect(resolved('now+1M')).toBe('2026-04-28T22:30:15.000Z')
    expect(resolved('2026-01-31||+1M')).toBe('2026-02-28T00:00:00.000Z')
    expect(resolved('2026-05-01T08:00:00Z')).toBe('2026-05-01T08:00:00.000Z')
    expect(resolved('2026-05-01T08:00:00.5+02:00')).toBe('2026-05-01T06:00:00.500Z')
  })

  it('rounds down to the start of a unit, in the zone', () => {
    expect(resolved('now+1d/d')).toBe('2026-03-29T00:00:00.000Z')
    expect(resolved('now/w')).toBe('2026-03-23T00:00:00.000Z')
    expect(resolved('now/M+1y')).toBe('2027-03-01T00:00:00.000Z')
    // In Berlin it is half past eleven, and the next day has 23 hours.
    expect(resolved('now+1d/d', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z')
    expect(resolved('now+2d/d', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z')
    expect(resolved('now+1d/d+9h', 'Europe/Berlin')).toBe('2026-03-29T08:00:00.000Z')
  })

  it('reads dates without a zone in the zone of the reader, also in the hour that clocks skip', () => {
    expect(resolved('2026-07-01 08:00', 'Europe/Berlin')).toBe('2026-07-01T06:00:00.000Z')
    expect(resolved('2026-07-01', 'Asia/Tokyo')).toBe('2026-06-30T15:00:00.000Z')
    expect(resolved('2026-03-29 02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  })

  it.each([
    '',
    'tomorrow',
    'now+',
    'now+1',
    'now+1q',
    'now1h',
    'now+1h now',
    '2026-02-30',
    '2026-13-01T00:00:00Z',
    '2026-01-01T25:00',
    '||+1d',
    '1700000000',
    `now${'+1d'.repeat(200)}`,
  ])('refuses what is no time: %s', (text) => {
    const time = resolveDateMath(text, now)
    expect(time.ok ? time.value : time.failure).toMatch(/is not a time/)
  })

  it('never throws, and ends', () => {
    assert(
      property(string({ maxLength: 300 }), (text) => {
        const time = resolveDateMath(text, now)
        expect(time.ok && Number.isNaN(time.value.getTime())).toBe(false)
      }),
    )
  })

  it('undoes what it adds, in units of a fixed length', () => {
    assert(
      property(integer({ min: 0, max: 999_999 }), constantFrom('s', 'm', 'h'), (count, unit) => {
        const there = resolveDateMath(`now+${count}${unit}`, now)
        const back = there.ok ? resolveDateMath(`now-${count}${unit}`, there.value) : there
        expect(back).toEqual({ ok: true, value: now })
      }),
    )
  })

  it('reads every instant that is written in ISO 8601', () => {
    const bounded = date({ min: new Date('1970-01-01'), max: new Date('9999-01-01'), noInvalidDate: true })
    assert(
      property(bounded, (instant) => {
        expect(resolveDateMath(instant.toISOString(), now, 'America/New_York')).toEqual({
          ok: true,
          value: instant,
        })
      }),
    )
  })
})

it('knows which time zones there are', () => {
  expect(['UTC', 'Europe/Berlin', 'Mars', ''].map(isTimeZone)).toEqual([true, true, false, false])
})
