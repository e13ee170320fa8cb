import { createBudget } from './budget.ts'
import { celProgram } from './cel/program.ts'
import { type CpuClock, createWallClock } from './cpu-clock.ts'
import { failed, runHere, runtimeOf } from './run.ts'
import type { Job, Outcome } from './job.ts'
import { compilePath } from './jsonpath/query.ts'
import { isCounted } from './template/costs.ts'
import { templateProgram } from './template/program.ts'
import { weightOf } from './weight.ts'

/**
 * Limits for an evaluation in the thread that serves requests. Together they allow a few milliseconds. An evaluation
 * that needs more runs in a worker from the start.
 */
const here = {
  /** Most characters of a script that is parsed here. Longer ones are not cached either. */
  source: 4_000,
  /** Most weight of the values that a script names. */
  weight: 5_000,
  /**
   * Most work of a CEL expression, which its library evaluates without counting: nodes squared, times weight. A value
   * that an expression creates is at most its nodes times the values it names, and each node may read one.
   */
  celWork: 2_000_000,
  steps: 5_000,
  memoryBytes: 1_048_576,
  milliseconds: 20,
} as const

type Names = Readonly<{ variables: readonly string[]; given: readonly string[] }>

/** Total weight of the variables and given functions that a script names. */
function weightOfNames({ variables, given }: Job, names: Names, most: number): number {
  let weight = 0
  for (const value of [
    ...names.variables.map((name) => (Object.hasOwn(variables, name) ? variables[name] : undefined)),
    ...names.given.map((name) => (Object.hasOwn(given, name) ? given[name] : undefined)),
  ]) {
    weight += weightOf(value, most)
    if (weight > most) return Number.POSITIVE_INFINITY
  }
  return weight
}

/** Whether the cost of a script on its inputs is known to be small, or is counted while it runs. */
function isSmall(job: Job): boolean {
  const { script, variables, durations, given } = job
  switch (script.language) {
    case 'javascript':
      return false
    case 'cel': {
      const { analysis } = celProgram(
        script.source,
        [...Object.keys(variables), ...Object.keys(durations)],
        Object.keys(given),
      )
      if (analysis.heavy) return false
      if (analysis.hasConstantCost) return true
      const most = Math.min(here.weight, here.celWork / analysis.nodes ** 2)
      const names = {
        variables: analysis.variables.map(({ name }) => name),
        given: analysis.calls.map(({ name }) => name),
      }
      return script.source.length / 16 + weightOfNames(job, names, most) <= most
    }
    case 'jsonpath': {
      const path = compilePath(script.source)
      if (path.heavy) return false
      return !path.visitsMany || weightOf(job.document ?? variables, here.weight) <= here.weight
    }
    case 'template':
      return isCounted(templateProgram(script))
    default:
      return script.language satisfies never
  }
}

/** Limits that would end the evaluation in a worker too. */
const final: ReadonlySet<string> = new Set(['too-deep', 'output-too-long'])

/**
 * Evaluates a script in this thread if it may need only little.
 * @param time that it may take here
 * @returns undefined if it needs a worker, where it starts again: scripts change nothing, and the job's seed makes
 * the random numbers the same
 */
export function tryHere(job: Job, time: CpuClock = createWallClock(here.milliseconds)): Outcome | undefined {
  if (job.script.source.length > here.source) return undefined
  try {
    if (!isSmall(job)) return undefined
  } catch (error) {
    return failed(error)
  }
  const { limits } = job
  const small = {
    ...limits,
    steps: Math.min(limits.steps, here.steps),
    memoryBytes: Math.min(limits.memoryBytes, here.memoryBytes),
  }
  const budget = createBudget(small, time)
  const outcome = runHere(job, runtimeOf(job, budget))
  const { passed } = budget
  if (passed === undefined || final.has(passed.code)) return outcome
  const isLast =
    (passed.code === 'too-many-steps' && small.steps === limits.steps) ||
    (passed.code === 'too-much-memory' && small.memoryBytes === limits.memoryBytes)
  return isLast ? outcome : undefined
}
