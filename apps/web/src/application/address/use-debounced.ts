import { useEffect, useState } from 'react'

/** Returns a value after it stayed unchanged for the given number of milliseconds. */
export function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}

/** Milliseconds without a keystroke before a lookup asks the server. */
export const LOOKUP_DELAY = 500
