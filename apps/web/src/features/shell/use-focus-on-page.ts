import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Moves the focus into a new page if nothing has it. When a page closes, the element with the focus goes too, and the next
 * Tab would begin above the navigation.
 */
export function useFocusOnPage(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === undefined || shown.current === path) {
      // The browser itself decides where the first page begins.
      shown.current = path
      return undefined
    }
    shown.current = path
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [path])
}
