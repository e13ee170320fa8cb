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
  const look = () => {
    const now = used()
    longest = Math.max(longest, now - last)
    last = now
    looks += 1
  }
  const timer = setInterval(look, PAUSE)
  return {
    reset() {
      last = used()
      longest = 0
      looks = 0
    },
    read() {
      // What runs since the last look counts too.
      look()
      return { longest, looks }
    },
    stop: () => clearInterval(timer),
  }
}

/**
 * Longest processor time, in milliseconds, for which anything that a user or a target wrote may keep the thread that
 * serves requests. Requests of others wait no longer than that.
 */
export const LONGEST_STRETCH = 50
/** Other programs share the caches of the processor, so that the same work takes up to twice its time beside them. */
const ATTEMPTS = 5

/**
 * Measures the longest stretch of a piece of work. When it is beyond `LONGEST_STRETCH`, the work is done again, as only
 * what is always beyond it costs so much; compiling code that runs for the first time is no part of that.
 * @param work what it does, given the number of the attempt from 0
 * @returns the lowest of the attempts, in milliseconds
 */
export async function longestStretch(
  meter: StretchMeter,
  work: (attempt: number) => Promise<void>,
): Promise<number> {
  let lowest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && lowest > LONGEST_STRETCH; attempt += 1) {
    meter.reset()
    await work(attempt)
    lowest = Math.min(lowest, meter.read().longest)
  }
  return lowest
}
