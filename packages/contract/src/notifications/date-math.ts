import { TZDate } from '@date-fns/tz'
// By function: the whole package is 300 files, which the server would load.
import { add } from 'date-fns/add'
import { startOfDay } from 'date-fns/startOfDay'
import { startOfHour } from 'date-fns/startOfHour'
import { startOfMinute } from 'date-fns/startOfMinute'
import { startOfMonth } from 'date-fns/startOfMonth'
import { startOfSecond } from 'date-fns/startOfSecond'
import { startOfWeek } from 'date-fns/startOfWeek'
import { startOfYear } from 'date-fns/startOfYear'
import { fail, type Result, succeed } from '../core/result.ts'

/** What each unit adds, and where it starts. `m` is a minute, `M` a month. */
const units = {
  s: { length: 'seconds', start: startOfSecond },
  m: { length: 'minutes', start: startOfMinute },
  h: { length: 'hours', start: startOfHour },
  d: { length: 'days', start: startOfDay },
  w: { length: 'weeks', start: (time: Date) => startOfWeek(time, { weekStartsOn: 1 }) },
  M: { length: 'months', start: startOfMonth },
  y: { length: 'years', start: startOfYear },
} as const

function isUnit(text: string): text is keyof typeof units {
  return Object.hasOwn(units, text)
}

/** Longer expressions are refused, so that reading one takes no time. */
const LONGEST = 100

/** `now` or a date, then additions and roundings. A date is separated from them by two bars. */
const expression = /^(?<anchor>now|(?<date>[^|]+?)(?:\|\||$))(?<steps>(?:[+-]\d{1,6}[smhdwMy]|\/[smhdwMy])*)$/
const step = /(?<sign>[+-])(?<amount>\d+)(?<unit>[smhdwMy])|\/(?<rounded>[smhdwMy])/g

/** A date, with or without a time and a zone. */
const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?<zone>Z|[+-]\d{2}:?\d{2})?)?$/

/** Whether a time zone of this name exists, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function readDate(text: string, zone: string): TZDate | undefined {
  const match = isoDate.exec(text)
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  const calendar = new Date(Date.UTC(year, month - 1, day))
  // The 30th of February is a typing error, not the 2nd of March.
  if (calendar.getUTCMonth() !== month - 1 || calendar.getUTCDate() !== day) return undefined
  if (match.groups?.['zone'] !== undefined) return new TZDate(Date.parse(text.replace(' ', 'T')), zone)
  const [hours = 0, minutes = 0, seconds = 0] = text.slice(11).split(':').map(Number)
  if (hours > 23 || minutes > 59 || seconds >= 60) return undefined
  return new TZDate(year, month - 1, day, hours, minutes, Math.floor(seconds), zone)
}

function move(start: TZDate, steps: string, zone: string): TZDate {
  let time = start
  for (const { groups = {} } of steps.matchAll(step)) {
    const { sign, amount, unit = '', rounded = '' } = groups
    if (isUnit(rounded)) time = new TZDate(units[rounded].start(time).getTime(), zone)
    else if (isUnit(unit)) {
      const count = Number(amount) * (sign === '-' ? -1 : 1)
      time = new TZDate(add(time, { [units[unit].length]: count }).getTime(), zone)
    }
  }
  return time
}

/**
 * Resolves a time: ISO 8601 such as `2026-05-01T08:00:00Z`, or date math such as `now+1h`, `now+1d/d` (the start of
 * tomorrow) and `2026-05-01||+1M`. Days, weeks, months and years follow the calendar of the zone.
 * @param zone also that of dates that name none
 */
export function resolveDateMath(text: string, now: Date, zone = 'UTC'): Result<Date, string> {
  const trimmed = text.trim()
  const unreadable = fail(
    `"${trimmed.slice(0, LONGEST)}" is not a time; write it as now+1h, now+1d/d or 2026-05-01T08:00:00Z`,
  )
  if (trimmed.length > LONGEST) return unreadable
  const { anchor, date = '', steps = '' } = expression.exec(trimmed)?.groups ?? {}
  if (anchor === undefined) return unreadable
  const start = anchor === 'now' ? new TZDate(now.getTime(), zone) : readDate(date.trim(), zone)
  if (start === undefined) return unreadable
  const time = move(start, steps, zone).getTime()
  return Number.isNaN(time) ? unreadable : succeed(new Date(time))
}
