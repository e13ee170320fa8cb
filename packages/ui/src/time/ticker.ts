import type { Clock } from './clock.ts'

/** A clock that advances in steps, shared by all its users. */
export interface Ticker {
  /** Current time, at most one step old. Constant between steps. */
  now: () => number
  subscribe: (notify: () => void) => () => void
}

/**
 * Creates a ticker. One timer serves all listeners, and runs only while there are any.
 * @param step milliseconds between ticks
 */
export function createTicker(clock: Clock, step: number): Ticker {
  const listeners = new Set<() => void>()
  let last = clock.now()
  let timer: ReturnType<typeof setInterval> | undefined

  function now(): number {
    const current = clock.now()
    if (Math.abs(current - last) >= step) last = current
    return last
  }

  return {
    now,
    subscribe(notify) {
      listeners.add(notify)
      timer ??= setInterval(() => {
        for (const listener of listeners) listener()
      }, step)
      return () => {
        listeners.delete(notify)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
