import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { MetricSpec } from '@binnacle/plugin-kit/checks'
import type { ScriptEngine, ScriptEnvironment } from '@binnacle/scripting'
import { evaluate, type ScriptProblem } from './evaluate.ts'

/** A number of one run for Prometheus. */
export interface MetricSample {
  name: string
  type: MetricSpec['type']
  value: number
  labels: Readonly<Record<string, string>>
}

/** Evaluates one metric of a check. */
export async function sampleOf(
  { name, type, value, labels = [] }: MetricSpec,
  engine: ScriptEngine,
  environment: ScriptEnvironment,
): Promise<Result<MetricSample, ScriptProblem>> {
  const failMetric = (problem: ScriptProblem) =>
    fail({ ...problem, message: `the metric ${name} failed: ${problem.message}` })
  const evaluated = await evaluate(engine, { language: 'cel', source: value }, environment)
  if (!evaluated.ok) return failMetric(evaluated.failure)
  const number = evaluated.value.text.trim() === '' ? Number.NaN : Number(evaluated.value.text)
  if (!Number.isFinite(number))
    return failMetric({
      message: `expected a number, got ${JSON.stringify(evaluated.value.text.slice(0, 100))}`,
      isOurs: false,
    })
  const found: Record<string, string> = {}
  for (const label of labels) {
    if (label.valueExpr === undefined) {
      found[label.name] = label.value ?? ''
      continue
    }
    const text = await evaluate(engine, { language: 'cel', source: label.valueExpr }, environment)
    if (!text.ok) return failMetric(text.failure)
    found[label.name] = text.value.text
  }
  return succeed({ name, type, value: number, labels: found })
}
