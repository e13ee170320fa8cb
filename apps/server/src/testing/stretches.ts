/** Measures how long a thread does nothing but one thing. */
export interface StretchMeter {
  /** Forgets what was measured so far. */
  reset(): void
  /** The most processor time between two looks, in milliseconds, and how often there was a look. */
  read(): { longest: number; looks: number }
  stop(): void
}

const PAUSE = 5

/**
 * Looks at the processor time of this thread every few milliseconds, as often as its event loop lets it. What passed
 * between two looks is at most the pause and the longest stretch of work in which nobody else had a turn. Processor time
 * and not that of the wall, so that other programs on a busy machine do not count.
 */
export function measureStretches(): StretchMeter {
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let last = used()
  let longest = 0
  let looks = 0
  const timer = setInterval(() => {
    const now = used()
    longest = Math.max(longest, now - last)
    last = now
    looks += 1
  }, PAUSE)
  return {
    reset() {
      last = used()
      longest = 0
      looks = 0
    },
    read: () => ({ longest, looks }),
    stop: () => clearInterval(timer),
  }
}
