import type { Clock } from './clock.ts'

/** A present that moves in steps, shared by everything that shows it. */
export interface Ticker {
  /** The present, at most one step old. Stays the same between steps. */
  now: () => number
  subscribe: (notify: () => void) => () => void
}

/**
 * Makes a ticker. One timer runs while there are listeners, however many.
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
