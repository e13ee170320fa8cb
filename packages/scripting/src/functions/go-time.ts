import { type Duration, goDuration, nanoseconds, ofMilliseconds } from '../duration.ts'
import { printTime } from '../print.ts'
import { goLayout } from './layout.ts'
import { duration, integer, text, time } from './take.ts'

/** What templates may write behind a duration, after Go's package time: `.elapsed.Seconds`. */
export const durationMethods: ReadonlyMap<string, (value: Duration) => unknown> = new Map<
  string,
  (value: Duration) => unknown
>([
  ['Hours', (value) => value.valueOf() / 3_600_000],
  ['Minutes', (value) => value.valueOf() / 60_000],
  ['Seconds', (value) => value.valueOf() / 1_000],
  ['Milliseconds', (value) => value.getMilliseconds()],
  ['Microseconds', (value) => nanoseconds(value) / 1_000n],
  ['Nanoseconds', (value) => nanoseconds(value)],
  ['String', (value) => goDuration(value)],
])

type TimeMethod = (value: Date, given: readonly unknown[]) => unknown

function later(value: Date, years: number, months: number, days: number): Date {
  const moved = new Date(value)
  moved.setUTCFullYear(
    value.getUTCFullYear() + years,
    value.getUTCMonth() + months,
    value.getUTCDate() + days,
  )
  return moved
}

/** What templates may write behind a time; times of scripts are in UTC. */
const timeMethods: ReadonlyMap<string, { values: number; run: TimeMethod }> = new Map<
  string,
  { values: number; run: TimeMethod }
>([
  ['UTC', { values: 0, run: (value) => value }],
  ['Local', { values: 0, run: (value) => value }],
  ['String', { values: 0, run: printTime }],
  ['Unix', { values: 0, run: (value) => BigInt(Math.floor(value.getTime() / 1_000)) }],
  ['UnixMilli', { values: 0, run: (value) => BigInt(value.getTime()) }],
  ['Year', { values: 0, run: (value) => BigInt(value.getUTCFullYear()) }],
  ['Month', { values: 0, run: (value) => goLayout(value, 'January', 'UTC') }],
  ['Day', { values: 0, run: (value) => BigInt(value.getUTCDate()) }],
  ['Weekday', { values: 0, run: (value) => goLayout(value, 'Monday', 'UTC') }],
  ['YearDay', { values: 0, run: (value) => BigInt(Number(goLayout(value, '002', 'UTC'))) }],
  ['Hour', { values: 0, run: (value) => BigInt(value.getUTCHours()) }],
  ['Minute', { values: 0, run: (value) => BigInt(value.getUTCMinutes()) }],
  ['Second', { values: 0, run: (value) => BigInt(value.getUTCSeconds()) }],
  ['Format', { values: 1, run: (value, [layout]) => goLayout(value, text(layout), 'UTC') }],
  ['Add', { values: 1, run: (value, [length]) => new Date(value.getTime() + duration(length).valueOf()) }],
  [
    'AddDate',
    {
      values: 3,
      run: (value, [years, months, days]) => later(value, integer(years), integer(months), integer(days)),
    },
  ],
  ['Sub', { values: 1, run: (value, [other]) => ofMilliseconds(value.getTime() - time(other).getTime()) }],
  ['Before', { values: 1, run: (value, [other]) => value < time(other) }],
  ['After', { values: 1, run: (value, [other]) => value > time(other) }],
  ['Equal', { values: 1, run: (value, [other]) => value.getTime() === time(other).getTime() }],
])

/** A method of times by its name and how many values it takes. */
export function timeMethod(name: string, values: number): TimeMethod | undefined {
  const method = timeMethods.get(name)
  return method?.values === values ? method.run : undefined
}
