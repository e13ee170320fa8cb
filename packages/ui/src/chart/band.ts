/** Runs in a time bucket. */
export interface ChartPoint {
  /** Start of the bucket in milliseconds since 1970. */
  time: number
  passed: number
  failed: number
  unknown: number
}

/** State of a bucket: `mixed` if some runs passed and some failed. */
export type BandState = 'passed' | 'mixed' | 'failed' | 'unknown'

/** A time range in one state, in milliseconds since 1970. */
export interface BandSegment {
  from: number
  to: number
  state: BandState
}

/** Returns the state of a bucket; undefined if nothing ran in it. */
export function bandState(point: ChartPoint): BandState | undefined {
  if (point.failed > 0) return point.passed > 0 ? 'mixed' : 'failed'
  if (point.passed > 0) return 'passed'
  return point.unknown > 0 ? 'unknown' : undefined
}

/** Returns the length of the buckets in milliseconds: the shortest step between two points; 0 for fewer than two. */
export function bucketLength(points: readonly ChartPoint[]): number {
  let shortest = Number.POSITIVE_INFINITY
  points.forEach((point, index) => {
    const before = points[index - 1]
    if (before !== undefined) shortest = Math.min(shortest, point.time - before.time)
  })
  return Number.isFinite(shortest) ? shortest : 0
}

/** Merges adjacent buckets of the same state. Time without runs belongs to no segment. */
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
