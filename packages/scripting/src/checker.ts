import { type Result, succeed } from '@binnacle/contract/core'
import { check, type CheckOptions, type CheckResult } from './check.ts'
import type { Script } from './script.ts'
import type { Task, TaskFailure, TaskPool } from './worker/tasks.ts'

/** Finds errors in a script without running it, and without blocking the thread. */
export type ScriptChecker = (
  script: Script,
  options?: CheckOptions,
) => Promise<Result<CheckResult, TaskFailure>>

interface CheckInput {
  script: Script
  options: CheckOptions
}

/** Most characters of a script that is parsed in this thread, which takes a few milliseconds. */
const SHORT = 4_000

const checkTask: Task<CheckInput, CheckResult> = {
  module: new URL('checker.ts', import.meta.url),
  name: 'checkScript',
  milliseconds: 2_000,
}

/** The task of the worker. @public A worker loads it by its name. */
export function checkScript({ script, options }: CheckInput): CheckResult {
  return check(script, options)
}

/** @param tasks runs the parser for long scripts */
export function createScriptChecker(tasks: TaskPool): ScriptChecker {
  return async (script, options = {}) => {
    if (script.source.length <= SHORT) return succeed(check(script, options))
    return tasks.run(checkTask, { script, options })
  }
}
