import { type ComponentHealth, componentHealths, type ComponentSummary } from '@binnacle/contract/topology'
import type { ScriptEngine } from '@binnacle/scripting'
import type { RolledRow } from './load.ts'

/** The result of an expression, and what is wrong with it. */
export interface Evaluated<Value> {
  value: Value
  problem: string | undefined
}

type Rolled = Pick<
  RolledRow,
  'id' | 'name' | 'type' | 'labels' | 'properties' | 'status' | 'health_expr' | 'status_expr'
>

/** What the expressions of a component see. Source: section 3.5 of the reference. */
function environmentOf(row: Rolled, summary: ComponentSummary, health: ComponentHealth) {
  const { id, name, type, labels, properties, status } = row
  return {
    variables: {
      summary: { ...summary },
      self: { id, name, type: type ?? '', labels, properties, status: status ?? '', health },
    },
  }
}

async function evaluate(
  scripts: ScriptEngine,
  source: string,
  environment: ReturnType<typeof environmentOf>,
): Promise<{ text: string } | { problem: string }> {
  const result = await scripts.evaluate({ language: 'cel', source }, environment)
  return result.ok ? { text: result.value.text.trim() } : { problem: result.failure.message }
}

/**
 * The health that the expression of a component says.
 * @param worst what holds without an expression, or where it fails
 */
export async function evaluateHealth(
  scripts: ScriptEngine,
  row: Rolled,
  summary: ComponentSummary,
  worst: ComponentHealth,
): Promise<Evaluated<ComponentHealth>> {
  if (row.health_expr === null || row.health_expr === '') return { value: worst, problem: undefined }
  const result = await evaluate(scripts, row.health_expr, environmentOf(row, summary, worst))
  if ('problem' in result) return { value: worst, problem: `healthExpr: ${result.problem}` }
  const health = componentHealths.find((known) => known === result.text)
  return health === undefined
    ? {
        value: worst,
        problem: `healthExpr: "${result.text.slice(0, 100)}" is not a health (${componentHealths.join(', ')})`,
      }
    : { value: health, problem: undefined }
}

/**
 * The status that the expression of a component says.
 * @param usual what holds without an expression, or where it fails
 */
export async function evaluateStatus(
  scripts: ScriptEngine,
  row: Rolled,
  summary: ComponentSummary,
  health: ComponentHealth,
  usual: string,
): Promise<Evaluated<string>> {
  if (row.status_expr === null || row.status_expr === '') return { value: usual, problem: undefined }
  const result = await evaluate(scripts, row.status_expr, environmentOf(row, summary, health))
  return 'problem' in result
    ? { value: usual, problem: `statusExpr: ${result.problem}` }
    : { value: result.text, problem: undefined }
}
