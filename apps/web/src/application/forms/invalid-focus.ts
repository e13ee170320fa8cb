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

/** Whether the focus has gone to another field since. */
function hasMovedOn(from: Element | null): boolean {
  const { activeElement } = document
  return (
    activeElement !== from &&
    activeElement?.matches('input, select, textarea, [contenteditable=true]') === true
  )
}

/**
 * Moves the focus to the first wrong field of a form after Save, unless the person has gone on to another field meanwhile:
 * what they type must not end in the wrong one.
 * @param formId id of the form element
 * @returns function that focuses the first wrong field after the next render, which marks it
 */
export function useInvalidFocus(formId: string): () => void {
  const [request, setRequest] = useState<{ from: Element | null }>()
  useEffect(() => {
    if (request === undefined) return undefined
    const frame = requestAnimationFrame(() => {
      if (!hasMovedOn(request.from)) focusFirstInvalid(document.getElementById(formId))
    })
    return () => cancelAnimationFrame(frame)
  }, [request, formId])
  return useCallback(() => setRequest({ from: document.activeElement }), [])
}
