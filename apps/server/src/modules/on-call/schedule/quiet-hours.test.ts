import type { QuietHours } from '@binnacle/contract/on-call'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'
import { isOpen } from './rotation.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const nights: QuietHours = {
  timeZone: 'Europe/Berlin',
  hours: [{ days: everyDay, from: '22:00', to: '07:00' }],
}
const endOf = (quiet: QuietHours, at: string) => quietUntil(quiet, new Date(at))?.toISOString()

describe('quiet hours', () => {
  test('end on the clocks of their zone, also in the night in which clocks change', () => {
    expect(endOf(nights, '2026-01-10T12:00:00Z')).toBeUndefined()
    expect(endOf(nights, '2026-01-10T21:00:00Z')).toBe('2026-01-11T06:00:00.000Z')
    expect(endOf(nights, '2026-01-11T06:00:00Z')).toBeUndefined()
    // 7 o'clock comes an hour earlier in spring and an hour later in fall.
    expect(endOf(nights, '2026-03-28T21:30:00Z')).toBe('2026-03-29T05:00:00.000Z')
    expect(endOf(nights, '2026-10-24T21:30:00Z')).toBe('2026-10-25T06:00:00.000Z')
  })

  test('that touch are one, and those around the clock are looked at again', () => {
    const weekend: QuietHours = {
      timeZone: 'UTC',
      hours: [
        { days: [6, 7], from: '00:00', to: '00:00' },
        { days: [5], from: '18:00', to: '00:00' },
      ],
    }
    expect(endOf(weekend, '2026-11-27T17:59:00Z')).toBeUndefined()
    expect(endOf(weekend, '2026-11-27T18:00:00Z')).toBe('2026-11-30T00:00:00.000Z')
    const always = { timeZone: 'UTC', hours: [{ days: everyDay, from: '00:00', to: '00:00' }] }
    expect(endOf(always, '2026-11-27T12:00:00Z')).toBe('2026-12-05T12:00:00.000Z')
  })

  test('are over at their end, and not before', () => {
    const minute = fc.integer({ min: 0, max: 1_439 }).map((value) => {
      const [hours, minutes] = [Math.floor(value / 60), value % 60]
      return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
    })
    const quiet: fc.Arbitrary<QuietHours> = fc.record({
      timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'),
      hours: fc.array(
        fc.record({ days: fc.subarray(everyDay, { minLength: 1 }), from: minute, to: minute }),
        { minLength: 1, maxLength: 4 },
      ),
    })
    const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(
        quiet,
        instant,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (hours, at, part) => {
          const end = quietUntil(hours, at)
          expect(end !== undefined).toBe(isOpen(hours, at.getTime()))
          if (end === undefined) return
          const within = at.getTime() + Math.floor((end.getTime() - at.getTime()) * part)
          expect(isOpen(hours, within)).toBe(true)
          const isCut = end.getTime() === at.getTime() + 8 * 86_400_000
          expect(isOpen(hours, end.getTime())).toBe(isCut && isOpen(hours, end.getTime()))
        },
      ),
    )
  })
})
