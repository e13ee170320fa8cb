import { type ReactNode, useState } from 'react'
import { LatencyChart } from '../src/chart/index.ts'
import { formatFullTime, Sparkline } from '../src/index.ts'
import { sampleCourse } from './sample/chart.ts'
import { NOW } from './sample/time.ts'
import type { Story } from './story.ts'

export const title = 'Chart'

const course = sampleCourse()
const short = sampleCourse(24)

function Brushable(): ReactNode {
  const [range, setRange] = useState<{ from: number; to: number }>()
  return (
    <div className="flex flex-col gap-2">
      <LatencyChart
        label="Latency of checkout-api"
        points={course.points}
        lines={course.lines}
        threshold={1_000}
        onSelectRange={setRange}
      />
      <p className="text-small text-muted">
        {range === undefined
          ? 'Drag over the chart to choose a time.'
          : `${formatFullTime(new Date(range.from))} – ${formatFullTime(new Date(range.to))}`}
      </p>
    </div>
  )
}

export const stories: readonly Story[] = [
  { name: 'A day with an outage', render: () => <Brushable /> },
  {
    name: 'Few points in a longer time',
    render: () => (
      <LatencyChart
        label="Latency of search"
        points={short.points}
        lines={short.lines.slice(0, 1)}
        range={{ from: NOW - 6 * 3_600_000, to: NOW }}
        height={160}
      />
    ),
  },
  {
    name: 'Nothing ran',
    render: () => (
      <LatencyChart label="Latency" points={[]} lines={[{ label: 'p95', values: [] }]} height={140} />
    ),
  },
  {
    name: 'Sparklines',
    render: () => (
      <div className="flex gap-6">
        <Sparkline values={short.lines[0]?.values ?? []} label="Latency of the last two hours" />
        <Sparkline values={[1, 3, null, null, 2, 5]} label="With a gap" />
        <Sparkline values={[4, 4, 4]} label="Level" />
      </div>
    ),
  },
]
