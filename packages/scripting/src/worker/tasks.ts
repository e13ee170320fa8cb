import { fail, type Result } from '@binnacle/contract/core'
import { isRecord } from '@binnacle/contract/schema'
import { createPool, type PoolFailureCode } from './pool.ts'

/** A module's function that runs in a worker. Input and output are plain data. */
export interface Task<Input, Output> {
  module: URL
  /** Name of the export. */
  name: string
  /** Processor time that it may use, in milliseconds. */
  milliseconds: number
  /** Carries only the types of the function. */
  types?: ((input: Input, tools: TaskTools) => Output | Promise<Output>) | undefined
}

/** The arguments of a task in addition to its input. */
interface TaskTools {
  /** Replaces secrets in a text. */
  redact(text: string): string
}

/** Why a task failed, for people. */
export interface TaskFailure {
  code: PoolFailureCode
  message: string
}

/** Runs functions that parse data of users or targets, in workers that can be killed. */
export interface TaskPool {
  /** Never rejects. An error of the function is a failure. */
  run<Input, Output>(
    task: Task<Input, Output>,
    input: Input,
    /** For a task that shortens texts: half a secret would not be recognized later. */
    secrets?: readonly string[],
  ): Promise<Result<Output, TaskFailure>>
  close(): Promise<void>
}

/** A task on its way to a worker. */
export interface TaskJob {
  module: string
  name: string
  milliseconds: number
  input: unknown
  secrets: readonly string[]
}

/** Types do not pass between processes. The worker returns exactly what the task's function returned. */
function isOutcomeOf<Output>(
  value: unknown,
  _types: ((...input: never[]) => Output | Promise<Output>) | undefined,
): value is Result<Output, TaskFailure> {
  return isRecord(value) && typeof value['ok'] === 'boolean'
}

/** Most tasks that run at once. */
const SIZE = 2
/** The largest documents take a multiple of their length. */
const HEAP_MEGABYTES = 512

/** Makes workers for tasks. They start with the first task. */
export function createTaskPool(): TaskPool {
  const pool = createPool<TaskJob, Result<unknown, TaskFailure>>({
    module: new URL('task-worker.ts', import.meta.url),
    size: SIZE,
    heapMegabytes: HEAP_MEGABYTES,
    limit: ({ milliseconds }) => milliseconds,
    fail: (code, message) => fail({ code, message }),
    isOutcome: (value) => isOutcomeOf<unknown>(value, undefined),
  })
  return {
    async run({ module, name, milliseconds, types }, input, secrets = []) {
      const outcome = await pool.run({ module: module.href, name, milliseconds, input, secrets })
      return isOutcomeOf(outcome, types)
        ? outcome
        : fail({ code: 'unavailable', message: 'the worker gave no outcome' })
    },
    close: () => pool.close(),
  }
}
