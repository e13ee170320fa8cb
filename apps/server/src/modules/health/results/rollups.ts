const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000

/** Results of checks gathered by stretches of time. */
export interface Rollup {
  table: string
  /** Milliseconds of one stretch; stretches are counted from 1970. */
  width: number
  /** Days that a row is kept, as decided in the specification's decision 44. */
  keepDays: number
  /** Days of one partition. */
  partitionDays: number
}

/** Days that the results themselves are kept, by the same decision. */
export const RESULTS_KEEP_DAYS = 30

/** Every rollup, the finest first. */
export const rollups: readonly Rollup[] = [
  { table: 'core.check_rollups_5m', width: 5 * MINUTE, keepDays: 8, partitionDays: 1 },
  { table: 'core.check_rollups_1h', width: HOUR, keepDays: 365, partitionDays: 30 },
  { table: 'core.check_rollups_1d', width: DAY, keepDays: 365, partitionDays: 30 },
]

/** Rows of one table that lie in a range: those that begin at `from` or later, and before `to`. */
export interface Stretch {
  table: string
  from: Date
  to: Date
}

/** A range may be said to begin or end a twelfth of itself too early or late: an hour's by five minutes. */
const EXACTNESS = 12

const floor = (instant: number, width: number) => Math.floor(instant / width) * width
const ceil = (instant: number, width: number) => Math.ceil(instant / width) * width

/** Which rollup the ends of a range are cut by: the widest that is exact enough, of those that still have its rows. */
function edgeOf(from: number, to: number, now: number): number {
  const exact = rollups.findLastIndex(({ width }) => width * EXACTNESS <= to - from)
  const kept = rollups.findIndex(({ keepDays }) => now - keepDays * DAY <= from)
  return Math.max(exact, kept === -1 ? rollups.length - 1 : kept, 0)
}

/** Stretches that cover two instants, with as few rows as there can be: the widest in the middle. */
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
 * Which rows of which rollups a figure over a range is added up from, so that it takes about thirty a check for a month
 * and fewer for less. A range that ends now counts what is still being gathered.
 */
export function stretchesOf(range: { from: Date; to: Date }, now: Date): Stretch[] {
  const [from, to] = [range.from.getTime(), range.to.getTime()]
  const edge = edgeOf(from, to, now.getTime())
  const width = rollups[edge]?.width ?? DAY
  // Nothing is later than now, so the stretches under way count whole.
  const end = to >= now.getTime() ? floor(to, DAY) + DAY : ceil(to, width)
  return cover(rollups.length - 1, edge, floor(from, width), end)
}

/** What the points of a chart are read from. */
interface Resolution {
  /** Milliseconds of one point. */
  width: number
  /** A rollup, or the results themselves where undefined. */
  rollup: Rollup | undefined
}

/** More points than a chart has pixels are of no use. */
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

/** Width of a chart's point and where it is read from, for a range: where fine rows are not kept any more, wider ones. */
export function resolutionFor({ from, to }: { from: Date; to: Date }, now: Date): Resolution {
  const length = to.getTime() - from.getTime()
  const age = now.getTime() - from.getTime()
  const isKept = (rollup: Rollup | undefined) => age <= DAY * (rollup?.keepDays ?? RESULTS_KEEP_DAYS)
  return resolutions.find(({ upTo, rollup }) => length <= upTo && isKept(rollup)) ?? widest
}
