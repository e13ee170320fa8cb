import { formatDuration } from '@binnacle/contract/text'
import uPlot from 'uplot'
import type { BandSegment } from './band.ts'
import { BAND, drawBand, drawThreshold } from './draw-band.ts'
import type { ChartTokens } from './tokens.ts'
import { timeZone } from '../time/zone.ts'
import { timeLabels } from './time-labels.ts'

/** Input of the plot. Its functions are called when needed, so they may change without a new plot. */
export interface PlotSetup {
  width: number
  height: number
  labels: readonly string[]
  tokens: ChartTokens
  segments: () => readonly BandSegment[]
  threshold: () => number | undefined
  range: () => { from: number; to: number } | undefined
  onCursor: (index: number | undefined) => void
  onSelect: ((from: number, to: number) => void) | undefined
}

/** Font of the canvas. */
export const FONT = "11px 'Inter Variable', sans-serif"
/** Dash patterns distinguish lines without color: the first is solid. */
const dashes = [[], [5, 4], [2, 3]] as const

/** Maximum of the axis: above every point and the threshold, so that neither touches the edge. */
function upperBound(dataMax: number | null, threshold: number | undefined): number {
  return Math.max(dataMax ?? 0, threshold ?? 0, 1) * 1.15
}

/** Returns the options of the plot. Times are seconds, as uPlot requires; values are milliseconds. */
export function plotOptions(setup: PlotSetup): uPlot.Options {
  const { tokens } = setup
  const axis = { font: FONT, stroke: tokens.text, grid: { stroke: tokens.grid, width: 1 } }
  return {
    width: setup.width,
    height: setup.height,
    padding: [8, 20, 0, 0],
    // Ticks are at full hours and midnights of the zone in which times are shown.
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), timeZone()),
    legend: { show: false },
    scales: {
      x: {
        range: (_, min, max) => {
          const range = setup.range()
          return range === undefined ? [min, max] : [range.from / 1_000, range.to / 1_000]
        },
      },
      y: { range: (_, __, max) => [0, upperBound(max, setup.threshold())] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        gap: BAND.gap + BAND.height + 4,
        size: BAND.gap + BAND.height + 36,
        space: 72,
        ticks: { show: false },
        values: (_, splits) => [...timeLabels(splits.map((seconds) => seconds * 1_000))],
      },
      {
        ...axis,
        size: 56,
        space: 36,
        ticks: { show: false },
        values: (_, splits) => splits.map((value) => (value === 0 ? '0' : formatDuration(value))),
      },
    ],
    series: [
      {},
      ...setup.labels.map((label, index) => ({
        label,
        stroke: tokens.lines[index % tokens.lines.length] ?? tokens.text,
        width: 1.5,
        dash: [...(dashes[index % dashes.length] ?? [])],
        // One or two buckets form no visible line, so show points.
        points: { show: (plot: uPlot) => plot.data[0].length < 3, size: 5 },
        spanGaps: false,
      })),
    ],
    cursor: {
      y: false,
      points: { size: 7, width: 2, fill: tokens.surface },
      drag: { x: setup.onSelect !== undefined, y: false, setScale: false, dist: 4 },
    },
    hooks: {
      draw: [
        (plot) => {
          drawBand(plot, setup.segments(), tokens)
          const threshold = setup.threshold()
          if (threshold !== undefined)
            drawThreshold(plot, threshold, `limit ${formatDuration(threshold)}`, tokens)
        },
      ],
      setCursor: [(plot) => setup.onCursor(plot.cursor.idx ?? undefined)],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select
          if (width <= 0) return
          setup.onSelect?.(plot.posToVal(left, 'x') * 1_000, plot.posToVal(left + width, 'x') * 1_000)
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
        },
      ],
    },
  }
}
