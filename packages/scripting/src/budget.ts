import { type CpuClock, createCpuClock } from './cpu-clock.ts'
import { ScriptFailure } from './failure.ts'
import type { Limits } from './limits.ts'

/** Counts what an evaluation uses and ends it when it has used enough. Once passed, a limit stays passed. */
export interface Budget {
  readonly limits: Limits
  /** To be called at everything that a script can repeat. */
  step(count?: number): void
  /** A step that may take long by itself, such as a call of a function. */
  longStep(): void
  /** To be called before that much is made. */
  allocate(bytes: number): void
  /** Runs something one level deeper. */
  deeper<Result>(work: () => Result): Result
  /** The limit that was passed, even if the script caught the failure. */
  readonly passed: ScriptFailure | undefined
}

/** Looking at the clock costs more than most steps. */
const STEPS_PER_LOOK = 128

/** @param clock what the time of the limits is measured with; processor time of this thread unless given */
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
      // Making large things takes time too.
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
