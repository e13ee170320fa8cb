import type { QuietHours } from '@binnacle/contract/on-call'
import { openHours } from './rotation.ts'

/** How far ahead the end is looked for. Longer than a week, so that hours that leave any gap have an end. */
const AHEAD = 8 * 86_400_000

/**
 * When the quiet hours that cover an instant end. Hours that touch or overlap are one. Around the clock they end where
 * the search does, so the caller looks again then.
 * @returns undefined if it is not quiet
 */
export function quietUntil(quiet: QuietHours, at: Date): Date | undefined {
  const from = at.getTime()
  const [first] = openHours(quiet, { from, to: from + AHEAD })
  return first?.from === from ? new Date(first.to) : undefined
}
