import { localTime } from '../time/zone.ts'

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0')

/** Formats an instant for typing, in a zone: `2026-03-08 14:05`. */
export function formatWallTime(instant: number, zone: string): string {
  const { year, month, day, hour, minute } = localTime(new Date(instant), zone)
  return `${pad(year, 4)}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}`
}

/** Formats two ISO 8601 instants for reading: `2026-03-08 14:05 – 16:00`. A shared day appears once. */
export function describeStretch(stretch: { from: string; to: string }, zone: string): string {
  const from = formatWallTime(Date.parse(stretch.from), zone)
  const to = formatWallTime(Date.parse(stretch.to), zone)
  return `${from} – ${from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to}`
}

/** A day of the calendar, without a zone. */
export interface CalendarDay {
  year: number
  /** From 1. */
  month: number
  day: number
}

/** Returns the day of an instant in a zone. */
export function dayAt(instant: number, zone: string): CalendarDay {
  const { year, month, day } = localTime(new Date(instant), zone)
  return { year, month, day }
}
