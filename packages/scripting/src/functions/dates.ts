import { ofMilliseconds } from '../duration.ts'
import { ScriptFailure } from '../failure.ts'
import { define } from './definition.ts'
import { readLayout } from './layout.ts'
import { number, text } from './take.ts'

const layouts = [
  ['ANSIC', 'Mon Jan _2 15:04:05 2006'],
  ['UnixDate', 'Mon Jan _2 15:04:05 MST 2006'],
  ['RubyDate', 'Mon Jan 02 15:04:05 -0700 2006'],
  ['RFC822', '02 Jan 06 15:04 MST'],
  ['RFC822Z', '02 Jan 06 15:04 -0700'],
  ['RFC850', 'Monday, 02-Jan-06 15:04:05 MST'],
  ['RFC1123', 'Mon, 02 Jan 2006 15:04:05 MST'],
  ['RFC1123Z', 'Mon, 02 Jan 2006 15:04:05 -0700'],
  ['RFC3339', '2006-01-02T15:04:05Z07:00'],
  ['RFC3339Nano', '2006-01-02T15:04:05.999999999Z07:00'],
  ['Kitchen', '3:04PM'],
  ['Stamp', 'Jan _2 15:04:05'],
  ['StampMilli', 'Jan _2 15:04:05.000'],
  ['StampMicro', 'Jan _2 15:04:05.000000'],
  ['StampNano', 'Jan _2 15:04:05.000000000'],
  ['DateTime', '2006-01-02 15:04:05'],
  ['DateOnly', '2006-01-02'],
  ['TimeOnly', '15:04:05'],
] as const

/** Date, with or without a time, with or without a zone; abbreviations of zones count as UTC. */
const written =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?(?: ?(Z|[-+]\d{2}:?\d{2}|[A-Z]{3,4}))?)?$/

function readDate(value: string): Date | undefined {
  const parts = written.exec(value)
  if (parts === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const read = new Date(0)
  read.setUTCFullYear(year, month - 1, day)
  read.setUTCHours(hour, minute, second, Math.floor(Number(`0${parts[7] ?? ''}`) * 1_000))
  const isReal =
    read.getUTCMonth() === month - 1 && read.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  if (!isReal) return undefined
  const [, sign, hours = 0, minutes = 0] = /^([-+])(\d{2}):?(\d{2})$/.exec(parts[8] ?? '') ?? []
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  return new Date(read.getTime() - offset * 60_000)
}

/** Moves a time by so many of a unit, as the calendar counts. */
function moved(value: Date, amount: number, unit: string): Date {
  const result = new Date(value)
  if (unit === 'y') result.setUTCFullYear(result.getUTCFullYear() + amount)
  else if (unit === 'M') result.setUTCMonth(result.getUTCMonth() + amount)
  else {
    const sizes: Readonly<Record<string, number>> = { w: 604_800_000, d: 86_400_000, m: 60_000, s: 1_000 }
    result.setTime(result.getTime() + amount * (sizes[unit] ?? 3_600_000))
  }
  return result
}

/** The beginning of the year, month, week (Monday) and so on that a time lies in. */
function start(value: Date, unit: string): Date {
  const result = new Date(value)
  if (unit === 's') result.setUTCMilliseconds(0)
  else if (unit === 'm') result.setUTCSeconds(0, 0)
  else if (unit === 'h' || unit === 'H') result.setUTCMinutes(0, 0, 0)
  else result.setUTCHours(0, 0, 0, 0)
  if (unit === 'w') result.setUTCDate(result.getUTCDate() - ((result.getUTCDay() + 6) % 7))
  if (unit === 'M' || unit === 'y') result.setUTCDate(1)
  if (unit === 'y') result.setUTCMonth(0)
  return result
}

const step = /([-+])(\d{0,6})([yMwdhHms])|\/([yMwdhHms])/y

/** `now-1d/d`, or `2024-05-01||+1M`: a time, and how to move it. */
function computed(value: string, now: Date): Date | undefined {
  const [anchor = '', moves] = value.startsWith('now') ? ['now', value.slice(3)] : value.split('||', 2)
  let at = anchor === 'now' ? now : readDate(anchor)
  if (at === undefined || moves === undefined) return undefined
  let end = 0
  for (const match of moves.matchAll(new RegExp(step, 'gy'))) {
    const [whole, sign, amount, unit, rounding] = match
    end = match.index + whole.length
    if (rounding !== undefined) at = start(at, rounding)
    else at = moved(at, (sign === '-' ? -1 : 1) * Number(amount || 1), unit ?? 's')
  }
  return end === moves.length && !Number.isNaN(at.getTime()) ? at : undefined
}

/** A number of ten digits counts seconds since 1970, one of thirteen milliseconds. */
function counted(value: string): Date | undefined {
  if (/^[1-9]\d{9}$/.test(value)) return new Date(Number(value) * 1_000)
  return /^[1-9]\d{12}$/.test(value) ? new Date(Number(value)) : undefined
}

const lengths = [
  ['Millisecond', 'milliseconds', 1, '1.5s'],
  ['Microsecond', 'microseconds', 1e-3, '1.5ms'],
  ['Nanosecond', 'nanoseconds', 1e-6, '1.5µs'],
] as const

export const dateFunctions = [
  ...layouts.map(([name, layout]) =>
    define(
      `time.${name}(): string`,
      `The layout ${layout}, for time.Format and time.Parse; written without brackets.`,
      { cel: [`time.${name}`, layout], template: [`{{ time.${name} }}`, layout] },
      () => layout,
      { only: ['cel', 'template'], constant: layout },
    ),
  ),
  define(
    'time.ParseDateTime(text: any): any',
    'Reads a time in any usual spelling, seconds or milliseconds since 1970, or now-1d/d; nothing if it is not a time.',
    {
      cel: ['string(time.ParseDateTime("now-1d/d"))', '2024-04-30T00:00:00Z'],
      template: ['{{ parseDateTime "2024-04-30 12:30:00" }}', '2024-04-30 12:30:00 +0000 UTC'],
    },
    ([value], { now }) => {
      if (value instanceof Date) return value
      const read = text(value).trim().slice(0, 200)
      return counted(read) ?? readDate(read) ?? computed(read, now) ?? null
    },
    { also: ['parseDateTime'] },
  ),
  define(
    'time.ParseLocal(layout: string, text: string): timestamp',
    "Reads a time of the time zone of scripts, which is UTC, by Go's layout.",
    { cel: ['time.ParseLocal("2006-01-02 15:04", "2024-04-30 14:30").getHours()', '14'] },
    ([layout, value]) => readLayout(text(layout), text(value), 'UTC'),
  ),
  ...lengths.map(([name, unit, size, result]) =>
    define(
      `time.${name}(count: number): duration`,
      `So many ${unit}.`,
      { cel: [`time.${name}(1500)`, result] },
      ([value]) => {
        const length = number(value) * size
        if (!Number.isFinite(length)) throw new ScriptFailure('arguments', 'expected a finite number')
        return ofMilliseconds(length)
      },
    ),
  ),
]
