import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A ref with the value of the last commit, for listeners that must not be attached again on each render. */
export function useLive<Value>(value: Value): RefObject<Value> {
  const ref = useRef(value)
  useLayoutEffect(() => {
    ref.current = value
  })
  return ref
}
