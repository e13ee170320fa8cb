import type { Moment, Rounding } from './conditions.ts'

/** The start of the minute, hour and so on in UTC in which a time is; weeks begin on Mondays. */
function startOf(time: Date, rounding: Rounding): Date {
  const [year, month, day, hour] = [
    time.getUTCFullYear(),
    time.getUTCMonth(),
    time.getUTCDate(),
    time.getUTCHours(),
  ]
  const starts: Record<Rounding, () => number> = {
    minute: () => Date.UTC(year, month, day, hour, time.getUTCMinutes()),
    hour: () => Date.UTC(year, month, day, hour),
    day: () => Date.UTC(year, month, day),
    week: () => Date.UTC(year, month, day - ((time.getUTCDay() + 6) % 7)),
    month: () => Date.UTC(year, month),
    year: () => Date.UTC(year, 0),
  }
  return new Date(starts[rounding]())
}

/** The instant that a moment means at a time. */
export function instantOf(moment: Moment, now: Date): Date {
  if ('instant' in moment) return moment.instant
  const time = new Date(now.getTime() + moment.fromNow)
  return moment.startOf === undefined ? time : startOf(time, moment.startOf)
}
