import { TZDate } from '@date-fns/tz'
import {
  endOfDay,
  endOfMonth,
  endOfWeek,
  endOfYear,
  startOfDay,
  startOfMonth,
  startOfWeek,
  startOfYear,
  subDays,
  subMonths,
  subWeeks,
  subYears,
} from 'date-fns'
import { type MappedName, mappedNames } from './mapped-names.ts'

type Ends = readonly [from: Date, to: Date]

/** Weeks begin on Monday, as in ISO 8601. */
const week = { weekStartsOn: 1 } as const

const dayOf = (date: Date): Ends => [startOfDay(date), endOfDay(date)]
const weekOf = (date: Date): Ends => [startOfWeek(date, week), endOfWeek(date, week)]
const monthOf = (date: Date): Ends => [startOfMonth(date), endOfMonth(date)]
const yearOf = (date: Date): Ends => [startOfYear(date), endOfYear(date)]

/** Calendar ranges by name. The end of a day is its last millisecond. */
const ranges: Readonly<Record<MappedName, (now: Date) => Ends>> = {
  'Today so far': (now) => [startOfDay(now), now],
  Today: dayOf,
  Yesterday: (now) => dayOf(subDays(now, 1)),
  'Day before yesterday': (now) => dayOf(subDays(now, 2)),
  'This day last week': (now) => dayOf(subWeeks(now, 1)),
  'This week so far': (now) => [startOfWeek(now, week), now],
  'This week': weekOf,
  'Previous week': (now) => weekOf(subWeeks(now, 1)),
  'This month so far': (now) => [startOfMonth(now), now],
  'This month': monthOf,
  'Previous month': (now) => monthOf(subMonths(now, 1)),
  'This year so far': (now) => [startOfYear(now), now],
  'This year': yearOf,
  'Previous year': (now) => yearOf(subYears(now, 1)),
}

/** Error message for an unknown name, as the specification words it. */
const INVALID_MAPPED_RANGE = 'Invalid mapped time range'

/**
 * Resolves a mapped range to its ends in milliseconds since 1970.
 * @param zone zone in which days and weeks begin
 * @throws Error 'Invalid mapped time range' for an unknown name
 */
export function resolveMapped(display: string, now: number, zone: string): { from: number; to: number } {
  const name = mappedNames.find((candidate) => candidate === display)
  if (name === undefined) throw new Error(INVALID_MAPPED_RANGE)
  const [from, to] = ranges[name](new TZDate(now, zone))
  return { from: from.getTime(), to: to.getTime() }
}
