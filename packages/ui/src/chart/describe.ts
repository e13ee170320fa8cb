import { formatDuration } from '@binnacle/contract/text'
import { formatFullTime } from '../time/format-time.ts'
import type { ChartPoint } from './band.ts'

/** A line of the chart. */
export interface ChartLine {
  /** Name, such as `p95`. */
  label: string
  /** Milliseconds, one per point; null if nothing ran. */
  values: readonly (number | null)[]
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** Describes the runs of a bucket. */
export function describeRuns(point: ChartPoint): string {
  const parts: string[] = []
  if (point.passed > 0) parts.push(`${point.passed} passed`)
  if (point.failed > 0) parts.push(`${point.failed} failed`)
  if (point.unknown > 0) parts.push(`${point.unknown} unknown`)
  return parts.length > 0 ? parts.join(', ') : 'nothing ran'
}

/** Describes a bucket: its time, each line's value and the state of its runs. */
export function describePoint(
  points: readonly ChartPoint[],
  lines: readonly ChartLine[],
  index: number,
): string {
  const point = points[index]
  if (point === undefined) return 'no data'
  const values = lines.flatMap((line) => {
    const value = line.values[index]
    return value === null || value === undefined ? [] : [`${line.label} ${formatDuration(value)}`]
  })
  return [formatFullTime(new Date(point.time)), ...values, describeRuns(point)].join(', ')
}

/** Describes the whole chart for screen readers. */
export function describeChart(points: readonly ChartPoint[], lines: readonly ChartLine[]): string {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return 'Nothing ran in this time.'
  const ranges = lines.flatMap((line) => {
    const values = line.values.filter((value) => value !== null)
    if (values.length === 0) return []
    const least = formatDuration(Math.min(...values))
    const most = formatDuration(Math.max(...values))
    return [`${line.label} between ${least} and ${most}`]
  })
  const failed = points.reduce((sum, point) => sum + point.failed, 0)
  const runs = points.reduce((sum, point) => sum + point.passed + point.failed + point.unknown, 0)
  const time = `From ${formatFullTime(new Date(first.time))} to ${formatFullTime(new Date(last.time))}`
  return `${[time, ...ranges].join(', ')}. ${failed} of ${plural(runs, 'run')} failed.`
}
