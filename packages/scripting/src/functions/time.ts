import { DAY, HOUR, MINUTE, WEEK } from '@binnacle/contract/core'
import { type Duration, goDuration, nanoseconds, ofMilliseconds } from '../duration.ts'
import { ScriptFailure } from '../failure.ts'
import { define } from './definition.ts'
import { goLayout, partsIn, readLayout } from './layout.ts'
import { duration, integer, number, text, time } from './take.ts'

/**
 * A duration as people say it: seconds in full up to a day (1h1m5.5s), minutes up to a week (3d2h6m), hours above
 * (4w3d2h). Units of zero at the end are left out below a day.
 */
function human(length: Duration): string {
  const milliseconds = Math.abs(length.valueOf())
  if (milliseconds < 1_000) return goDuration(length)
  const sign = length.valueOf() < 0 ? '-' : ''
  const whole = (unit: number, within?: number) =>
    Math.floor(milliseconds / unit) % (within === undefined ? Number.POSITIVE_INFINITY : within / unit)
  const [hours, days] = [whole(HOUR, DAY), whole(DAY, WEEK)]
  if (milliseconds > WEEK) return `${sign}${whole(WEEK)}w${days}d${hours}h`
  const minutes = whole(MINUTE, HOUR)
  if (milliseconds > DAY) return `${sign}${whole(DAY)}d${hours}h${minutes > 0 ? `${minutes}m` : ''}`
  return goDuration(length)
    .replace(/(?<=[hm])0s$/, '')
    .replace(/(?<=h)0m$/, '')
}

/** A time of the day in seconds since midnight. */
function secondsOf(value: unknown): number {
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text(value))
  const [hours, minutes, seconds] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3] ?? 0)]
  if (match === null || hours > 23 || minutes > 59 || seconds > 59)
    throw new ScriptFailure(
      'arguments',
      `${JSON.stringify(value)} is not a time of the day; write it as 09:00 or 09:00:00`,
    )
  return hours * 3_600 + minutes * 60 + seconds
}

function timeOfDay(value: unknown, zone: string): number {
  const parts = partsIn(time(value), zone)
  return parts.hour * 3_600 + parts.minute * 60 + parts.second
}

