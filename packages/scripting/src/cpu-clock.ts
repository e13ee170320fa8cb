/** Measures whether this thread has used a given amount of processor time. */
export interface CpuClock {
  /** Whether the time is used up. Cheap: it asks the system only if enough wall time has passed. */
  isOver(): boolean
}

/** Milliseconds of processor time that this thread has used so far. */
export function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Measures processor time from now on, so that an overloaded machine fails no script. A thread cannot use more
 * processor time than wall time.
 * @param milliseconds processor time that may be used
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

/** Measures wall time. For short work on a thread that others wait for. */
export function createWallClock(milliseconds: number): CpuClock {
  const end = performance.now() + milliseconds
  return { isOver: () => performance.now() > end }
}
