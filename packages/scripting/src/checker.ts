import { type Result, succeed } from '@binnacle/contract/core'
import { check, type CheckOptions, type CheckResult } from './check.ts'
import type { Script } from './script.ts'
import type { Task, TaskFailure, TaskPool } from './worker/tasks.ts'

/** Finds what is wrong with a script without running it, and without holding up anybody. */
export type ScriptChecker = (
  script: Script,
  options?: CheckOptions,
) => Promise<Result<CheckResult, TaskFailure>>

interface CheckInput {
  script: Script
  options: CheckOptions
}

/** Characters of a script that is parsed in this thread, which takes a few milliseconds. */
const SHORT = 4_000

const checkTask: Task<CheckInput, CheckResult> = {
  module: new URL('checker.ts', import.meta.url),
  name: 'checkScript',
  milliseconds: 2_000,
}

/** What the worker runs. */
export function checkScript({ script, options }: CheckInput): CheckResult {
  return check(script, options)
}

/** @param tasks where long scripts are parsed */
export function createScriptChecker(tasks: TaskPool): ScriptChecker {
  return async (script, options = {}) => {
    if (script.source.length <= SHORT) return succeed(check(script, options))
    return tasks.run(checkTask, { script, options })
  }
}
