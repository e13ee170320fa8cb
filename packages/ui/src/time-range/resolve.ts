import { TZDate } from '@date-fns/tz'
import { add } from 'date-fns'
import { resolveMapped } from './mapped.ts'
import { fixedMilliseconds, type Offset, parseRelative } from './relative.ts'
import { type ChosenTimeRange, type LogRange, logToConsole, type Stretch } from './time-range.ts'

// Its own file: pages need the calendar only once somebody chooses a range without a name.

/** The earliest and the latest instant of a Date. */
const FURTHEST = 8.64e15

function bounded(instant: number, otherwise: number): number {
  return Number.isNaN(instant) ? otherwise : Math.min(Math.max(instant, -FURTHEST), FURTHEST)
}

/**
 * Returns the end of the range other than now, in milliseconds since 1970. Units up to a week have a fixed length;
 * months and years follow the calendar of the zone.
 */
function otherEnd({ amount, unit, direction }: Offset, now: number, zone: string): number {
  const signed = direction === 'past' ? -amount : amount
  if (unit !== 'M' && unit !== 'y') return bounded(now + signed * fixedMilliseconds[unit], now)
  const moved = add(new TZDate(now, zone), unit === 'M' ? { months: signed } : { years: signed })
  return bounded(moved.getTime(), direction === 'past' ? -FURTHEST : FURTHEST)
}

/**
 * Resolves a range to its ends.
 * @param now milliseconds since 1970
 * @param zone zone in which days, weeks, months and years begin
 * @param log called with the reason if a relative range is invalid
 * @returns undefined for an invalid absolute or relative range
 * @throws Error 'Invalid mapped time range' for an unknown mapped one
 */
export function resolveTimeRange(
  range: ChosenTimeRange,
  now: number,
  zone: string,
  log: LogRange = logToConsole,
): Stretch | undefined {
  if (range.type === 'mapped') return resolveMapped(range.display, now, zone)
  if (range.type === 'absolute') {
    const stretch = { from: Date.parse(range.from), to: Date.parse(range.to) }
    return stretch.from < stretch.to ? stretch : undefined
  }
  const offset = parseRelative(range.range)
  if (offset === undefined) {
    log(`Invalid relative time range "${range.range}"`)
    return undefined
  }
  const other = otherEnd(offset, now, zone)
  return offset.direction === 'past' ? { from: other, to: now } : { from: now, to: other }
}
