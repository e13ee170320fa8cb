import { fail, type Result } from '@binnacle/contract/core'
import { isRecord } from '@binnacle/contract/schema'
import { createPool, type PoolFailureCode } from './pool.ts'

/** A function of a module that is run in a worker. Input and output are plain data. */
export interface Task<Input, Output> {
  module: URL
  /** What the module exports it as. */
  name: string
  /** Processor time that it may use, in milliseconds. */
  milliseconds: number
  /** Carries the types of the function; holds nothing. */
  types?: ((input: Input, tools: TaskTools) => Output | Promise<Output>) | undefined
}

/** What a task is given beside its input. */
export interface TaskTools {
  /** Replaces secrets in a text. */
  redact(text: string): string
}

/** Why a task has no output, in words for people. */
export interface TaskFailure {
  code: PoolFailureCode
  message: string
}

/** Runs functions that read what users or targets wrote, where they can be killed. */
export interface TaskPool {
  /** Never rejects: what the function throws is a failure. */
  run<Input, Output>(
    task: Task<Input, Output>,
    input: Input,
    /** For a task that cuts texts, as half a secret is not recognized later. */
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

/** Types do not pass from one thread to the other; what a worker posts is what the function of the task returned. */
function isOutcomeOf<Output>(
  value: unknown,
  _types: ((...input: never[]) => Output | Promise<Output>) | undefined,
): value is Result<Output, TaskFailure> {
  return isRecord(value) && typeof value['ok'] === 'boolean'
}

/** How many tasks run at once. */
const SIZE = 2
/** Reading the largest documents that are read, which take a multiple of their length. */
const HEAP_MEGABYTES = 512

/** Makes workers for tasks. They start with the first task. */
export function createTaskPool(): TaskPool {
  const pool = createPool<TaskJob, Result<unknown, TaskFailure>>({
    module: new URL('task-worker.ts', import.meta.url),
    size: SIZE,
    heapMegabytes: HEAP_MEGABYTES,
    limit: ({ milliseconds }) => milliseconds,
    fail: (code, message) => fail({ code, message }),
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
