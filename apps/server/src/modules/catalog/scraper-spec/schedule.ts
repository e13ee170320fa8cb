import { type Result, succeed } from '@binnacle/contract/core'
import { nextDue, parseSchedule, type Schedule } from '../../../platform/specs/schedule.ts'

/** How often a scraper runs that does not say it. Source: reference, section 1.7. */
export const DEFAULT_SCHEDULE = '@every 60m'

/** Fewest milliseconds between two runs; shorter schedules are raised to it. */
export const SHORTEST_MILLISECONDS = 29_000

/** @returns the schedule; undefined for a scraper that runs only by hand */
export function parseScraperSchedule(text: string): Result<Schedule | undefined, string> {
  if (text.trim() === '@never') return succeed(undefined)
  const parsed = parseSchedule(text)
  if (!parsed.ok || parsed.value.kind !== 'every' || parsed.value.milliseconds >= SHORTEST_MILLISECONDS)
    return parsed
  return succeed({ kind: 'every', milliseconds: SHORTEST_MILLISECONDS })
}

/**
 * When a scraper runs next.
 * @param text its schedule as it is stored
 * @returns null if it runs only by hand
 */
export function nextRun(text: string, scraperId: string, after: Date): Date | null {
  const parsed = parseScraperSchedule(text)
  if (!parsed.ok || parsed.value === undefined) return null
  const due = nextDue(parsed.value, scraperId, after)
  if (due === undefined) return null
  return new Date(Math.max(due.getTime(), after.getTime() + SHORTEST_MILLISECONDS))
}
