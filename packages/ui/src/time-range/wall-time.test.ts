import { describe, expect, it } from 'vitest'
import { parseWallTime, typedDay, withDay } from './typed-time.ts'
import { dayAt, describeStretch, formatWallTime } from './wall-time.ts'

const iso = (instant: number | undefined) => instant && new Date(instant).toISOString()

describe('times as they are typed', () => {
  it('are those of the zone', () => {
    expect(iso(parseWallTime('2026-07-01 14:05', 'Europe/Berlin'))).toBe('2026-07-01T12:05:00.000Z')
    expect(iso(parseWallTime('2026-07-01T14:05', 'UTC'))).toBe('2026-07-01T14:05:00.000Z')
    expect(formatWallTime(Date.parse('2026-07-01T12:05:59Z'), 'Europe/Berlin')).toBe('2026-07-01 14:05')
    expect(dayAt(Date.parse('2026-07-01T23:30:00Z'), 'Europe/Berlin')).toEqual({
      year: 2026,
      month: 7,
      day: 2,
    })
  })

  it('of one day name it once', () => {
    const from = '2026-07-01T12:05:00Z'
    expect(describeStretch({ from, to: '2026-07-01T14:00:00Z' }, 'UTC')).toBe('2026-07-01 12:05 – 14:00')
    expect(describeStretch({ from, to: '2026-07-02T14:00:00Z' }, 'UTC')).toBe(
      '2026-07-01 12:05 – 2026-07-02 14:00',
    )
  })

  it('may leave the time to the side they are on', () => {
    expect(iso(parseWallTime('2026-07-01', 'UTC'))).toBe('2026-07-01T00:00:00.000Z')
    expect(iso(parseWallTime('2026-07-01', 'UTC', true))).toBe('2026-07-01T23:59:00.000Z')
  })

  it('that the clocks skip are those after the gap', () => {
    expect(iso(parseWallTime('2026-03-29 02:30', 'Europe/Berlin'))).toBe('2026-03-29T01:30:00.000Z')
  })

  it.each([
    '',
    'soon',
    '2026-02-30',
    '2026-13-01',
    '2026-01-01 24:00',
    '2026-01-01 10:60',
    '0001-01-01',
    '1.1.2026',
  ])('are refused when they are none: "%s"', (text) => expect(parseWallTime(text, 'UTC')).toBeUndefined())

  it('keep their hour when another day is chosen', () => {
    const day = { year: 2026, month: 3, day: 9 }
    expect(withDay('2026-01-01 10:30', day, false)).toBe('2026-03-09 10:30')
    expect(withDay('', day, false)).toBe('2026-03-09 00:00')
    expect(withDay('nonsense', day, true)).toBe('2026-03-09 23:59')
    expect(typedDay('2026-03-09 10:30')).toEqual(day)
    expect(typedDay('2026-03')).toBeUndefined()
  })
})
