import { optionalParameter } from '../filters/parameter.ts'
import {
  absoluteRange,
  type ChosenTimeRange,
  type LogRange,
  logToConsole,
  mappedRange,
  relativeRange,
  simpleName,
  simpleRange,
} from './time-range.ts'

/** A time range as URL parameters. */
export interface TimeRangeValues {
  /** A simple option (`1h`), a relative range (`now-2d`) or a mapped one (`Yesterday`). */
  timeRange: string | undefined
  /** Both ends of an absolute range in ISO 8601; `now-2d` to `now` is read as well. */
  from: string | undefined
  to: string | undefined
}

/** URL parameters of a time range, to be spread into those of a page. */
export const timeRangeParameters = {
  timeRange: optionalParameter(),
  from: optionalParameter(),
  to: optionalParameter(),
}

const NOW = 'now'

function readEnds(from: string, to: string | undefined): ChosenTimeRange | undefined {
  if (from.startsWith(NOW) || to?.startsWith(NOW) === true) {
    if (to === undefined || to === NOW) return relativeRange(from)
    return from === NOW ? relativeRange(to) : undefined
  }
  const stretch = { from: Date.parse(from), to: Date.parse(to ?? '') }
  return stretch.from < stretch.to ? absoluteRange(stretch) : undefined
}

function readName(name: string): ChosenTimeRange | undefined {
  return simpleRange(name) ?? relativeRange(name) ?? mappedRange(name)
}

/**
 * Parses the time range in an address. Both ends override a name.
 * @param log called with the reason if a range is invalid
 * @returns undefined if there is no valid range
 */
export function readTimeRange(
  values: TimeRangeValues,
  log: LogRange = logToConsole,
): ChosenTimeRange | undefined {
  const { timeRange, from, to } = values
  if (from !== undefined) {
    const ends = readEnds(from, to)
    if (ends !== undefined) return ends
    log(`Invalid time range from "${from}" to "${to ?? ''}"`)
  }
  if (timeRange === undefined) return undefined
  const named = readName(timeRange)
  if (named === undefined) log(`Invalid time range "${timeRange}"`)
  return named
}

/** Returns the URL parameters of a time range; all are undefined without one. */
export function writeTimeRange(range: ChosenTimeRange | undefined): TimeRangeValues {
  const nothing = { timeRange: undefined, from: undefined, to: undefined }
  if (range === undefined) return nothing
  if (range.type === 'absolute') return { ...nothing, from: range.from, to: range.to }
  if (range.type === 'mapped') return { ...nothing, timeRange: range.display }
  return { ...nothing, timeRange: simpleName(range) ?? range.range }
}
