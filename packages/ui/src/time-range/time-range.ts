import { timeRanges } from '@binnacle/contract/health'
import { mappedRanges } from './mapped-names.ts'
import { describeOffset, fixedMilliseconds, formatRelative, parseRelative } from './relative.ts'

/** Two chosen instants, in ISO 8601. */
export interface AbsoluteRange {
  type: 'absolute'
  display: 'Custom'
  from: string
  to: string
}

/** A time range that ends or begins now, such as `now-2d`. */
export interface RelativeRange {
  type: 'relative'
  display: string
  range: string
}

/** A calendar range, identified by its name. */
export interface MappedRange {
  type: 'mapped'
  display: string
}

/** A time range as people choose it and the app stores and shows it. `resolveTimeRange` computes its ends. */
export type ChosenTimeRange = AbsoluteRange | RelativeRange | MappedRange

/** Two instants in milliseconds since 1970. */
export interface Stretch {
  from: number
  to: number
}

/** Creates the range between two instants. */
export function absoluteRange({ from, to }: Stretch): AbsoluteRange {
  return {
    type: 'absolute',
    display: 'Custom',
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  }
}

/** Name of each simple option by its range: `now-1M` is `1mo`. */
const simpleNames: ReadonlyMap<string, string> = new Map(
  Object.keys(timeRanges).map((name) => [`now-${name.replace('mo', 'M')}`, name]),
)

/** Returns the name of the simple option of a range, such as `1h`; undefined if it is not a simple option. */
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

/** Returns the simple option with a name such as `1h`. @returns undefined if missing */
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

/** Returns the mapped range with a name. @returns undefined if missing */
export function mappedRange(display: string): MappedRange | undefined {
  return mappedRanges.includes(display) ? { type: 'mapped', display } : undefined
}

/** Receives the reason why a range is ignored. */
export type LogRange = (message: string) => void

/** Logs to the console of the browser, where people look for problems of a page. */
// oxlint-disable-next-line no-console
export const logToConsole: LogRange = (message) => console.warn(message)

/** Milliseconds of the longer units and of calendar ranges, about. */
const roughMilliseconds = { d: 86_400_000, w: 604_800_000, M: 2_592_000_000, y: 31_536_000_000 } as const

/** Returns how long a range is in milliseconds, about: months and years differ in length. */
export function roughLength(range: ChosenTimeRange): number {
  if (range.type === 'absolute') return Date.parse(range.to) - Date.parse(range.from)
  if (range.type === 'relative') {
    const { amount, unit } = parseRelative(range.range) ?? { amount: 0, unit: 's' }
    return amount * (unit === 'M' || unit === 'y' ? roughMilliseconds[unit] : fixedMilliseconds[unit])
  }
  const { display } = range
  if (display.includes('year')) return roughMilliseconds.y
  if (display.includes('month')) return roughMilliseconds.M
  return display.includes('week') && !display.includes('day') ? roughMilliseconds.w : roughMilliseconds.d
}

/** Whether the range ends now, so that it moves with the time. */
export function endsNow(range: ChosenTimeRange): boolean {
  if (range.type === 'mapped') return range.display.endsWith('so far')
  return range.type === 'relative' && parseRelative(range.range)?.direction === 'past'
}

/** Whether two choices are equal. */
export function isSameRange(left: ChosenTimeRange | undefined, right: ChosenTimeRange | undefined): boolean {
  if (left === undefined || right === undefined) return left === right
  if (left.type === 'absolute')
    return right.type === 'absolute' && left.from === right.from && left.to === right.to
  if (left.type === 'relative') return right.type === 'relative' && left.range === right.range
  return right.type === 'mapped' && left.display === right.display
}
