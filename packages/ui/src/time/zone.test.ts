import { expect, test } from 'vitest'
import { isTimeZone, localTime, timeZones } from './zone.ts'

test('a moment is shown as the clocks of the zone show it', () => {
  const moment = new Date('2026-03-29T00:59:59Z')
  expect(localTime(moment, 'UTC')).toEqual({
    year: 2026,
    month: 3,
    day: 29,
    hour: 0,
    minute: 59,
    second: 59,
    offset: 0,
  })
  expect(localTime(moment, 'Europe/Berlin')).toMatchObject({ day: 29, hour: 1, offset: 60 })
  expect(localTime(new Date('2026-03-29T01:00:00Z'), 'Europe/Berlin')).toMatchObject({ hour: 3, offset: 120 })
  expect(localTime(moment, 'America/New_York')).toMatchObject({ day: 28, hour: 20, offset: -240 })
  expect(localTime(moment, 'Asia/Kolkata')).toMatchObject({ hour: 6, minute: 29, offset: 330 })
})

test('only zones that exist can be chosen', () => {
  expect(timeZones()[0]).toBe('UTC')
  expect(timeZones()).toContain('Europe/Berlin')
  expect(timeZones().filter((zone) => zone === 'UTC')).toHaveLength(1)
  expect(isTimeZone('Europe/Berlin')).toBe(true)
  expect(isTimeZone('Europe/Atlantis')).toBe(false)
  expect(isTimeZone('')).toBe(false)
})
