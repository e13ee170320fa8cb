import { DAY, MINUTE } from '@binnacle/contract/core'
import { Temporal } from 'temporal-polyfill'

// Temporal, because Node has none yet and no other library says what happens at the hours that clocks skip or repeat. A
// local time that does not exist counts as later by what the clocks skip; of one that exists twice the first counts. So
// each handover happens once a day in every zone, also in that night, and each instant has one person or a gap.
// No shift is stored: it would have to be computed again when a rota, an override or the time zone database changes.
// Browsers get shifts from the server and only draw them.

/** Days since 1970 on the calendar, whatever the zone. */
export type CalendarDay = number

/** Most midnights that are remembered. More are forgotten all together. */
const MOST_MIDNIGHTS = 50_000

const midnights = new Map<string, number>()

/** Reads a day such as `2026-11-23`. */
export function calendarDay(text: string): CalendarDay {
  return Date.parse(text) / DAY
}

/** The day of the week: 1 is Monday. */
export function weekdayOf(day: CalendarDay): number {
  // 1970 began on a Thursday.
  return ((((day + 3) % 7) + 7) % 7) + 1
}

/** Reads a time such as `09:30`. @returns minutes */
export function minutesOf(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
}

function exactInstant(day: CalendarDay, minutes: number, timeZone: string): number {
  const date = new Date(day * DAY + minutes * MINUTE).toISOString().slice(0, 16)
  return Temporal.PlainDateTime.from(date).toZonedDateTime(timeZone, { disambiguation: 'compatible' })
    .epochMilliseconds
}

function midnightOf(day: CalendarDay, timeZone: string): number {
  const key = `${timeZone} ${day}`
  const known = midnights.get(key)
  if (known !== undefined) return known
  const instant = exactInstant(day, 0, timeZone)
  if (midnights.size >= MOST_MIDNIGHTS) midnights.clear()
  midnights.set(key, instant)
  return instant
}

/**
 * The instant at which clocks of a zone show a time on a day. A time that the clocks skip counts as later by what they
 * skip, one that they show twice counts as the first of the two: each day has each time once.
 */
export function instantAt(day: CalendarDay, minutes: number, timeZone: string): number {
  const start = midnightOf(day, timeZone)
  // Clocks change on two days of a year. Temporal is needed only there: it takes a hundred times as long as a sum.
  const isPlain = midnightOf(day + 1, timeZone) - start === DAY
  return isPlain ? start + minutes * MINUTE : exactInstant(day, minutes, timeZone)
}

/** The day that a zone has at an instant. */
export function dayAt(instant: number, timeZone: string): CalendarDay {
  let day = Math.floor(instant / DAY)
  while (midnightOf(day, timeZone) > instant) day -= 1
  while (midnightOf(day + 1, timeZone) <= instant) day += 1
  return day
}
