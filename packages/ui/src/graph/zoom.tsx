import { getViewportForBounds, useReactFlow, useStore, useStoreApi } from '@xyflow/react'
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useEffectEvent } from 'react'
import { IconButton } from '../primitives/icon-button.tsx'
import { useMediaQuery } from '../utilities/media.ts'
import type { Place } from './sizes.ts'
import { boundsOf } from './view.ts'

/** Milliseconds that movements take. Source: REL-012. */
export const ANIMATION = 300

/** Moves the picture to some places of it. Places that are not in it yet can be shown too. */
export function useShow(): (places: Iterable<Place>, largest: number) => void {
  const flow = useReactFlow()
  const store = useStoreApi()
  const still = useMediaQuery('(prefers-reduced-motion: reduce)')
  return useCallback(
    (places, largest) => {
      const bounds = boundsOf(places)
      if (bounds === undefined) return
      const { left: x, top: y, right, bottom } = bounds
      const { width, height, minZoom } = store.getState()
      const box = { x, y, width: right - x, height: bottom - y }
      void flow.setViewport(getViewportForBounds(box, width, height, minZoom, largest, 0.15), {
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
 */
export function Zoom(props: {
  picture: string
  all: ReadonlyMap<string, Place>
  shown: readonly Place[] | undefined
}): ReactNode {
  const { picture, all, shown } = props
  const flow = useReactFlow()
  const show = useShow()
  const still = useMediaQuery('(prefers-reduced-motion: reduce)')
  const duration = still ? 0 : ANIMATION
  const ready = useStore(({ width, height }) => width > 0 && height > 0)
  const move = useEffectEvent(() => {
    if (shown === undefined) show(all.values(), 1)
    else show(shown, 0.8)
  })

  useEffect(() => {
    if (!ready || picture === '') return undefined
    const frame = requestAnimationFrame(move)
    return () => cancelAnimationFrame(frame)
  }, [ready, picture])

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
