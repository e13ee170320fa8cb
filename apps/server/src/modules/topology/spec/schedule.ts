import { type Result, succeed } from '@binnacle/contract/core'
import { nextDue, parseSchedule, type Schedule } from '../../../platform/specs/schedule.ts'

/** How often a topology runs that does not say it. Source: section 3.1 of the description of the reference product. */
export const DEFAULT_SCHEDULE = '@every 10m'

/** @returns the schedule; undefined for a topology that runs only by hand */
export function parseTopologySchedule(text: string): Result<Schedule | undefined, string> {
  return text.trim() === '@never' ? succeed(undefined) : parseSchedule(text)
}

/**
 * When a topology runs next.
 * @param text its schedule as it is stored
 * @returns null if it runs only by hand
 */
export function nextRun(text: string, topologyId: string, after: Date): Date | null {
  const parsed = parseTopologySchedule(text)
  if (!parsed.ok || parsed.value === undefined) return null
  return nextDue(parsed.value, topologyId, after) ?? null
}
