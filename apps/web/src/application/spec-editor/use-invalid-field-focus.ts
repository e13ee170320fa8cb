import { type RefObject, useEffect, useRef, useState } from 'react'

/** Leads the person to the first field that is wrong. */
export interface InvalidFieldFocus {
  /** The element around all fields. */
  box: RefObject<HTMLDivElement | null>
  /** Focuses the first invalid field of the form. */
  inForm: () => void
  /** Focuses the first invalid field, in the form or beneath it. */
  anywhere: () => void
}

/** Focuses invalid fields once they are drawn. */
export function useInvalidFieldFocus(): InvalidFieldFocus {
  const box = useRef<HTMLDivElement>(null)
  /** Selector of the part whose first invalid field gets the focus. */
  const [wanted, setWanted] = useState<string>()
  useEffect(() => {
    if (wanted === undefined) return undefined
    // The part of the form that has the field is drawn first.
    const frame = requestAnimationFrame(() => {
      const field = box.current?.querySelector<HTMLElement>(`${wanted} [aria-invalid=true]`)
      field?.scrollIntoView({ block: 'center' })
      field?.focus({ preventScroll: true })
      setWanted(undefined)
    })
    return () => cancelAnimationFrame(frame)
  }, [wanted])
  return { box, inForm: () => setWanted('[role=tabpanel]'), anywhere: () => setWanted('') }
}
