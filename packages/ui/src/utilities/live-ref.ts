import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Returns a ref with the value of the last commit, so that listeners need not be attached again after each render. */
export function useLive<Value>(value: Value): RefObject<Value> {
  const ref = useRef(value)
  useLayoutEffect(() => {
    ref.current = value
  })
  return ref
}
