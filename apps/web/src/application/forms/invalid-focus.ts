import { useCallback, useEffect, useState } from 'react'

const marked = ':is([aria-invalid=true], [data-invalid])'
const focusable = 'input:not(:disabled), select, textarea, button:not(:disabled), [tabindex="0"]'

/**
 * Focuses the first field that is marked as wrong, and brings it into view.
 * @param root what contains the fields
 * @param within selector of the part of `root` to look in
 */
export function focusFirstInvalid(root: ParentNode | null | undefined, within = ''): void {
  const found = root?.querySelector<HTMLElement>(`${within} ${marked}`)
  // A group of controls cannot have the focus, so its first control gets it.
  const field = found?.hasAttribute('data-invalid')
    ? (found.querySelector<HTMLElement>(focusable) ?? found)
    : found
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}

/**
 * Moves the focus to the first wrong field of a form after Save.
 * @param formId id of the form element
 * @returns function that focuses the first wrong field after the next render, which marks it
 */
export function useInvalidFocus(formId: string): () => void {
  const [requests, setRequests] = useState(0)
  useEffect(() => {
    if (requests === 0) return undefined
    const frame = requestAnimationFrame(() => focusFirstInvalid(document.getElementById(formId)))
    return () => cancelAnimationFrame(frame)
  }, [requests, formId])
  return useCallback(() => setRequests((times) => times + 1), [])
}
