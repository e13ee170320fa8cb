import { useEffect, useRef } from 'react'

const open = new Set<() => boolean>()

/**
 * Registers a page whose unsaved values would be lost if the browser left it. Values without secrets are kept as drafts
 * instead.
 * @param dirty whether there are unsaved values now
 */
export function useUnsaved(dirty: () => boolean): void {
  const present = useRef(dirty)
  useEffect(() => {
    present.current = dirty
  })
  useEffect(() => {
    const isDirty = () => present.current()
    open.add(isDirty)
    return () => void open.delete(isDirty)
  }, [])
}

/** Whether an open page has unsaved values. */
export const hasUnsaved = (): boolean => [...open].some((isDirty) => isDirty())
