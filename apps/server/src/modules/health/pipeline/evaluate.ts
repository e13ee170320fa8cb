import { fail, type Result } from '@binnacle/contract/core'
import type { ScriptObject } from '@binnacle/plugin-kit/checks'
import {
  type Script,
  type ScriptEngine,
  type ScriptEnvironment,
  type ScriptError,
  scriptOf,
  type ScriptOutput,
} from '@binnacle/scripting'

/** Why a script failed. */
export interface ScriptProblem {
  /** With the position in the script. */
  message: string
  /** Whether the engine failed, and not the script or its input. */
  isOurs: boolean
}

/** The message of an error, with the position in the script. */
function describeError({ message, line, column }: ScriptError): string {
  return `${message} (line ${line}, column ${column})`
}

/** Runs one script of a check. */
export async function evaluate(
  engine: ScriptEngine,
  script: Script,
  environment: ScriptEnvironment,
): Promise<Result<ScriptOutput, ScriptProblem>> {
  const output = await engine.evaluate(script, environment)
  if (output.ok) return output
  const { failure } = output
  return fail({ message: describeError(failure), isOurs: failure.code === 'unavailable' })
}

/** The script of a field, which the schema has validated. */
export function scriptIn(written: ScriptObject | undefined): Script | undefined {
  return written === undefined ? undefined : scriptOf(written)
}
