import { useCallback, useEffect, useRef } from 'react'

// Where the end of a press is not reported, a key ends it.
const ENDS = ['pointerup', 'pointercancel', 'keydown'] as const

/**
 * Returns a function that waits while a mouse button, a pen or a finger presses the page, until the click that follows has
 * reached its control. An error that appears in between moves the control away, and the click is lost.
 */
export function useRelease(): () => Promise<void> {
  const release = useRef(Promise.resolve())
  useEffect(() => {
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    let finish: () => void = () => undefined
    const press = () => {
      finish()
      release.current = new Promise((resolve) => (finish = resolve))
    }
    // The click comes right after the end of the press.
    const end = () => setTimeout(finish)
    addEventListener('pointerdown', press, options)
    for (const name of ENDS) addEventListener(name, end, options)
    return () => {
      listening.abort()
      finish()
    }
  }, [])
  return useCallback(() => release.current, [])
}
