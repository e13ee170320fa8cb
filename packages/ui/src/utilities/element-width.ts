import { useCallback, useState } from 'react'

/**
 * Measures the width of an element before the first paint and whenever it changes.
 * @returns a ref callback for the element, and its inner width in CSS pixels (0 until it is attached)
 */
export function useElementWidth(): readonly [
  (element: HTMLElement | null) => (() => void) | undefined,
  number,
] {
  const [width, setWidth] = useState(0)
  const attach = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [attach, width]
}
