import { createHash } from 'node:crypto'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { parseDuration } from '@binnacle/contract/text'
import { Cron } from 'croner'

/** A schedule: an interval, or a cron expression in a time zone. */
export type Schedule = { kind: 'every'; milliseconds: number } | { kind: 'cron'; cron: Cron }

const SHORTEST = 1_000
const LONGEST = 365 * 86_400_000
/** Most delay of a tick, as a share of the time to the next tick, so that not everything starts at once. */
const JITTER = 0.09
/** Most time between ticks that counts for the delay, in milliseconds. */
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

/** Characters. Five fields that list every value have fewer. */
const LONGEST_SCHEDULE = 1_000

/**
 * Parses a schedule: `@every 30s`, five cron fields, or a nickname such as `@hourly`. The last two may start with
 * `CRON_TZ=Europe/Berlin` (or `TZ=`). Default: UTC.
 */
export function parseSchedule(text: string): Result<Schedule, string> {
  if (text.length > LONGEST_SCHEDULE)
    return fail(`a schedule may have at most ${LONGEST_SCHEDULE} characters`)
  const trimmed = text.trim()
  const every = /^@every\s+(\S.*)$/.exec(trimmed)?.[1]
  if (every !== undefined) return parseEvery(every)
  const [, zone, rest = trimmed] = /^(?:CRON_)?TZ=(\S+)\s+(\S.*)$/.exec(trimmed) ?? []
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

/** A number in [0, 1) that depends only on the seed. */
function fractionOf(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32
}

/** The delayed cron ticks later than `after`. */
function* cronDues(cron: Cron, fraction: number, after: number): Generator<number, undefined> {
  // A tick before `after` may have a delayed start after it.
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
 * Computes the next due time. Intervals lie on a fixed grid that is shifted for each check, so they do not drift and the
 * checks of a system are spread evenly.
 * @param seed id of the check
 * @param after the due time is later than this
 * @returns undefined if the check is never due again
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
 * Most missed cron ticks to count. Finding each takes a good part of a millisecond, and after an outage every check has
 * missed many.
 */
export const MOST_COUNTED = 100

/** Counts the ticks between two instants, which a long run has skipped. */
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
