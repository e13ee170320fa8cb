import { formatDuration } from '@binnacle/contract/text'
import type { ReactNode } from 'react'
import { HealthCounts, type StateCounts } from '../health/health-counts.tsx'
import { formatFullTime } from '../time/format-time.ts'
import { classNames } from '../utilities/class-names.ts'
import type { ChartPoint } from './band.ts'
import type { ChartLine } from './describe.ts'

const lineClass = ['border-chart-1', 'border-dashed border-chart-2', 'border-dotted border-chart-3'] as const

/** Figures of the whole chart, which the legend shows while no bucket is selected. */
export interface ChartSummary {
  /** Name of the time range, such as `1h`. */
  window: string
  /** Milliseconds, one per line; null if nothing ran. */
  values: readonly (number | null)[]
  counts: StateCounts
}

/**
 * Legend with values in a row of fixed position: those of the selected bucket, or of the whole chart.
 * @param props.index the selected bucket
 */
export function Readout(props: {
  points: readonly ChartPoint[]
  lines: readonly ChartLine[]
  index: number | undefined
  summary: ChartSummary | undefined
}): ReactNode {
  const { index, lines, summary } = props
  const point = index === undefined ? undefined : props.points[index]
  const counts =
    point === undefined
      ? summary?.counts
      : { healthy: point.passed, unhealthy: point.failed, unknown: point.unknown }
  return (
    <div
      aria-hidden="true"
      className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 text-small text-secondary numeric"
    >
      {lines.map((line, position) => {
        const value =
          point === undefined || index === undefined ? summary?.values[position] : line.values[index]
        return (
          <span key={line.label} className="inline-flex items-center gap-1.5">
            <span className={classNames('w-4 border-t-2', lineClass[position % lineClass.length])} />
            {line.label}
            <span className="min-w-12 font-medium text-primary">
              {value === null || value === undefined ? '–' : formatDuration(value)}
            </span>
          </span>
        )
      })}
      {counts !== undefined && <HealthCounts counts={counts} />}
      <span className="ml-auto text-muted">
        {point === undefined ? summary?.window : formatFullTime(new Date(point.time))}
      </span>
    </div>
  )
}
