import { useCallback, useEffect, useRef } from 'react'

const ENDS = ['pointerup', 'pointercancel'] as const

/**
 * Returns a function that waits while a mouse button, a pen or a finger presses the page, until the click that follows has
 * reached its control. An error that appears in between moves the control away, and the click is lost.
 */
export function useRelease(): () => Promise<void> {
  const release = useRef(Promise.resolve())
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const press = () => {
      release.current = new Promise((resolve) => {
        // The click comes right after the end of the press.
        const end = () => setTimeout(resolve)
        for (const name of ENDS) addEventListener(name, end, { capture: true, once: true, signal })
        signal.addEventListener('abort', end)
      })
    }
    addEventListener('pointerdown', press, { capture: true, signal })
    return () => listening.abort()
  }, [])
  return useCallback(() => release.current, [])
}
