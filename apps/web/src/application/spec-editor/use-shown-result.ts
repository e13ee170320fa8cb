import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns what goes onto the panel of a run. It may open below the visible area, so it is scrolled to when the run
 * starts, and again when its result made it longer, unless somebody has scrolled away meanwhile.
 */
export function useShownResult(running: boolean): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  const wasRunning = useRef(false)
  useEffect(() => {
    const element = panel.current
    const ended = wasRunning.current && !running
    wasRunning.current = running
    if (element === null) return
    const { top, bottom } = element.getBoundingClientRect()
    const isSeen = top < window.innerHeight && bottom > 0
    if (running || (ended && isSeen)) element.scrollIntoView({ block: 'nearest' })
  }, [running])
  return panel
}
