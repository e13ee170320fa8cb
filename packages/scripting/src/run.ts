import { createBudget } from './budget.ts'
import { evaluateCel } from './cel/evaluate.ts'
import { ofMilliseconds } from './duration.ts'
import { failureOf, ScriptFailure } from './failure.ts'
import type { Runtime } from './functions/definition.ts'
import type { Job, Outcome } from './job.ts'
import { evaluatePath } from './jsonpath/evaluate.ts'
import { createRandom } from './random.ts'
import { evaluateTemplate } from './template/evaluate.ts'
import { templateProgram } from './template/program.ts'

/** Creates the context of the functions of one evaluation. */
export function runtimeOf({ limits, now, seed }: Job, budget = createBudget(limits)): Runtime {
  const runtime: Runtime = {
    budget,
    now: new Date(now),
    random: createRandom(seed),
    render: (source, delimiters, data) =>
      evaluateTemplate(
        templateProgram({ language: 'template', source, delimiters }),
        { data, given: new Map() },
        runtime,
      ),
  }
  return runtime
}

/** Variables including durations, in an object without a prototype. */
function variablesOf({ variables, durations }: Job): Record<string, unknown> {
  const all: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(variables)) all[name] = value === undefined ? null : value
  for (const [name, length] of Object.entries(durations)) all[name] = ofMilliseconds(length)
  return all
}

function evaluate(job: Job, runtime: Runtime): { text: string; value: unknown } {
  const { script } = job
  const variables = variablesOf(job)
  const given = new Map(Object.entries(job.given))
  switch (script.language) {
    case 'cel':
      return evaluateCel(script.source, variables, given, runtime)
    case 'jsonpath':
      return evaluatePath(script.source, job.document ?? variables, runtime)
    case 'template': {
      const text = evaluateTemplate(templateProgram(script), { data: variables, given }, runtime).trim()
      return { text, value: text }
    }
    default:
      throw new ScriptFailure('unavailable', `${script.language} does not run here`)
  }
}

/** Checks the size of a result. */
export function bounded({ text, value }: { text: string; value: unknown }, job: Job): Outcome {
  const most = job.limits.outputCharacters
  // Apart from quotes and keys, the value is no longer than its text, unless it is a list or an object.
  const length =
    typeof value === 'object' && value !== null ? (JSON.stringify(value)?.length ?? 0) : text.length
  if (text.length > most || length > most)
    return {
      ok: false,
      code: 'output-too-long',
      message: `the result is longer than ${most} characters`,
      offset: 0,
    }
  return { ok: true, text, value }
}

/** Runs a CEL expression, a template or a path to its end in this thread. Never throws. */
export function runHere(job: Job, runtime = runtimeOf(job)): Outcome {
  try {
    return bounded(evaluate(job, runtime), job)
  } catch (error) {
    return failed(error)
  }
}

export function failed(error: unknown): Outcome {
  const { code, message, offset = 0 } = failureOf(error)
  return { ok: false, code, message, offset }
}
