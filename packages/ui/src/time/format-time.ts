import { DAY, HOUR, MINUTE } from '@binnacle/contract/core'
import { localTime } from './zone.ts'

const MONTH = 30 * DAY
const YEAR = 365 * DAY

/**
 * Formats an age in one unit: s below a minute, m below an hour, h below a day, d below 30 days, mo (of 30 days)
 * below 365 days, then y. A future time is written `in 5m`, rounded to the nearest unit.
 * @param milliseconds since the time; negative for a future time
 */
export function formatAge(milliseconds: number): string {
  const length = Math.abs(milliseconds)
  const whole = milliseconds <= -1_000 ? Math.round : Math.floor
  const text =
    length < MINUTE
      ? `${whole(length / 1_000)}s`
      : length < HOUR
        ? `${whole(length / MINUTE)}m`
        : length < DAY
          ? `${whole(length / HOUR)}h`
          : length < MONTH
            ? `${whole(length / DAY)}d`
            : length < YEAR
              ? `${whole(length / MONTH)}mo`
              : `${whole(length / YEAR)}y`
  return milliseconds <= -1_000 ? `in ${text}` : text
}

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0')

/** Formats minutes east of UTC as ±hh:mm. */
export function formatOffset(minutes: number): string {
  const length = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(length / 60))}:${pad(length % 60)}`
}

/** Formats date, time and offset in the reader's zone: `2026-03-08 14:05:09 +01:00`. */
export function formatFullTime(date: Date, zone?: string): string {
  const shown = localTime(date, zone)
  const day = `${pad(shown.year, 4)}-${pad(shown.month)}-${pad(shown.day)}`
  const time = `${pad(shown.hour)}:${pad(shown.minute)}:${pad(shown.second)}`
  return `${day} ${time} ${formatOffset(shown.offset)}`
}

/** Formats date and time with the name of their zone, and its offset unless the name is the offset. */
export function formatZonedTime(date: Date, zone: string): string {
  const full = formatFullTime(date, zone)
  return zone === 'UTC' ? full.replace(/ \+00:00$/, ' UTC') : `${full} ${zone}`
}
