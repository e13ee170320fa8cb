import { fail, type Problem, type Result, succeed } from '@binnacle/contract/core'
import { filterVariables } from '@binnacle/contract/notifications'
import { check, type ScriptEngine, type ScriptErrorCode, truthOf } from '@binnacle/scripting'
import type { SubjectState } from '../../platform/subjects.ts'

/** A filter of a silence, ready to run. */
export interface Filter {
  source: string
  /**
   * Whether the filter is true for a resource. False for a resource of a kind that the filter does not speak of.
   * @returns why it cannot be told; `lasting` unless the engine only had no time for it
   */
  passes(state: SubjectState): Promise<Result<boolean, { message: string; lasting: boolean }>>
}

/** Errors that say nothing about the filter. */
const passing: ReadonlySet<ScriptErrorCode> = new Set(['unavailable', 'too-slow'])

const scriptOf = (source: string) => ({ language: 'cel', source }) as const

/** Finds the errors of a filter without running it. */
export function problemsOfFilter(source: string): Problem[] {
  return check(scriptOf(source), { variables: [...filterVariables] }).errors.map(
    ({ message, line, column }) => ({ path: 'filter', message, line, column }),
  )
}

/** Compiles a filter. */
export function createFilter(scripts: ScriptEngine, source: string): Filter {
  const script = scriptOf(source)
  const needed = check(script).uses.variables.filter((name) =>
    filterVariables.some((variable) => variable === name),
  )
  return {
    source,
    async passes({ variables }) {
      if (needed.some((name) => !Object.hasOwn(variables, name))) return succeed(false)
      const output = await scripts.evaluate(script, { variables })
      if (!output.ok)
        return fail({ message: output.failure.message, lasting: !passing.has(output.failure.code) })
      const truth = truthOf(output.value.text)
      return truth.ok ? truth : fail({ message: truth.failure, lasting: true })
    },
  }
}
