import { DAY, HOUR, MINUTE } from '@binnacle/contract/core'

/** A rollup: results by stretches of time. */
export interface Rollup {
  table: string
  /** Milliseconds of one stretch. Stretches are aligned to 1970. */
  width: number
  /** Days for which a row is stored. Source: decision 44 of the specification. */
  keepDays: number
  /** Days of one partition. */
  partitionDays: number
}

/** Days for which results are stored, by the same decision. */
export const RESULTS_KEEP_DAYS = 30

/** Every rollup, the finest first. */
export const rollups: readonly Rollup[] = [
  { table: 'core.check_rollups_5m', width: 5 * MINUTE, keepDays: 8, partitionDays: 1 },
  { table: 'core.check_rollups_1h', width: HOUR, keepDays: 365, partitionDays: 30 },
  { table: 'core.check_rollups_1d', width: DAY, keepDays: 365, partitionDays: 30 },
]

/** The rows of one table that start at `from` or later, and before `to`. */
export interface Stretch {
  table: string
  from: Date
  to: Date
}

/** The ends of a range may be off by a twelfth of it: those of an hour by five minutes. */
const EXACTNESS = 12

const floor = (instant: number, width: number) => Math.floor(instant / width) * width
const ceil = (instant: number, width: number) => Math.ceil(instant / width) * width

/** The rollup for the ends of a range: the widest that is exact enough and still has its rows. */
function edgeOf(from: number, to: number, now: number): number {
  const exact = rollups.findLastIndex(({ width }) => width * EXACTNESS <= to - from)
  const retained = rollups.findIndex(({ keepDays }) => now - keepDays * DAY <= from)
  return Math.max(exact, retained === -1 ? rollups.length - 1 : retained, 0)
}

/** Covers a range by stretches with as few rows as possible, the widest in the middle. */
function cover(level: number, edge: number, from: number, to: number): Stretch[] {
  const rollup = rollups[level]
  if (rollup === undefined || from >= to) return []
  const { table, width } = rollup
  const [start, end] = level === edge ? [from, to] : [ceil(from, width), floor(to, width)]
  if (start >= end) return cover(level - 1, edge, from, to)
  return [
    ...cover(level - 1, edge, from, start),
    { table, from: new Date(start), to: new Date(end) },
    ...cover(level - 1, edge, end, to),
  ]
}

/**
 * Selects the rows of rollups for the figures of a range: about thirty rows a check for a month, fewer for less. A range that
 * ends now includes the current stretches.
 */
export function stretchesOf(range: { from: Date; to: Date }, now: Date): Stretch[] {
  const [from, to] = [range.from.getTime(), range.to.getTime()]
  const edge = edgeOf(from, to, now.getTime())
  const width = rollups[edge]?.width ?? DAY
  // Nothing is later than now, so the current stretches count completely.
  const end = to >= now.getTime() ? floor(to, DAY) + DAY : ceil(to, width)
  return cover(rollups.length - 1, edge, floor(from, width), end)
}

/** The resolution of a chart. */
interface Resolution {
  /** Milliseconds of one point. */
  width: number
  /** The rollup to read; undefined to read results. */
  rollup: Rollup | undefined
}

/** Most points of a chart, about its width in pixels. */
const MOST_POINTS = 1_000

const [fiveMinutes, hours, days] = rollups
const resolutions: readonly (Resolution & { upTo: number })[] = [
  { upTo: 2 * HOUR, width: MINUTE, rollup: undefined },
  { upTo: DAY, width: 15 * MINUTE, rollup: fiveMinutes },
  { upTo: 7 * DAY, width: HOUR, rollup: hours },
  { upTo: 4 * HOUR * MOST_POINTS, width: 4 * HOUR, rollup: hours },
  { upTo: DAY * MOST_POINTS, width: DAY, rollup: days },
]
const widest: Resolution = { width: 7 * DAY, rollup: days }

/** Chooses the resolution of the chart of a range. It uses wider rows where finer ones are no longer stored. */
export function resolutionFor({ from, to }: { from: Date; to: Date }, now: Date): Resolution {
  const length = to.getTime() - from.getTime()
  const age = now.getTime() - from.getTime()
  const isRetained = (rollup: Rollup | undefined) => age <= DAY * (rollup?.keepDays ?? RESULTS_KEEP_DAYS)
  return resolutions.find(({ upTo, rollup }) => length <= upTo && isRetained(rollup)) ?? widest
}
