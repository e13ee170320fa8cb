import { type RefObject, useEffect, useRef, useState } from 'react'
import { focusFirstInvalid } from '../forms/invalid-focus.ts'

/** Moves the focus to the first invalid field. */
export interface InvalidFieldFocus {
  /** Ref for the element around all fields. */
  box: RefObject<HTMLDivElement | null>
  /** Focuses the first invalid field of the form. */
  inForm: () => void
  /** Focuses the first invalid field, in the form or below it. */
  anywhere: () => void
}

/** Focuses invalid fields after they are rendered. */
export function useInvalidFieldFocus(): InvalidFieldFocus {
  const box = useRef<HTMLDivElement>(null)
  /** Selector of the container whose first invalid field gets the focus. */
  const [wanted, setWanted] = useState<string>()
  useEffect(() => {
    if (wanted === undefined) return undefined
    // The part of the form with the field must render first.
    const frame = requestAnimationFrame(() => {
      focusFirstInvalid(box.current, wanted)
      setWanted(undefined)
    })
    return () => cancelAnimationFrame(frame)
  }, [wanted])
  return { box, inForm: () => setWanted('[role=tabpanel]'), anywhere: () => setWanted('') }
}
