/** Tells when this thread has used a given amount of processor time. */
export interface CpuClock {
  /** Whether the time is over. Cheap: it asks the system only when the clock on the wall allows that it is. */
  isOver(): boolean
}

/** Milliseconds of processor time that this thread has used so far. */
export function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Measures processor time from now on, so that a machine with more to do than it can fails no script. A thread cannot
 * use more than passes on the wall.
 * @param milliseconds how much may be used
 */
export function createCpuClock(milliseconds: number): CpuClock {
  const start = threadMilliseconds()
  let nextLook = performance.now() + milliseconds
  return {
    isOver() {
      const now = performance.now()
      if (now < nextLook) return false
      const left = milliseconds - (threadMilliseconds() - start)
      nextLook = now + left
      return left <= 0
    },
  }
}

/** Measures time on the wall. For short work on a thread that others wait for. */
export function createWallClock(milliseconds: number): CpuClock {
  const end = performance.now() + milliseconds
  return { isOver: () => performance.now() > end }
}
