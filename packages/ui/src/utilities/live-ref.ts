import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A ref that always holds the value of the last commit, for listeners that must not be attached anew on each render. */
export function useLive<Value>(value: Value): RefObject<Value> {
  const ref = useRef(value)
  useLayoutEffect(() => {
    ref.current = value
  })
  return ref
}
