import { createHash } from 'node:crypto'
import { fail, parseDuration, type Result, succeed } from '@binnacle/contract'
import { Cron } from 'croner'

/** When a check is due: every so often, or at the ticks of a cron expression in a time zone. */
export type Schedule = { kind: 'every'; milliseconds: number } | { kind: 'cron'; cron: Cron }

const SHORTEST = 1_000
const LONGEST = 365 * 86_400_000
/** A tick is delayed by at most this part of the time to the next one, so that not everything starts at once. */
const JITTER = 0.09
/** … and that time counts as at most a quarter of an hour. */
const LONGEST_GAP = 900_000

const nicknames: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
])

function parseEvery(text: string): Result<Schedule, string> {
  const length = parseDuration(text)
  if (!length.ok) return length
  if (length.value < SHORTEST) return fail(`"@every ${text}" is too often; the shortest is @every 1s`)
  if (length.value > LONGEST) return fail(`"@every ${text}" is too seldom; the longest is @every 365d`)
  return succeed({ kind: 'every', milliseconds: length.value })
}

/**
 * Reads a schedule: `@every 30s`, five cron fields, or a nickname such as `@hourly`; the last two may begin with
 * `CRON_TZ=Europe/Berlin` (or `TZ=`), else they are in UTC.
 */
export function parseSchedule(text: string): Result<Schedule, string> {
  const trimmed = text.trim()
  const every = /^@every\s+(.+)$/.exec(trimmed)?.[1]
  if (every !== undefined) return parseEvery(every)
  const [, zone, rest = trimmed] = /^(?:CRON_)?TZ=(\S+)\s+(.+)$/.exec(trimmed) ?? []
  const expression = nicknames.get(rest) ?? rest
  try {
    const cron = new Cron(expression, { timezone: zone ?? 'UTC', paused: true, mode: '5-part' })
    if (cron.nextRun() === null) return fail(`"${text}" never comes due`)
    return succeed({ kind: 'cron', cron })
  } catch {
    return fail(
      `"${text}" is not a schedule; write @every 30s, five cron fields such as "*/5 * * * *", or @hourly, optionally after CRON_TZ=Europe/Berlin`,
    )
  }
}

/** A number in [0, 1) that is always the same for one seed. */
function fractionOf(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32
}

/** The cron ticks after an instant with their delays, strictly later than `after`. */
function* cronDues(cron: Cron, fraction: number, after: number): Generator<number, undefined> {
  // The tick may lie before `after` and its delayed start behind it.
  let tick = cron.nextRun(new Date(after - JITTER * LONGEST_GAP))
  while (tick !== null) {
    const following = cron.nextRun(tick)
    const gap = following === null ? LONGEST_GAP : following.getTime() - tick.getTime()
    const due = tick.getTime() + Math.floor(fraction * JITTER * Math.min(gap, LONGEST_GAP))
    if (due > after) yield due
    tick = following
  }
}

/**
 * When a check is due next. Intervals lie on a fixed grid, shifted by a share of the interval that belongs to the
 * check: they do not drift, and the checks of a system are spread evenly.
 * @param seed the check's id
 * @param after the result is later than this
 * @returns undefined when it never is
 */
export function nextDue(schedule: Schedule, seed: string, after: Date): Date | undefined {
  const fraction = fractionOf(seed)
  if (schedule.kind === 'cron') {
    const due = cronDues(schedule.cron, fraction, after.getTime()).next().value
    return due === undefined ? undefined : new Date(due)
  }
  const { milliseconds } = schedule
  const phase = Math.floor(fraction * milliseconds)
  return new Date((Math.floor((after.getTime() - phase) / milliseconds) + 1) * milliseconds + phase)
}

/**
 * More missed ticks of a cron schedule are not counted: finding each takes a good part of a millisecond, and after a
 * time out of service every check has missed many.
 */
export const MOST_COUNTED = 100

/** How many ticks lie strictly between two instants: those that a run which took too long has skipped. */
export function ticksBetween(schedule: Schedule, seed: string, from: Date, to: Date): number {
  if (schedule.kind === 'every') {
    const first = nextDue(schedule, seed, from)
    if (first === undefined || first >= to) return 0
    return Math.ceil((to.getTime() - first.getTime()) / schedule.milliseconds)
  }
  let count = 0
  for (const due of cronDues(schedule.cron, fractionOf(seed), from.getTime())) {
    if (due >= to.getTime() || count >= MOST_COUNTED) break
    count += 1
  }
  return count
}
