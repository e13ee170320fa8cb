import { healths } from '@binnacle/contract/core'
import { useStoreApi } from '@xyflow/react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { healthAppearance, type HealthTone } from '../health/health-state.ts'
import { useTheme } from '../theme/theme-provider.tsx'
import { type Direction, NODE, type Place } from './sizes.ts'
import type { GraphThing, Picture, PictureNode } from './model.ts'
import { CLOSE, useShow } from './zoom.tsx'

/** A node as the canvas draws it. */
interface Box extends Place {
  tone: HealthTone
  dim: boolean
}

/** Start and end of a line, and whether it belongs to what somebody searches for. */
interface Line {
  from: Place
  to: Place
  dim: boolean
}

/** Lines that are painted at once: a path with all 8,000 takes much longer. */
const LINES_AT_ONCE = 200
/** Zoom below which a curve looks like a straight line. */
const STRAIGHT = 0.08

function toneOf<Thing extends GraphThing>(node: PictureNode<Thing>): HealthTone {
  const health = node.is === 'thing' ? node.thing.health : node.worst
  return health == null ? 'unknown' : healthAppearance(health).tone
}

interface OverviewProps<Thing extends GraphThing> {
  picture: Picture<Thing>
  positions: ReadonlyMap<string, Place>
  direction: Direction
  lines: 'bezier' | 'smoothstep'
  found: ReadonlySet<string> | undefined
  /** Draws the nodes too, because they are too many to be elements. */
  withBoxes: boolean
}

