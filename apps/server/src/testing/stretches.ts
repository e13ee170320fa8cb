import { z } from 'zod'

/** Measures how long a thread does nothing but one thing. */
export interface StretchMeter {
  /** Forgets what was measured so far. */
  reset(): void
  /** The most processor time between two looks, in milliseconds, and how often there was a look. */
  read(): { longest: number; looks: number }
  stop(): void
}

const PAUSE = 5

/** Milliseconds of processor time that this thread has used. */
function used(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Looks at the processor time of this thread every few milliseconds, as often as its event loop lets it. What passed
 * between two looks is at most the pause and the longest stretch of work in which nobody else had a turn. Processor time
 * and not the wall clock's, so that other programs on a busy machine do not count.
 */
export function measureStretches(): StretchMeter {
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
/** Compiling what runs for the first time is no part of a stretch, and neither is what others do to the caches. */
const ATTEMPTS = 5

const document = JSON.stringify(
  Array.from({ length: 2_000 }, (_, index) => ({
    name: `check ${index}`,
    labels: { tier: index % 7, team: 'x' },
  })),
)
/** Milliseconds that the work below takes on a quiet machine like the one on which the limit was set. */
const QUIET = 4

/** How many times slower than a quiet machine this one is now: the same work costs more while other programs run. */
function slowness(): number {
  const times = Array.from({ length: 21 }, () => {
    const from = used()
    const rows = z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(document))
    JSON.stringify(rows.map((row) => Object.fromEntries(Object.entries(row).toReversed())))
    return used() - from
  })
  return Math.max(1, (times.toSorted((one, other) => one - other)[10] ?? 0) / QUIET)
}

/**
 * Measures the longest stretch of a piece of work. When it is beyond `LONGEST_STRETCH`, the work is done again, as only
 * what is always beyond it costs so much.
 * @param work what it does, given the number of the attempt from 0
 * @returns the lowest of the attempts, in milliseconds of a quiet machine
 */
export async function longestStretch(
  meter: StretchMeter,
  work: (attempt: number) => Promise<void>,
): Promise<number> {
  let lowest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && lowest > LONGEST_STRETCH; attempt += 1) {
    meter.reset()
    await work(attempt)
    const { longest } = meter.read()
    lowest = Math.min(lowest, longest > LONGEST_STRETCH ? longest / slowness() : longest)
  }
  return lowest
}
