import { healths } from '@binnacle/contract/core'
import type { ComponentHealth, ComponentSummary } from '@binnacle/contract/topology'
import type { ScriptEngine } from '@binnacle/scripting'
import type { RollUpRow } from '../load/work.ts'

/** The result of an expression, and what is wrong with it. */
export interface ExpressionResult<Value> {
  value: Value
  problem: string | undefined
}

type ExpressionRow = Pick<
  RollUpRow,
  'id' | 'topology_id' | 'name' | 'type' | 'labels' | 'properties' | 'status' | 'health_expr' | 'status_expr'
>

/** Processor time of one expression, in milliseconds. */
const LONGEST = 50
/** An expression that takes less, in milliseconds, counts for nothing, however many there are. */
const SHORT = 5
/** Milliseconds that the longer ones of a topology take together before the others of a step are left out. */
const MOST_OF_TOPOLOGY = 2_000

/**
 * Evaluates expressions of components, within time for each topology: what a source answered has expressions too, and the
 * components of all topologies wait for a step.
 */
export class Expressions {
  readonly #scripts: ScriptEngine
  /** Milliseconds by topology. */
  readonly #used = new Map<string, number>()

  constructor(scripts: ScriptEngine) {
    this.#scripts = scripts
  }

  async evaluate(
    { topology_id: topology }: Pick<ExpressionRow, 'topology_id'>,
    source: string,
    environment: ReturnType<typeof environmentOf>,
  ): Promise<{ text: string } | { problem: string }> {
    const key = topology ?? ''
    const used = this.#used.get(key) ?? 0
    if (used > MOST_OF_TOPOLOGY)
      return {
        problem: 'was left out, because the expressions of this topology take too long; simplify them',
      }
    const began = performance.now()
    const limits = { timeoutMilliseconds: LONGEST }
    const result = await this.#scripts.evaluate({ language: 'cel', source }, environment, limits)
    const took = performance.now() - began
    // The rest is waiting for scripts of others.
    if (took > SHORT) this.#used.set(key, used + Math.min(took, LONGEST))
    return result.ok ? { text: result.value.text.trim() } : { problem: result.failure.message }
  }
}

/** What the expressions of a component see. Source: section 3.5 of the reference. */
function environmentOf(row: ExpressionRow, summary: ComponentSummary, health: ComponentHealth) {
  const { id, name, type, labels, properties, status } = row
  return {
    variables: {
      summary: { ...summary },
      self: { id, name, type: type ?? '', labels, properties, status: status ?? '', health },
    },
  }
}

/**
 * The health that the expression of a component says.
 * @param worst what holds without an expression, or where it fails
 */
export async function evaluateHealth(
  expressions: Expressions,
  row: ExpressionRow,
  summary: ComponentSummary,
  worst: ComponentHealth,
): Promise<ExpressionResult<ComponentHealth>> {
  if (row.health_expr === null || row.health_expr === '') return { value: worst, problem: undefined }
  const result = await expressions.evaluate(row, row.health_expr, environmentOf(row, summary, worst))
  if ('problem' in result) return { value: worst, problem: `healthExpr: ${result.problem}` }
  const health = healths.find((known) => known === result.text)
  return health === undefined
    ? {
        value: worst,
        problem: `healthExpr: "${result.text.slice(0, 100)}" is not a health (${healths.join(', ')})`,
      }
    : { value: health, problem: undefined }
}

/**
 * The status that the expression of a component says.
 * @param usual what holds without an expression, or where it fails
 */
export async function evaluateStatus(
  expressions: Expressions,
  row: ExpressionRow,
  summary: ComponentSummary,
  health: ComponentHealth,
  usual: string,
): Promise<ExpressionResult<string>> {
  if (row.status_expr === null || row.status_expr === '') return { value: usual, problem: undefined }
  const result = await expressions.evaluate(row, row.status_expr, environmentOf(row, summary, health))
  return 'problem' in result
    ? { value: usual, problem: `statusExpr: ${result.problem}` }
    : { value: result.text, problem: undefined }
}