export const timeFunctions = [
  define(
    'time.Now(): timestamp',
    'The present time. It is the same during the whole script.',
    {
      cel: ['string(time.Now())', '2024-05-01T12:00:00Z'],
      template: ['{{ time.Now }}', '2024-05-01 12:00:00 +0000 UTC'],
    },
    (_, { now }) => new Date(now),
    { also: ['now'] },
  ),
  define(
    'time.Since(time: any): duration',
    'How long ago a time was.',
    { cel: ['time.Since(timestamp("2024-05-01T11:00:00Z")) > duration("30m")', 'true'] },
    ([value], { now }) => ofMilliseconds(now.getTime() - time(value).getTime()),
    { also: ['since'] },
  ),
  define(
    'time.Until(time: any): duration',
    'How long it is until a time.',
    { cel: ['time.Until(timestamp("2024-05-02T12:00:00Z"))', '24h0m0s'] },
    ([value], { now }) => ofMilliseconds(time(value).getTime() - now.getTime()),
  ),
  define(
    'Age(time: any): duration',
    'How long ago a time, or a text that holds one, was.',
    { cel: ['Age("2024-05-01T10:30:00Z") > duration("1h")', 'true'] },
    ([value], { now }) => ofMilliseconds(now.getTime() - time(value).getTime()),
    { also: ['age'] },
  ),
  define(
    'Duration(text: any): duration',
    'Reads a duration such as 90s, 1h30m, 2d or 1w.',
    { cel: ['Duration("1d") == duration("24h")', 'true'] },
    ([value]) => duration(value),
    { also: ['parseDuration', 'time.ParseDuration'] },
  ),
  define(
    'HumanDuration(value: any): string',
    'A duration as people say it: 1h5m up to a day, 3d2h6m up to a week, 4w3d2h above.',
    {
      cel: ['HumanDuration(duration("50h10m"))', '2d2h10m'],
      template: ['{{ humanDuration .elapsed }}', '1.5s'],
    },
    ([value]) => human(duration(value)),
    { also: ['humanDuration'] },
  ),
  define(
    'time.Parse(layout: string, text: string): timestamp',
    "Reads a time by Go's layout, whose example is Mon Jan 2 15:04:05 2006.",
    { cel: ['time.Parse("2006-01-02", "2024-04-30").getFullYear()', '2024'] },
    ([layout, value]) => readLayout(text(layout), text(value), 'UTC'),
  ),
  define(
    'time.ParseInLocation(layout: string, zone: string, text: string): timestamp',
    "Reads a time of a zone by Go's layout.",
    {
      cel: [
        'string(time.ParseInLocation("2006-01-02 15:04", "Europe/Berlin", "2024-07-01 14:00"))',
        '2024-07-01T12:00:00Z',
      ],
    },
    ([layout, zone, value]) => readLayout(text(layout), text(value), text(zone)),
  ),
  define(
    'time.Format(time: any, layout: string, zone?: string): string',
    "Writes a time by Go's layout, in UTC or a zone.",
    { cel: ['time.Format(time.Now(), "02 Jan 2006 15:04 MST")', '01 May 2024 12:00 UTC'] },
    ([value, layout, zone]) => goLayout(time(value), text(layout), zone === undefined ? 'UTC' : text(zone)),
    { also: ['formatTime'] },
  ),
  define(
    'time.Unix(seconds: number): timestamp',
    'The time so many seconds after 1970.',
    { cel: ['string(time.Unix(1700000000))', '2023-11-14T22:13:20Z'] },
    ([seconds]) => time(number(seconds)),
  ),
  define(
    'time.ZoneName(): string',
    'The time zone of scripts, which is UTC.',
    { cel: ['time.ZoneName()', 'UTC'] },
    () => 'UTC',
  ),
  define(
    'time.ZoneOffset(): int',
    'The offset of the time zone of scripts in seconds, which is 0.',
    { cel: ['time.ZoneOffset()', '0'] },
    () => 0n,
  ),
  define(
    'time.Add(time: any, duration: any): timestamp',
    'A time so much later.',
    { cel: ['string(time.Add("2024-05-01T00:00:00Z", "1d"))', '2024-05-02T00:00:00Z'] },
    ([value, length]) => new Date(time(value).getTime() + duration(length).valueOf()),
  ),
  define(
    'time.Hour(hours: number): duration',
    'So many hours.',
    { cel: ['time.Hour(2)', '2h0m0s'] },
    ([value]) => ofMilliseconds(number(value) * 3_600_000),
  ),
  define(
    'time.Minute(minutes: number): duration',
    'So many minutes.',
    { cel: ['time.Minute(90)', '1h30m0s'] },
    ([value]) => ofMilliseconds(number(value) * 60_000),
  ),
  define(
    'time.Second(seconds: number): duration',
    'So many seconds.',
    { cel: ['time.Second(1.5)', '1.5s'] },
    ([value]) => ofMilliseconds(number(value) * 1_000),
  ),
  define(
    'time.InTimeRange(time: any, from: string, to: string, zone?: string): bool',
    'Whether the time of the day lies between two, both included, as 15:04 or 15:04:05; a range may pass midnight.',
    { cel: ['time.InTimeRange(time.Now(), "22:00", "06:00")', 'false'] },
    ([value, from, to, zone]) => {
      const at = timeOfDay(value, zone === undefined ? 'UTC' : text(zone))
      const [start, end] = [secondsOf(from), secondsOf(to)]
      return start <= end ? at >= start && at <= end : at >= start || at <= end
    },
  ),
  define(
    'in_business_hours(time: any, zone?: string): bool',
    'Whether a time lies on Monday to Friday between 9:00 and 17:00.',
    { cel: ['in_business_hours(time.Now())', 'true'] },
    ([value, zone]) => {
      const parts = partsIn(time(value), zone === undefined ? 'UTC' : text(zone))
      return parts.weekday >= 1 && parts.weekday <= 5 && parts.hour >= 9 && parts.hour < 17
    },
  ),
  define(
    'milliseconds(duration: any): double',
    'A duration in milliseconds.',
    { cel: ['milliseconds(elapsed)', '1500'] },
    ([value]) => Number(nanoseconds(duration(value))) / 1e6,
  ),
  define(
    'goDuration(value: any): string',
    'A duration as Go writes it.',
    { cel: ['goDuration("90s")', '1m30s'] },
    ([value]) => goDuration(duration(value)),
  ),
  define(
    'fromMillis(milliseconds: int): timestamp',
    'The time so many milliseconds after 1970.',
    { cel: ['string(fromMillis(1700000000500))', '2023-11-14T22:13:20.500Z'] },
    ([value]) => new Date(integer(value)),
  ),
]
