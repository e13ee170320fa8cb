import { trimEndOf } from '@binnacle/contract/text'
import { ScriptFailure } from '../failure.ts'

/**
 * Go's layouts: a time is described by how the reference time Mon Jan 2 15:04:05 -0700 2006 would be written.
 * Source: documentation of Go's package time.
 */
interface Parts {
  year: number
  month: number
  day: number
  weekday: number
  hour: number
  minute: number
  second: number
  millisecond: number
  /** Minutes east of UTC. */
  offset: number
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

const tokenPattern =
  /January|Jan|Monday|Mon|MST|2006|Z07:00|Z0700|-07:00|-0700|-07|[.,][09]+|0[1-6]|002|15|_2|PM|pm|[1-5]|06/g

const formats = new Map<string, Intl.DateTimeFormat>()
const KEPT_FORMATS = 50

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  try {
    const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    if (formats.size >= KEPT_FORMATS) formats.clear()
    formats.set(zone, made)
    return made
  } catch {
    throw new ScriptFailure(
      'arguments',
      `unknown time zone ${JSON.stringify(zone)}; write it as Europe/Berlin`,
    )
  }
}

/** Year, month and so on of an instant in a time zone. */
export function partsIn(value: Date, zone: string): Parts {
  const offset = zone === 'UTC' ? 0 : offsetIn(value, zone)
  const local = new Date(value.getTime() + offset * 60_000)
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    weekday: local.getUTCDay(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    millisecond: local.getUTCMilliseconds(),
    offset,
  }
}

