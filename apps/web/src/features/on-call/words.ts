import type { Shift } from '@binnacle/contract/on-call'
import { timeZone } from '@binnacle/ui'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats a time in the reader's zone with its weekday: `Mon 23 Nov, 09:00`. */
export function shiftTime(iso: string, zone = timeZone()): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  formats.set(zone, format)
  return format.format(new Date(iso))
}

/** Formats both ends of a shift. */
export function shiftRange({ from, to }: Pick<Shift, 'from' | 'to'>): string {
  return `${shiftTime(from)} – ${shiftTime(to)}`
}

/** The name of the person who has a shift. */
export function holderName({ person }: Pick<Shift, 'person'>): string {
  if (person === null) return 'Nobody'
  return person.name === '' ? 'Unknown' : person.name
}

/** The text of the problems of test messages; undefined if all were sent. */
export function failedTests(results: readonly { label: string; error: string | null }[]): string | undefined {
  const failed = results.filter(({ error }) => error !== null)
  return failed.length === 0
    ? undefined
    : failed.map(({ label, error }) => `${label}: ${error ?? ''}`).join('. ')
}
