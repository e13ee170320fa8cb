import type { Budget } from '../budget.ts'
import type { Runtime } from '../functions/definition.ts'
import { print } from '../print.ts'
import { isRecord, recordOf, toJson } from '../values.ts'
import { fromCel } from './values.ts'
import { celProgram } from './program.ts'

/** Evaluates an expression in this thread. The caller made sure that it is light, or that it can be killed. */
export function evaluateCel(
  source: string,
  variables: Readonly<Record<string, unknown>>,
  given: ReadonlyMap<string, unknown>,
  runtime: Runtime,
): { text: string; value: unknown } {
  const program = celProgram(source, Object.keys(variables), [...given.keys()])
  if (program.typeFailure !== undefined) throw program.typeFailure
  const result = plain(program.run(variables, { runtime, given }), runtime.budget)
  return { text: result === null ? '' : print(result, runtime.budget), value: toJson(result, runtime.budget) }
}

/** Converts the library's kinds of values, also inside lists and objects, to those of the engine. */
function plain(value: unknown, budget: Budget): unknown {
  budget.step()
  const own = fromCel(value)
  if (Array.isArray(own)) return budget.deeper(() => own.map((item) => plain(item, budget)))
  if (isRecord(own))
    return budget.deeper(() =>
      recordOf(Object.entries(own).map(([key, item]) => [key, plain(item, budget)] as const)),
    )
  return own
}
