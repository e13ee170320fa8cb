import type uPlot from 'uplot'
import type { BandSegment } from './band.ts'
import type { ChartTokens } from './tokens.ts'

/** Gap between the plot and the band below it, and height of the band, in CSS pixels. */
export const BAND = { gap: 5, height: 12 } as const

/** Hatches a failed segment, so that it differs without color too. */
function hatch(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void {
  context.save()
  context.beginPath()
  context.rect(x, y, width, height)
  context.clip()
  context.beginPath()
  for (let offset = -height; offset < width + height; offset += height * 0.6) {
    context.moveTo(x + offset, y + height)
    context.lineTo(x + offset + height, y)
  }
  context.stroke()
  context.restore()
}

/**
 * Draws the band of run states under the plot: passed low and green, failed tall, red and hatched, mixed tall in two
 * colors, unknown a thin gray line. Sizes are device pixels.
 */
export function drawBand(plot: uPlot, segments: readonly BandSegment[], tokens: ChartTokens): void {
  const { ctx: context, bbox } = plot
  const ratio = devicePixelRatio
  const full = BAND.height * ratio
  const top = bbox.top + bbox.height + BAND.gap * ratio
  const heights = { passed: full / 2, mixed: full, failed: full, unknown: full / 5 } as const
  context.save()
  context.beginPath()
  context.rect(bbox.left, top, bbox.width, full)
  context.clip()
  for (const segment of segments) {
    const left = plot.valToPos(segment.from / 1_000, 'x', true)
    const width = Math.max(plot.valToPos(segment.to / 1_000, 'x', true) - left, ratio)
    const height = heights[segment.state]
    const y = top + full - height
    context.fillStyle = tokens[segment.state]
    context.fillRect(left, y, width, height)
    if (segment.state === 'failed') {
      context.strokeStyle = tokens.onHealth
      context.lineWidth = ratio
      context.globalAlpha = 0.6
      hatch(context, left, y, width, height)
      context.globalAlpha = 1
    }
    if (segment.state === 'mixed') {
      context.fillStyle = tokens.passed
      context.fillRect(left, y + height / 2, width, height / 2)
    }
  }
  context.restore()
}

/** Draws a dashed line at a latency limit, with its value at the right. */
export function drawThreshold(plot: uPlot, limit: number, label: string, tokens: ChartTokens): void {
  const { ctx: context, bbox } = plot
  const ratio = devicePixelRatio
  const y = Math.round(plot.valToPos(limit, 'y', true))
  if (y < bbox.top || y > bbox.top + bbox.height) return
  context.save()
  context.strokeStyle = tokens.threshold
  context.lineWidth = ratio
  context.setLineDash([6 * ratio, 4 * ratio])
  context.beginPath()
  context.moveTo(bbox.left, y)
  context.lineTo(bbox.left + bbox.width, y)
  context.stroke()
  context.fillStyle = tokens.text
  context.font = `${11 * ratio}px 'Inter Variable', sans-serif`
  context.textAlign = 'right'
  context.textBaseline = 'bottom'
  context.fillText(label, bbox.left + bbox.width - 4 * ratio, y - 2 * ratio)
  context.restore()
}
