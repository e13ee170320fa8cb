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

type Ends = readonly [from: Date, to: Date]

/** Weeks begin on Monday, as ISO 8601 has it. */
const week = { weekStartsOn: 1 } as const

const dayOf = (date: Date): Ends => [startOfDay(date), endOfDay(date)]
const weekOf = (date: Date): Ends => [startOfWeek(date, week), endOfWeek(date, week)]
const monthOf = (date: Date): Ends => [startOfMonth(date), endOfMonth(date)]
const yearOf = (date: Date): Ends => [startOfYear(date), endOfYear(date)]

/** Ranges of the calendar, by the words that stand for them. The end of a day is its last millisecond. */
const ranges: ReadonlyMap<string, (now: Date) => Ends> = new Map([
  ['Today so far', (now) => [startOfDay(now), now]],
  ['Today', dayOf],
  ['Yesterday', (now) => dayOf(subDays(now, 1))],
  ['Day before yesterday', (now) => dayOf(subDays(now, 2))],
  ['This day last week', (now) => dayOf(subWeeks(now, 1))],
  ['This week so far', (now) => [startOfWeek(now, week), now]],
  ['This week', weekOf],
  ['Previous week', (now) => weekOf(subWeeks(now, 1))],
  ['This month so far', (now) => [startOfMonth(now), now]],
  ['This month', monthOf],
  ['Previous month', (now) => monthOf(subMonths(now, 1))],
  ['This year so far', (now) => [startOfYear(now), now]],
  ['This year', yearOf],
  ['Previous year', (now) => yearOf(subYears(now, 1))],
])

/** The words of every mapped range, in the order in which they are offered. */
export const mappedRanges: readonly string[] = [...ranges.keys()]

/** What is thrown for words that stand for no range, as the specification has it. */
const INVALID_MAPPED_RANGE = 'Invalid mapped time range'

/**
 * The instants that a mapped range stands for, in milliseconds since 1970.
 * @param zone in whose calendar days and weeks are taken
 * @throws Error 'Invalid mapped time range' for words that stand for none
 */
export function resolveMapped(display: string, now: number, zone: string): { from: number; to: number } {
  const ends = ranges.get(display)
  if (ends === undefined) throw new Error(INVALID_MAPPED_RANGE)
  const [from, to] = ends(new TZDate(now, zone))
  return { from: from.getTime(), to: to.getTime() }
}
