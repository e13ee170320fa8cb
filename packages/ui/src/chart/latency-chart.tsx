import 'uplot/dist/uPlot.min.css'
import './chart.css'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import type UPlot from 'uplot'
import { NO_DATA } from '../states/texts.ts'
import { useTheme } from '../theme/theme-provider.tsx'
import { classNames } from '../utilities/class-names.ts'
import { useElementWidth } from '../utilities/element-width.ts'
import type { ChartPoint } from './band.ts'
import { ChartTable } from './chart-table.tsx'
import { type ChartLine, describeChart, describePoint } from './describe.ts'
import { type ChartSummary, Readout } from './readout.tsx'
import { Plot } from './plot.tsx'

/** Props of a latency chart. Times are milliseconds since 1970. */
export interface LatencyChartProps {
  /** Accessible name of the chart. */
  label: string
  /** Time buckets, ascending. Keep the array between renders. */
  points: readonly ChartPoint[]
  /** One to three lines with a value per point. The first line is solid. */
  lines: readonly ChartLine[]
  /** Figures of the whole time range, for the legend. */
  summary?: ChartSummary
  /** Latency limit in milliseconds, drawn as a dashed line. */
  threshold?: number
  /** The visible time range, if it is longer than the points cover. */
  range?: { from: number; to: number }
  /** Receives a selected time range: dragged, or selected with Shift and the arrows and confirmed with Enter. */
  onSelectRange?: (range: { from: number; to: number }) => void
  /** Height of the plot in CSS pixels. Default: 220. */
  height?: number
  className?: string
}

/** Latency over time, above a band with the states of runs. Arrow keys move through the buckets. */
export function LatencyChart(props: LatencyChartProps): ReactNode {
  const { points, lines, onSelectRange } = props
  const { theme } = useTheme()
  const summaryId = useId()
  const [measure, width] = useElementWidth()
  const [index, setIndex] = useState<number>()
  const [anchor, setAnchor] = useState<number>()
  const plot = useRef<UPlot>(null)
  const height = props.height ?? 220
  const last = Math.max(points.length - 1, 0)
  const current = Math.min(index ?? last, last)

  function positionOf(point: ChartPoint | undefined): number {
    return point === undefined ? 0 : (plot.current?.valToPos(point.time / 1_000, 'x') ?? 0)
  }

  /** Moves the cursor to a bucket, and selects the range from the anchor to it. */
  function point(to: number, from: number | undefined): void {
    const left = positionOf(points[to])
    plot.current?.setCursor({ left, top: 1 })
    const start = from === undefined ? left : positionOf(points[from])
    plot.current?.setSelect(
      {
        left: Math.min(left, start),
        width: Math.abs(left - start),
        top: 0,
        height: plot.current.over.clientHeight,
      },
      false,
    )
    setAnchor(from)
  }

  function hide(): void {
    plot.current?.setCursor({ left: -1, top: -1 })
    plot.current?.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false)
    setAnchor(undefined)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const to = Math.min(Math.max(current + step, 0), last)
      point(to, event.shiftKey && onSelectRange !== undefined ? (anchor ?? current) : undefined)
    }
    if (event.key === 'Enter' && anchor !== undefined && anchor !== current) {
      const from = points[Math.min(anchor, current)]
      const to = points[Math.max(anchor, current)]
      point(current, undefined)
      if (from !== undefined && to !== undefined) onSelectRange?.({ from: from.time, to: to.time })
    }
  }

  return (
    <figure className={classNames('flex min-w-0 flex-col gap-1', props.className)}>
      <Readout points={points} lines={lines} index={index} summary={props.summary} />
      <div
        ref={measure}
        className="latency-chart relative rounded-control has-focus-visible:outline-2 has-focus-visible:outline-focus"
      >
        <div style={{ height }}>
          {points.length === 0 && (
            <p className="flex h-full items-center justify-center rounded-control border border-dashed border-line-strong text-secondary">
              {NO_DATA}
            </p>
          )}
          {width > 0 && points.length > 0 && (
            <Plot
              key={[theme, ...lines.map((line) => line.label)].join(':')}
              plotRef={plot}
              points={points}
              lines={lines}
              threshold={props.threshold}
              range={props.range}
              width={width}
              height={height}
              onCursor={setIndex}
              onSelectRange={onSelectRange}
            />
          )}
        </div>
        <input
          type="range"
          className="sr-only"
          aria-label={props.label}
          aria-describedby={summaryId}
          aria-valuetext={describePoint(points, lines, current)}
          min={0}
          max={last}
          value={current}
          onChange={(event) => point(Number(event.target.value), undefined)}
          onKeyDown={onKeyDown}
          onBlur={hide}
        />
      </div>
      <figcaption id={summaryId} className="sr-only">
        {describeChart(points, lines)}
      </figcaption>
      <ChartTable label={props.label} points={points} lines={lines} />
    </figure>
  )
}
