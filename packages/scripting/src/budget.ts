import { type CpuClock, createCpuClock } from './cpu-clock.ts'
import { ScriptFailure } from './failure.ts'
import type { Limits } from './limits.ts'

/** Counts what an evaluation uses and ends it at a limit. An exceeded limit stays exceeded. */
export interface Budget {
  readonly limits: Limits
  /** Call this in every place where a script can repeat something. */
  step(count?: number): void
  /** A single step that may take long, such as a function call. */
  longStep(): void
  /** Call this before allocating the bytes. */
  allocate(bytes: number): void
  /** Runs something one nesting level deeper. */
  deeper<Result>(work: () => Result): Result
  /** The exceeded limit, even if the script caught the failure. */
  readonly passed: ScriptFailure | undefined
}

/** Reading the clock costs more than most steps. */
const STEPS_PER_LOOK = 128

/** @param clock measures the time limit; default: processor time of this thread */
export function createBudget(
  limits: Limits,
  clock: CpuClock = createCpuClock(limits.timeoutMilliseconds),
): Budget {
  let steps = 0
  let nextLook = STEPS_PER_LOOK
  let bytes = 0
  let depth = 0
  let passed: ScriptFailure | undefined

  const end = (failure: ScriptFailure): never => {
    passed ??= failure
    throw passed
  }
  const look = () => {
    nextLook = steps + STEPS_PER_LOOK
    if (clock.isOver())
      end(new ScriptFailure('too-slow', `took longer than ${limits.timeoutMilliseconds} ms`))
  }

  return {
    limits,
    get passed() {
      return passed
    },
    step(count = 1) {
      if (passed !== undefined) throw passed
      steps += count
      if (steps > limits.steps)
        end(new ScriptFailure('too-many-steps', `took more than ${limits.steps} steps`))
      if (steps >= nextLook) look()
    },
    longStep() {
      this.step()
      look()
    },
    allocate(count) {
      bytes += count
      if (bytes > limits.memoryBytes)
        end(
          new ScriptFailure(
            'too-much-memory',
            `used more than ${Math.round(limits.memoryBytes / 1_048_576)} MiB of memory`,
          ),
        )
      // Creating large values takes time too.
      if (count > 10_000) look()
    },
    deeper(work) {
      if (depth >= limits.depth)
        end(new ScriptFailure('too-deep', `nested more than ${limits.depth} levels deep`))
      depth += 1
      try {
        return work()
      } finally {
        depth -= 1
      }
    },
  }
}