/** Minutes east of UTC that a time zone has at an instant. */
function offsetIn(value: Date, zone: string): number {
  const name = formatIn(zone)
    .formatToParts(value)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /([-+])(\d{2}):(\d{2})/.exec(name ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

const two = (value: number) => String(value).padStart(2, '0')

function zoneOffset(token: string, offset: number): string {
  if (token.startsWith('Z') && offset === 0) return 'Z'
  const size = Math.abs(offset)
  const colon = token.includes(':') ? ':' : ''
  const minutes = token === '-07' ? '' : colon + two(size % 60)
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${minutes}`
}

function write(token: string, parts: Parts, zone: string): string {
  const month = months[parts.month - 1] ?? ''
  const weekday = weekdays[parts.weekday] ?? ''
  switch (token) {
    case 'January':
      return month
    case 'Jan':
      return month.slice(0, 3)
    case 'Monday':
      return weekday
    case 'Mon':
      return weekday.slice(0, 3)
    case '2006':
      return String(parts.year).padStart(4, '0')
    case '06':
      return two(parts.year % 100)
    case '01':
      return two(parts.month)
    case '1':
      return String(parts.month)
    case '02':
      return two(parts.day)
    case '_2':
      return String(parts.day).padStart(2)
    case '2':
      return String(parts.day)
    case '002':
      return String(
        Math.floor(
          (Date.UTC(parts.year, parts.month - 1, parts.day) - Date.UTC(parts.year, 0, 0)) / 86_400_000,
        ),
      ).padStart(3, '0')
    case '15':
      return two(parts.hour)
    case '03':
      return two(parts.hour % 12 || 12)
    case '3':
      return String(parts.hour % 12 || 12)
    case '04':
      return two(parts.minute)
    case '4':
      return String(parts.minute)
    case '05':
      return two(parts.second)
    case '5':
      return String(parts.second)
    case 'PM':
      return parts.hour < 12 ? 'AM' : 'PM'
    case 'pm':
      return parts.hour < 12 ? 'am' : 'pm'
    case 'MST':
      return zone === 'UTC' ? 'UTC' : zoneOffset('-0700', parts.offset)
    default:
      break
  }
  if (/^[.,]/.test(token)) {
    const digits = String(parts.millisecond)
      .padStart(3, '0')
      .padEnd(token.length - 1, '0')
      .slice(0, token.length - 1)
    const kept = token.includes('9') ? trimEndOf(digits, '0') : digits
    return kept === '' ? '' : `${token.slice(0, 1)}${kept}`
  }
  return zoneOffset(token, parts.offset)
}

/** Writes a time by a layout. */
export function goLayout(value: Date, layout: string, zone: string): string {
  const parts = partsIn(value, zone)
  return layout.replaceAll(tokenPattern, (token) => write(token, parts, zone))
}

const readers: Readonly<Record<string, string>> = {
  January: months.join('|'),
  Jan: months.map((name) => name.slice(0, 3)).join('|'),
  Monday: weekdays.join('|'),
  Mon: weekdays.map((name) => name.slice(0, 3)).join('|'),
  '2006': '\\d{4}',
  '06': '\\d{2}',
  '01': '\\d{2}',
  '1': '\\d{1,2}',
  '02': '\\d{2}',
  _2: '[ \\d]\\d',
  '2': '\\d{1,2}',
  '002': '\\d{3}',
  '15': '\\d{2}',
  '03': '\\d{2}',
  '3': '\\d{1,2}',
  '04': '\\d{2}',
  '4': '\\d{1,2}',
  '05': '\\d{2}',
  '5': '\\d{1,2}',
  PM: 'AM|PM',
  pm: 'am|pm',
  MST: '[A-Z]{3,4}',
}

/** Reads a text by a layout; what the layout does not say is the start of its unit, and the zone is the given one. */
export function readLayout(layout: string, value: string, zone: string): Date {
  const tokens: string[] = []
  let end = 0
  let source = ''
  const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  for (const match of layout.slice(0, 200).matchAll(tokenPattern)) {
    source += literal(layout.slice(end, match.index))
    end = match.index + match[0].length
    tokens.push(match[0])
    source += `(${readers[match[0]] ?? (/^[.,]/.test(match[0]) ? '[.,]\\d{1,9}' : 'Z|[+-]\\d{2}:?(?:\\d{2})?')})`
    // Seconds may have a fraction that the layout does not name.
    if ((match[0] === '05' || match[0] === '5') && !/^[.,][09]/.test(layout.slice(end))) {
      tokens.push('.000')
      source += '([.,]\\d{1,9})?'
    }
  }
  // bounded to 200 characters: both texts are cut, and every part has a fixed number of repetitions
  const found = new RegExp(`^${source}${literal(layout.slice(end, 200))}$`).exec(value.slice(0, 200))
  if (found === null)
    throw new ScriptFailure(
      'arguments',
      `${JSON.stringify(value.slice(0, 60))} is not written as ${layout.slice(0, 60)}`,
    )
  const read = new Map(tokens.map((token, index) => [token, found[index + 1] ?? '']))
  const take = (...names: string[]) => names.map((name) => read.get(name)).find((text) => text !== undefined)
  const monthName = take('January', 'Jan')
  const month =
    monthName === undefined
      ? Number(take('01', '1') ?? 1)
      : months.findIndex((name) => name.startsWith(monthName)) + 1
  const short = take('06')
  const year =
    take('2006') === undefined
      ? short === undefined
        ? 0
        : Number(short) + (Number(short) >= 69 ? 1900 : 2000)
      : Number(take('2006'))
  const noon = take('PM', 'pm')?.toLowerCase()
  const twelve = Number(take('03', '3') ?? 0) % 12
  const hour = take('15') === undefined ? twelve + (noon === 'pm' ? 12 : 0) : Number(take('15'))
  const fraction = [...read].find(([token]) => /^[.,]/.test(token))?.[1].slice(1) ?? ''
  const wall = new Date(0)
  wall.setUTCFullYear(year, month - 1, Number((take('02', '_2', '2') ?? '1').trim()))
  wall.setUTCHours(
    hour,
    Number(take('04', '4') ?? 0),
    Number(take('05', '5') ?? 0),
    Number(fraction.padEnd(3, '0').slice(0, 3) || 0),
  )
  const given = take('Z07:00', 'Z0700', '-07:00', '-0700', '-07')
  const minus = (minutes: number) => new Date(wall.getTime() - minutes * 60_000)
  if (given !== undefined) return minus(offsetOf(given))
  // The first guess takes the time for one in UTC, which may lie on the other side of a change to summer time.
  const guess = minus(partsIn(wall, zone).offset)
  return minus(partsIn(guess, zone).offset)
}

function offsetOf(text: string): number {
  if (text === 'Z') return 0
  const digits = text.slice(1).replace(':', '').padEnd(4, '0')
  return (text.startsWith('-') ? -1 : 1) * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)))
}
