import { fail, type Result, succeed } from '@binnacle/contract/core'
import { parseDuration } from '@binnacle/contract/text'
import { Cron } from 'croner'
import type { Columns } from '../../platform/database/columns.ts'

/** A stretch of time. Both ends belong to it. */
export interface Window {
  from: Date
  /** Undefined for one without an end. */
  until: Date | undefined
}

/** When a silence holds. */
export interface Times {
  /** The stretch that contains a time. @returns undefined if it does not hold then */
  at(time: Date): Window | undefined
  /** The next stretches that end after a time, at most `count`. */
  next(time: Date, count: number): Window[]
}

/** The columns that say when a silence holds. */
export type TimeColumns = Columns<
  'core.notification_silences',
  'from' | 'until' | 'schedule' | 'time_zone' | 'duration'
>

/** Parses when windows start. Five fields, of which the smallest is the minute. */
export function parseWindowSchedule(schedule: string, zone: string): Result<Cron, string> {
  try {
    const cron = new Cron(schedule, { timezone: zone, paused: true, mode: '5-part' })
    if (cron.nextRun() === null) return fail(`"${schedule}" never starts`)
    return succeed(cron)
  } catch {
    return fail(`"${schedule}" is not a schedule; write five cron fields such as "0 2 * * 0"`)
  }
}

function once({ from, until }: TimeColumns): Times {
  const window: Window = { from, until: until ?? undefined }
  return {
    at: (time) => (time >= from && (until === null || time <= until) ? window : undefined),
    next: (time, count) => (count > 0 && (until === null || time <= until) ? [window] : []),
  }
}

/** Windows of a fixed length, between the first and the last time. */
function recurring(cron: Cron, length: number, { from, until }: TimeColumns): Times {
  /** What is known from one time to another, so that most questions need no look at the calendar. */
  let known: { from: number; until: number; window: Window | undefined } | undefined
  const endOf = (start: Date) => start.getTime() + length

  const clipped = (start: Date): Window => {
    const end = new Date(endOf(start))
    return {
      from: start < from ? from : start,
      until: until !== null && until < end ? until : end,
    }
  }

  function look(time: Date) {
    // The run of this very minute has begun, too.
    const [start] = cron.previousRuns(1, new Date(time.getTime() + 1_000))
    const following = cron.nextRun(time)?.getTime() ?? Number.POSITIVE_INFINITY
    if (start !== undefined && start <= time && endOf(start) >= time.getTime())
      return { from: start.getTime(), until: Math.min(endOf(start), following - 1), window: clipped(start) }
    const before = start !== undefined && start <= time ? endOf(start) + 1 : time.getTime()
    return { from: before, until: following - 1, window: undefined }
  }

  return {
    at(time) {
      if (time < from || (until !== null && time > until)) return undefined
      const instant = time.getTime()
      if (known === undefined || instant < known.from || instant > known.until) known = look(time)
      return known.window
    },
    next(time, count) {
      const windows: Window[] = []
      const present = this.at(time)
      if (present !== undefined) windows.push(present)
      let start = cron.nextRun(time < from ? new Date(from.getTime() - 1_000) : time)
      const last = until?.getTime() ?? Number.POSITIVE_INFINITY
      while (start !== null && windows.length < count && start.getTime() <= last) {
        windows.push(clipped(start))
        start = cron.nextRun(start)
      }
      return windows.slice(0, count)
    },
  }
}

/** Compiles when a silence holds. @returns why its schedule or duration cannot be read */
export function timesOf(columns: TimeColumns): Result<Times, string> {
  const { schedule, time_zone: zone, duration } = columns
  if (schedule === null || duration === null) return succeed(once(columns))
  const cron = parseWindowSchedule(schedule, zone ?? 'UTC')
  if (!cron.ok) return cron
  const length = parseDuration(duration)
  return length.ok ? succeed(recurring(cron.value, length.value, columns)) : length
}
