/** What ran in a bucket of time. */
export interface ChartPoint {
  /** Start of the bucket in milliseconds since 1970. */
  time: number
  passed: number
  failed: number
  unknown: number
}

/** How the runs of a bucket went: `mixed` when some passed and some failed. */
export type BandState = 'passed' | 'mixed' | 'failed' | 'unknown'

/** A stretch of time in one state, in milliseconds since 1970. */
export interface BandSegment {
  from: number
  to: number
  state: BandState
}

/** The state of a bucket, undefined when nothing ran in it. */
export function bandState(point: ChartPoint): BandState | undefined {
  if (point.failed > 0) return point.passed > 0 ? 'mixed' : 'failed'
  if (point.passed > 0) return 'passed'
  return point.unknown > 0 ? 'unknown' : undefined
}

/** Length of the buckets in milliseconds: the shortest step between two points; 0 for fewer than two. */
export function bucketLength(points: readonly ChartPoint[]): number {
  let shortest = Number.POSITIVE_INFINITY
  points.forEach((point, index) => {
    const before = points[index - 1]
    if (before !== undefined) shortest = Math.min(shortest, point.time - before.time)
  })
  return Number.isFinite(shortest) ? shortest : 0
}

/** Joins neighbouring buckets of one state. Time in which nothing ran is in no segment. */
export function bandSegments(points: readonly ChartPoint[]): readonly BandSegment[] {
  const length = bucketLength(points)
  const segments: BandSegment[] = []
  for (const point of points) {
    const state = bandState(point)
    if (state === undefined) continue
    const last = segments.at(-1)
    if (last?.state === state && last.to >= point.time) last.to = point.time + length
    else segments.push({ from: point.time, to: point.time + length, state })
  }
  return segments
}
