import { TZDate } from '@date-fns/tz'
import type { CalendarDay } from './wall-time.ts'

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0')

const pattern = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2}))?$/

interface WallTime extends CalendarDay {
  hour: number
  minute: number
}

function readParts(text: string, fallback: { hour: number; minute: number }): WallTime | undefined {
  const match = pattern.exec(text.trim())
  if (match === null) return undefined
  const [, year, month, day, hour, minute] = match
  const parts = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: hour === undefined ? fallback.hour : Number(hour),
    minute: minute === undefined ? fallback.minute : Number(minute),
  }
  const { hour: hours, minute: minutes } = parts
  const date = new Date(Date.UTC(parts.year, parts.month - 1, parts.day))
  const exists = date.getUTCMonth() === parts.month - 1 && date.getUTCDate() === parts.day
  return parts.year >= 1970 && exists && hours < 24 && minutes < 60 ? parts : undefined
}

/**
 * Parses a typed instant. A time that the zone's clocks skip counts as the one after the gap.
 * @param end whether a day without a time means its last minute instead of its first
 * @returns milliseconds since 1970; undefined if the text is invalid
 */
export function parseWallTime(text: string, zone: string, end = false): number | undefined {
  const parts = readParts(text, end ? { hour: 23, minute: 59 } : { hour: 0, minute: 0 })
  if (parts === undefined) return undefined
  return new TZDate(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, zone).getTime()
}

/** Returns the day of a typed text, whatever its time. */
export function typedDay(text: string): CalendarDay | undefined {
  const parts = readParts(text, { hour: 0, minute: 0 })
  return parts === undefined ? undefined : { year: parts.year, month: parts.month, day: parts.day }
}

/** Replaces the day of a typed text and keeps its time. */
export function withDay(text: string, { year, month, day }: CalendarDay, end: boolean): string {
  const { hour, minute } =
    readParts(text, end ? { hour: 23, minute: 59 } : { hour: 0, minute: 0 }) ??
    (end ? { hour: 23, minute: 59 } : { hour: 0, minute: 0 })
  return `${pad(year, 4)}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}`
}
