/** The only source of time in the server, so that tests can stop and move it. */
export interface Clock {
  now(): Date
  /**
   * Waits.
   * @param milliseconds zero or less only yields
   * @param signal ends the wait early; the promise still resolves
   */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** The machine's own clock. */
export const systemClock: Clock = {
  // eslint-disable-next-line no-restricted-properties -- this is the clock
  now: () => new Date(),
  // Not with the timers of promises: they make an error with its stack for each wait that ends early, as that for the
  // time limit of each job does.
  wait(milliseconds, signal) {
    if (signal?.aborted === true) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, Math.max(0, milliseconds))
      signal?.addEventListener('abort', end, { once: true })
    })
  },
}

/**
 * Waits for work, with a time limit.
 * @returns whether the work ended, successfully or not, within the limit
 */
export async function endsWithin(
  clock: Clock,
  milliseconds: number,
  work: Promise<unknown>,
): Promise<boolean> {
  const ended = new AbortController()
  const settled = work.then(
    () => true,
    () => true,
  )
  const first = await Promise.race([settled, clock.wait(milliseconds, ended.signal).then(() => false)])
  // Otherwise the timer would keep the process alive after the work.
  ended.abort()
  return first
}

/** A clock for tests that moves only when told to, forwards or backwards. */
export interface ManualClock extends Clock {
  /** Moves the clock, and ends every wait whose time has come. */
  advance(milliseconds: number): void
  /** Sets the clock, for example back by an hour; waits keep their remaining length. */
  set(now: Date): void
}

interface Waiter {
  remaining: number
  end: () => void
}

/** Makes a clock for tests. */
export function createManualClock(start: Date): ManualClock {
  let present = start.getTime()
  const waiters = new Set<Waiter>()
  return {
    now: () => new Date(present),
    wait(milliseconds, signal) {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (milliseconds <= 0 || signal?.aborted === true) {
        resolve()
        return promise
      }
      const waiter: Waiter = { remaining: milliseconds, end: resolve }
      waiters.add(waiter)
      signal?.addEventListener('abort', () => {
        waiters.delete(waiter)
        resolve()
      })
      return promise
    },
    advance(milliseconds) {
      present += milliseconds
      for (const waiter of waiters) {
        waiter.remaining -= milliseconds
        if (waiter.remaining > 0) continue
        waiters.delete(waiter)
        waiter.end()
      }
    },
    set(now) {
      present = now.getTime()
    },
  }
}
