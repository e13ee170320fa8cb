import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import UPlot from 'uplot'
import { useLive } from '../utilities/live-ref.ts'
import { bandSegments, type ChartPoint } from './band.ts'
import type { ChartLine } from './describe.ts'
import { FONT, plotOptions } from './plot-options.ts'
import { readChartTokens } from './tokens.ts'

/** Data of the plot and its pointer events. Times are milliseconds since 1970. */
export interface PlotProps {
  points: readonly ChartPoint[]
  lines: readonly ChartLine[]
  threshold: number | undefined
  range: { from: number; to: number } | undefined
  /** In CSS pixels, greater than 0. */
  width: number
  height: number
  onCursor: (index: number | undefined) => void
  onSelectRange: ((range: { from: number; to: number }) => void) | undefined
  /** Receives the plot while it exists. */
  plotRef: RefObject<UPlot | null>
}

function plotData(points: readonly ChartPoint[], lines: readonly ChartLine[]): UPlot.AlignedData {
  return [points.map((point) => point.time / 1_000), ...lines.map((line) => [...line.values])]
}

/**
 * Renders the plot. It adapts to new data and sizes. Pass a new `key` for other lines or another theme: the plot
 * reads colors when it is created.
 */
export function Plot({ plotRef, ...props }: PlotProps): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const live = useLive(props)
  const { points, lines, threshold, range, width, height } = props
  const segments = useMemo(() => bandSegments(points), [points])
  const drawn = useRef({ segments, threshold, range })

  useLayoutEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const first = live.current
    const selectable = first.onSelectRange !== undefined
    const options = plotOptions({
      width: first.width,
      height: first.height,
      labels: first.lines.map((line) => line.label),
      tokens: readChartTokens(element),
      segments: () => drawn.current.segments,
      threshold: () => drawn.current.threshold,
      range: () => drawn.current.range,
      onCursor: (index) => live.current.onCursor(index),
      onSelect: selectable ? (from, to) => live.current.onSelectRange?.({ from, to }) : undefined,
    })
    const plot = new UPlot(options, plotData(first.points, first.lines), element)
    plotRef.current = plot
    // A canvas does not wait for fonts, so draw again once they have loaded.
    void document.fonts.load(FONT).then(() => plotRef.current === plot && plot.redraw(false))
    return () => {
      plotRef.current = null
      plot.destroy()
    }
  }, [live, plotRef])

  useLayoutEffect(() => {
    drawn.current = { segments, threshold, range }
    plotRef.current?.setData(plotData(points, lines))
  }, [points, lines, segments, threshold, range, plotRef])

  useLayoutEffect(() => plotRef.current?.setSize({ width, height }), [width, height, plotRef])

  return <div ref={host} aria-hidden="true" />
}