/** The lines of a large graph, and its nodes as colored boxes, on a canvas that follows the view. */
export function Overview<Thing extends GraphThing>(props: OverviewProps<Thing>): ReactNode {
  const { picture, positions, direction, lines, found, withBoxes } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const store = useStoreApi()
  const { theme } = useTheme()
  const show = useShow()
  const drawn = useMemo(() => {
    const [dx, dy] = direction === 'LR' ? [NODE.width, NODE.height / 2] : [NODE.width / 2, NODE.height]
    const [ex, ey] = direction === 'LR' ? [0, NODE.height / 2] : [NODE.width / 2, 0]
    const isDim = (id: string) => found?.has(id) === false
    return {
      boxes: picture.nodes.flatMap((node): Box[] => {
        const place = positions.get(node.id)
        return place === undefined ? [] : [{ ...place, tone: toneOf(node), dim: isDim(node.id) }]
      }),
      lines: picture.edges.flatMap(({ source, target }): Line[] => {
        const [from, to] = [positions.get(source), positions.get(target)]
        if (from === undefined || to === undefined) return []
        return [
          {
            from: { x: from.x + dx, y: from.y + dy },
            to: { x: to.x + ex, y: to.y + ey },
            dim: isDim(source) && isDim(target),
          },
        ]
      }),
    }
  }, [picture, positions, direction, found])

  useEffect(() => {
    let frame = 0
    const draw = () => {
      frame = 0
      const { transform, width, height } = store.getState()
      const element = canvas.current
      if (element !== null)
        paint(element, { ...drawn, transform, width, height, direction, style: lines, withBoxes, theme })
    }
    const ask = () => {
      if (frame === 0) frame = requestAnimationFrame(draw)
    }
    ask()
    const stop = store.subscribe((now, before) => {
      if (now.transform !== before.transform || now.width !== before.width || now.height !== before.height)
        ask()
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [store, drawn, direction, lines, withBoxes, theme])

  /** Moves to the box that was pressed. */
  useEffect(() => {
    const pane = canvas.current?.closest('.react-flow')
    if (!withBoxes || !(pane instanceof HTMLElement)) return undefined
    const press = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || !event.target.classList.contains('react-flow__pane')) return
      const { left, top } = pane.getBoundingClientRect()
      const [x, y, zoom] = store.getState().transform
      const at = { x: (event.clientX - left - x) / zoom, y: (event.clientY - top - y) / zoom }
      const box = drawn.boxes.find(
        (each) =>
          at.x >= each.x && at.x <= each.x + NODE.width && at.y >= each.y && at.y <= each.y + NODE.height,
      )
      if (box !== undefined) show([box], CLOSE)
    }
    pane.addEventListener('click', press)
    return () => pane.removeEventListener('click', press)
  }, [store, show, drawn, withBoxes])

  return <canvas ref={canvas} aria-hidden="true" className="pointer-events-none absolute inset-0" />
}

interface Drawing {
  boxes: readonly Box[]
  lines: readonly Line[]
  transform: readonly [x: number, y: number, zoom: number]
  width: number
  height: number
  direction: Direction
  style: 'bezier' | 'smoothstep'
  withBoxes: boolean
  /** The theme that the colors belong to. */
  theme: string
}

/** Paints lines and boxes that are in the view. */
function paint(canvas: HTMLCanvasElement, drawing: Drawing): void {
  const { transform, width, height } = drawing
  const [x, y, zoom] = transform
  const ratio = globalThis.devicePixelRatio
  const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)]
  if (canvas.width !== columns || canvas.height !== rows) {
    canvas.width = columns
    canvas.height = rows
    canvas.style.width = `${width}px`
    canvas.style.height = `${height}px`
  }
  const context = canvas.getContext('2d')
  if (context === null) return
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, columns, rows)
  context.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y)
  const seen = {
    left: -x / zoom,
    top: -y / zoom,
    right: (width - x) / zoom,
    bottom: (height - y) / zoom,
  }
  const styles = getComputedStyle(canvas)
  const color = (name: string) => styles.getPropertyValue(name).trim()

  context.strokeStyle = color('--line-control')
  for (const dim of [true, false]) {
    const own = drawing.lines.filter(
      (line) =>
        line.dim === dim &&
        Math.max(line.from.x, line.to.x) >= seen.left &&
        Math.min(line.from.x, line.to.x) <= seen.right &&
        Math.max(line.from.y, line.to.y) >= seen.top &&
        Math.min(line.from.y, line.to.y) <= seen.bottom,
    )
    // Many lines over each other would hide the boxes.
    context.globalAlpha = dim ? 0.15 : drawing.withBoxes ? 0.5 : 1
    context.lineWidth = Math.max(1.5, 0.6 / zoom)
    for (let at = 0; at < own.length; at += LINES_AT_ONCE) {
      context.beginPath()
      for (const line of own.slice(at, at + LINES_AT_ONCE)) trace(context, line, drawing)
      context.stroke()
    }
  }
  if (drawing.withBoxes)
    for (const tone of healths.toReversed()) {
      context.fillStyle = color(`--${tone}-fill`)
      for (const box of drawing.boxes) {
        if (box.tone !== tone) continue
        if (box.x > seen.right || box.x + NODE.width < seen.left) continue
        if (box.y > seen.bottom || box.y + NODE.height < seen.top) continue
        context.globalAlpha = box.dim ? 0.25 : 1
        context.fillRect(box.x, box.y, NODE.width, NODE.height)
      }
    }
  context.globalAlpha = 1
}

function trace(
  context: CanvasRenderingContext2D,
  { from, to }: Line,
  { transform, direction, style }: Pick<Drawing, 'transform' | 'direction' | 'style'>,
): void {
  context.moveTo(from.x, from.y)
  const [middleX, middleY] = [(from.x + to.x) / 2, (from.y + to.y) / 2]
  const right = direction === 'LR'
  if (style === 'smoothstep') {
    context.lineTo(right ? middleX : from.x, right ? from.y : middleY)
    context.lineTo(right ? middleX : to.x, right ? to.y : middleY)
    context.lineTo(to.x, to.y)
  } else if (transform[2] < STRAIGHT) context.lineTo(to.x, to.y)
  else
    context.bezierCurveTo(
      right ? middleX : from.x,
      right ? from.y : middleY,
      right ? middleX : to.x,
      right ? to.y : middleY,
      to.x,
      to.y,
    )
}
