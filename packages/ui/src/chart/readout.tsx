import { formatDuration } from '@binnacle/contract'
import type { ReactNode } from 'react'
import { HealthCounts } from '../health/health-counts.tsx'
import { formatFullTime } from '../time/format-time.ts'
import { classNames } from '../utilities/class-names.ts'
import type { ChartPoint } from './band.ts'
import type { ChartLine } from './describe.ts'

const lineClass = ['border-chart-1', 'border-dashed border-chart-2', 'border-dotted border-chart-3'] as const

/** The last value of a line, which stands in the legend while nobody points at the chart. */
function lastValue(line: ChartLine): number | null {
  return line.values.findLast((value) => value !== null) ?? null
}

/**
 * Legend and values in one row that never moves: the bucket pointed at, or the latest values.
 * @param props.index the bucket pointed at
 */
export function Readout(props: {
  points: readonly ChartPoint[]
  lines: readonly ChartLine[]
  index: number | undefined
}): ReactNode {
  const { index, lines } = props
  const point = index === undefined ? undefined : props.points[index]
  return (
    <div
      aria-hidden="true"
      className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 text-small text-secondary numeric"
    >
      {lines.map((line, position) => {
        const value = point === undefined || index === undefined ? lastValue(line) : line.values[index]
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
      {point !== undefined && (
        <>
          <HealthCounts counts={{ healthy: point.passed, unhealthy: point.failed, unknown: point.unknown }} />
          <span className="ml-auto text-muted">{formatFullTime(new Date(point.time))}</span>
        </>
      )}
    </div>
  )
}
