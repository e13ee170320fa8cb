import { type RefObject, useEffect, useRef } from 'react'

const FOCUSABLE = 'button:not(:disabled), [role="checkbox"]:not([aria-disabled="true"])'

/**
 * Keeps the focus among some controls of which each act may replace the one that has it: if it is lost, the first of them
 * gets it. A press of the pointer ends that, so that no key acts on what somebody does not look at any more.
 * @returns the element around the controls, and what to call when one of them acts
 */
export function useKeptFocus<Around extends HTMLElement>(): {
  around: RefObject<Around | null>
  acted: () => void
} {
  const around = useRef<Around>(null)
  const keeps = useRef(false)
  useEffect(() => {
    const end = (): void => void (keeps.current = false)
    document.addEventListener('pointerdown', end)
    return () => document.removeEventListener('pointerdown', end)
  }, [])
  useEffect(() => {
    if (keeps.current && document.activeElement === document.body)
      around.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus()
  })
  return { around, acted: () => void (keeps.current = true) }
}
