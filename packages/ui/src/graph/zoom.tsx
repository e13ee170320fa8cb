import { getViewportForBounds, useReactFlow, useStore, useStoreApi } from '@xyflow/react'
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { IconButton } from '../primitives/icon-button.tsx'
import { useMediaQuery } from '../utilities/media.ts'
import { NODE, type Place } from './sizes.ts'
import { boundsOf } from './view.ts'

/** Milliseconds that movements take. Source: REL-012. */
const ANIMATION = 300
/** Zoom at which one node is shown. */
export const CLOSE = 0.8

/** Zoom below which names can't be read. */
const READABLE = 0.6

/** Space around what is shown, in CSS pixels: above for the fields, below for the buttons. */
const PADDING = { top: '56px', bottom: '56px', x: '24px' } as const

/**
 * Moves the picture to some places of it, also to those that are no elements yet.
 * @param largest the zoom that is not exceeded
 * @param rings shown where not all of the places could be read at once: the first, with as many of the next as can be
 */
type Show = (places: Iterable<Place>, largest: number, rings?: readonly (readonly Place[])[]) => void

/** Returns what moves the picture. */
export function useShow(): Show {
  const flow = useReactFlow()
  const store = useStoreApi()
  const still = useMediaQuery('(prefers-reduced-motion: reduce)')
  return useCallback(
    (places, largest, rings = []) => {
      const { width, height, minZoom } = store.getState()
      const viewOf = (wanted: Iterable<Place>, most: number) => {
        const bounds = boundsOf(wanted)
        if (bounds === undefined) return undefined
        const { left: x, top: y, right, bottom } = bounds
        const box = { x, y, width: right - x, height: bottom - y }
        return getViewportForBounds(box, width, height, minZoom, most, PADDING)
      }
      const all = viewOf(places, largest)
      if (all === undefined) return
      let view = all
      if (all.zoom < READABLE) {
        const near: Place[] = []
        for (const ring of rings) {
          near.push(...ring)
          const wider = viewOf(near, CLOSE)
          if (wider === undefined || (ring !== rings[0] && wider.zoom < READABLE)) break
          view = wider
        }
      }
      void flow.setViewport(view, { duration: still ? 0 : ANIMATION })
    },
    [flow, store, still],
  )
}

/** Space that a box needs around it to count as seen, so that the controls in the corners do not cover it. Pixels. */
const AROUND = 48

/** Returns what moves the picture to a box, unless it is seen whole and can be read. */
export function useReveal(): (place: Place) => void {
  const flow = useReactFlow()
  const store = useStoreApi()
  const still = useMediaQuery('(prefers-reduced-motion: reduce)')
  return useCallback(
    ({ x, y }) => {
      const { width, height, transform } = store.getState()
      const [left, top, zoom] = transform
      const at = { x: x * zoom + left, y: y * zoom + top }
      const isSeen =
        at.x >= AROUND &&
        at.y >= AROUND &&
        at.x + NODE.width * zoom <= width - AROUND &&
        at.y + NODE.height * zoom <= height - AROUND
      if (isSeen && zoom >= READABLE) return
      void flow.setCenter(x + NODE.width / 2, y + NODE.height / 2, {
        zoom: zoom >= READABLE ? zoom : CLOSE,
        duration: still ? 0 : ANIMATION,
      })
    },
    [flow, store, still],
  )
}

/**
 * Buttons that show more or less of the graph. Moves to all of it when it changes, and to what somebody searches for.
 * @param props.picture changes with what there is to show, but not with each new layout of the same nodes
 * @param props.shown what to show instead of all
 * @param props.rings what to show of a picture that is too large to be read at once: the first, and as many of the next
 *   as can be read
 */
export function Zoom(props: {
  picture: string
  all: ReadonlyMap<string, Place>
  shown: readonly Place[] | undefined
  rings: readonly (readonly Place[])[]
}): ReactNode {
  const { picture, all, shown, rings } = props
  const flow = useReactFlow()
  const show = useShow()
  const still = useMediaQuery('(prefers-reduced-motion: reduce)')
  const duration = still ? 0 : ANIMATION
  const size = useStore(({ width, height }) => (width > 0 && height > 0 ? `${width} ${height}` : ''))
  const pane = useStore(({ domNode }) => domNode)
  /** The picture that somebody moved by hand. */
  const moved = useRef<string>(undefined)
  const move = useEffectEvent(() => {
    if (moved.current === picture) return
    if (shown === undefined) show(all.values(), 1, rings)
    else show(shown, CLOSE)
  })
  const keep = useEffectEvent(() => {
    moved.current = picture
  })

  useEffect(() => {
    // Also when a panel beside the picture takes room from it, unless somebody has moved it meanwhile.
    if (size === '' || picture === '') return undefined
    const frame = requestAnimationFrame(move)
    return () => cancelAnimationFrame(frame)
  }, [size, picture])

  useEffect(() => {
    const onMove = () => keep()
    pane?.addEventListener('wheel', onMove, { passive: true })
    pane?.addEventListener('pointerdown', onMove)
    return () => {
      pane?.removeEventListener('wheel', onMove)
      pane?.removeEventListener('pointerdown', onMove)
    }
  }, [pane])

  return (
    <span className="flex gap-1 rounded-control border border-line bg-surface p-0.5">
      <IconButton
        label="Zoom in"
        size="small"
        icon={<ZoomIn className="size-4" />}
        onClick={() => void flow.zoomIn({ duration })}
      />
      <IconButton
        label="Zoom out"
        size="small"
        icon={<ZoomOut className="size-4" />}
        onClick={() => void flow.zoomOut({ duration })}
      />
      <IconButton
        label="Show all"
        size="small"
        icon={<Maximize className="size-4" />}
        onClick={() => show(all.values(), 1)}
      />
    </span>
  )
}
