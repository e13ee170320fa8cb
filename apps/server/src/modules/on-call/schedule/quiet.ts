import type { QuietHours } from '@binnacle/contract/on-call'
import { openHours } from './rotation.ts'

/** Hours of rest that follow each other without a gap are followed for so long. Milliseconds. */
const LONGEST = 8 * 86_400_000

/** When the hours of rest in which an instant lies end, in milliseconds since 1970. Undefined if it lies in none. */
export function quietEnd(hours: QuietHours, instant: number): number | undefined {
  const [first] = openHours(hours, { from: instant, to: instant + LONGEST })
  return first !== undefined && first.from === instant ? first.to : undefined
}
