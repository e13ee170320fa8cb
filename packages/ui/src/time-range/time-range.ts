import { timeRanges } from '@binnacle/contract/health'
import { mappedRanges, resolveMapped } from './mapped.ts'
import { describeOffset, formatRelative, otherEnd, parseRelative } from './relative.ts'

/** Two instants that someone chose, in ISO 8601. */
export interface AbsoluteRange {
  type: 'absolute'
  display: 'Custom'
  from: string
  to: string
}

/** A stretch that ends or begins now, such as `now-2d`. */
export interface RelativeRange {
  type: 'relative'
  display: string
  range: string
}

/** A stretch of the calendar, known by its words. */
export interface MappedRange {
  type: 'mapped'
  display: string
}

/** A range of time as it is chosen, kept and shown. What it stands for now, `resolveTimeRange` says. */
export type ChosenTimeRange = AbsoluteRange | RelativeRange | MappedRange

/** Two instants in milliseconds since 1970. */
export interface Stretch {
  from: number
  to: number
}

/** The range between two instants. */
export function absoluteRange({ from, to }: Stretch): AbsoluteRange {
  return {
    type: 'absolute',
    display: 'Custom',
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  }
}

/** Names of the simple options by the range that each stands for: `now-1M` is `1mo`. */
const simpleNames: ReadonlyMap<string, string> = new Map(
  Object.keys(timeRanges).map((name) => [`now-${name.replace('mo', 'M')}`, name]),
)

/** The name of the simple option of a range, such as `1h`; undefined if it is not a simple option. */
export function simpleName(range: ChosenTimeRange): string | undefined {
  return range.type === 'relative' ? simpleNames.get(range.range) : undefined
}

/** Parses a relative range such as `now-2d`, and describes it. @returns undefined if the text is not such a range */
export function relativeRange(range: string): RelativeRange | undefined {
  const offset = parseRelative(range)
  if (offset === undefined) return undefined
  const canonical = formatRelative(offset)
  return { type: 'relative', display: describeOffset(offset), range: canonical }
}

/** The simple options, shortest first. */
export const simpleRanges: readonly RelativeRange[] = [...simpleNames.keys()].flatMap(
  (range) => relativeRange(range) ?? [],
)

/** The simple option with a name such as `1h`. @returns undefined if there is none */
export function simpleRange(name: string): RelativeRange | undefined {
  return simpleRanges.find((range) => simpleName(range) === name)
}

const steps = [
  '5m',
  '15m',
  '30m',
  '1h',
  '3h',
  '6h',
  '12h',
  '24h',
  '2d',
  '7d',
  '30d',
  '90d',
  '6M',
  '1y',
  '2y',
  '5y',
] as const

/** The relative ranges that are offered: from five minutes to five years. */
export function relativeRanges(direction: 'past' | 'future'): readonly RelativeRange[] {
  return steps.flatMap((step) => relativeRange(`now${direction === 'past' ? '-' : '+'}${step}`) ?? [])
}

/** The mapped range of some words. @returns undefined where they stand for none */
export function mappedRange(display: string): MappedRange | undefined {
  return mappedRanges.includes(display) ? { type: 'mapped', display } : undefined
}

/** Told of what is wrong with a range that is not used. */
export type LogRange = (message: string) => void

/** Logs to the console of the browser, where people look for problems of a page. */
// oxlint-disable-next-line no-console
export const logToConsole: LogRange = (message) => console.warn(message)

/**
 * The instants that a range stands for.
 * @param now milliseconds since 1970
 * @param zone in whose calendar days, weeks, months and years are taken
 * @param log told of an invalid relative range, of which nothing more is said
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

/** Whether the range ends when it is looked at, so that it moves with the time. */
export function endsNow(range: ChosenTimeRange): boolean {
  if (range.type === 'mapped') return range.display.endsWith('so far')
  return range.type === 'relative' && parseRelative(range.range)?.direction === 'past'
}

/** Whether two choices are the same one. */
export function isSameRange(left: ChosenTimeRange | undefined, right: ChosenTimeRange | undefined): boolean {
  if (left === undefined || right === undefined) return left === right
  if (left.type === 'absolute')
    return right.type === 'absolute' && left.from === right.from && left.to === right.to
  if (left.type === 'relative') return right.type === 'relative' && left.range === right.range
  return right.type === 'mapped' && left.display === right.display
}
