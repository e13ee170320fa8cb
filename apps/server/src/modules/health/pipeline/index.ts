import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { CommonCheckSpec, ScriptObject } from '@binnacle/plugin-kit/checks'
import { type CheckOutcome, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import { createRedactor } from '@binnacle/egress'
import { type ScriptEngine, type ScriptEnvironment, truthOf } from '@binnacle/scripting'
import { applyEmptiness } from './emptiness.ts'
import { environmentOf, type Findings, findingsOf } from './environment.ts'
import { evaluate, type ScriptProblem, scriptIn } from './evaluate.ts'
import { type RelatedExpression, relatedOf, type RelatedResult, type RelatedThings } from './related.ts'
import { type MetricSample, sampleOf } from './samples.ts'
import type { ScriptInputs, Subject } from './subject.ts'
import { detailsOf, type TransformObject, readTransform } from './transform.ts'
import { type TransformedOutcome, transformedOutcomes } from './transformed.ts'

export type { RelatedThings } from './related.ts'
export type { MetricSample } from './samples.ts'
export type { ScriptInputs, LastResult, Subject } from './subject.ts'
export type { TransformedOutcome } from './transformed.ts'

/** An attempt after all scripts ran. It still contains secrets. */
export interface FinishedAttempt {
  outcome: CheckOutcome
  /** What scripts saw of the run. */
  findings: Findings | undefined
  /** Results of transformed checks; undefined if the run says nothing about them. */
  transformed: readonly TransformedOutcome[] | undefined
  samples: readonly MetricSample[]
  /** What the check belongs to, or why nobody knows; undefined if the run says nothing about it. */
  related: Result<RelatedThings, string> | undefined
}

/** An attempt of which no script said anything. */
export const plainAttempt = (outcome: CheckOutcome): FinishedAttempt => ({
  outcome,
  findings: undefined,
  transformed: undefined,
  samples: [],
  related: undefined,
})

export interface PipelineDependencies {
  spec: CommonCheckSpec
  /** Name of the check's type. */
  type: string
  subject: Subject
  secrets: readonly string[]
  known: ScriptInputs
  engine: ScriptEngine
}

/** Whether a spec has any step of the pipeline. Most specs have none. */
export function hasPipeline(spec: CommonCheckSpec): boolean {
  return (
    spec.test !== undefined ||
    spec.display !== undefined ||
    spec.transform !== undefined ||
    spec.markFailOnEmpty === true ||
    spec.relationships !== undefined ||
    (spec.metrics?.length ?? 0) > 0
  )
}

/** The outcome after a failed script: unhealthy, or unknown if the engine failed. The state before was healthy or unhealthy. */
function spoilt(outcome: CheckOutcome, what: string, { message, isOurs }: ScriptProblem): CheckOutcome {
  return {
    ...outcome,
    state: isOurs && outcome.state === 'healthy' ? 'unknown' : 'unhealthy',
    error: joined(outcome.error, `${what}: ${message}`),
  }
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('; ')
}

function stateOf({ pass, invalid }: TransformObject, before: CheckOutcome['state']): CheckOutcome['state'] {
  if (invalid === true) return 'unknown'
  return pass === undefined ? before : pass ? 'healthy' : 'unhealthy'
}

/** Applies the output of a transform to a result. */
function patched(outcome: CheckOutcome, given: TransformObject): CheckOutcome {
  const state = stateOf(given, outcome.state)
  const { details: before, error: oldError, ...rest } = outcome
  const details = detailsOf(given, before)
  const error =
    state === 'healthy'
      ? undefined
      : (given.error ?? oldError ?? given.message ?? 'the transform says that it failed')
  return {
    ...rest,
    state,
    ...(given.message === undefined ? {} : { message: given.message }),
    ...(error === undefined ? {} : { error }),
    ...(details === undefined ? {} : { details }),
    ...(given.duration === undefined ? {} : { durationMilliseconds: given.duration }),
  }
}

type RunScript = (script: ScriptObject) => ReturnType<typeof evaluate>

async function displayed(
  outcome: CheckOutcome,
  display: ScriptObject | undefined,
  run: RunScript,
): Promise<CheckOutcome> {
  if (display === undefined) return outcome
  const text = await run(display)
  return text.ok
    ? { ...outcome, message: text.value.text }
    : spoilt(outcome, 'the display failed', text.failure)
}

/** Applies the test. It can only make a result worse: an unhealthy one stays unhealthy. */
async function tested(
  outcome: CheckOutcome,
  test: ScriptObject | undefined,
  run: RunScript,
  redact: (text: string) => string,
): Promise<CheckOutcome> {
  const script = scriptIn(test)
  if (test === undefined || script === undefined || outcome.state !== 'healthy') return outcome
  const printed = await run(test)
  if (!printed.ok) return spoilt(outcome, 'the test failed', printed.failure)
  // The message quotes a value that is neither true nor false, cut to a short length.
  const truth = truthOf(redact(printed.value.text))
  if (!truth.ok) return spoilt(outcome, 'the test failed', { message: truth.failure, isOurs: false })
  return truth.value ? outcome : { ...outcome, ...unhealthy(`the test is false: ${script.source.trim()}`) }
}

interface Step {
  outcome: CheckOutcome
  findings: Findings
  named: readonly (TransformObject & { name: string })[]
  samples: readonly MetricSample[]
}

/** The outcome of a failed transform: unknown, because there is no result. */
function broken(step: Step, reason: string): Step {
  const { outcome } = step
  return {
    ...step,
    outcome: { ...outcome, ...unknown(joined(outcome.error, `the transform failed: ${reason}`)) },
  }
}

async function transformStep(step: Step, spec: CommonCheckSpec, run: RunScript): Promise<Step> {
  if (spec.transform === undefined) return step
  const output = await run(spec.transform)
  if (!output.ok) return broken(step, output.failure.message)
  const read = readTransform(output.value, spec.name)
  if (!read.ok) return broken(step, read.failure)
  const { patch, named } = read.value
  const { outcome, findings } = step
  if (patch === undefined) {
    const isEmpty = named.length === 0 && spec.markFailOnEmpty === true && outcome.state === 'healthy'
    return isEmpty
      ? { ...step, outcome: { ...outcome, ...unhealthy('the transform gave nothing, expected something') } }
      : { ...step, named }
  }
  const changed = patched(outcome, patch)
  return {
    outcome: changed,
    named,
    samples: patch.metrics ?? [],
    findings: {
      ...findings,
      // Display, test and metrics see the original details, so that a transform may shorten them; only "$delete" removes them.
      // Source: canary-checker, whose files keep only what the next run needs.
      values: {
        ...changed.details,
        ...(patch.detail !== undefined && changed.details === undefined
          ? { ...findings.values, results: {} }
          : findings.values),
        ...patch.data,
      },
    },
  }
}

/** The outcome of a check that created transformed checks. */
function parentOutcome({ outcome, named }: Step): CheckOutcome {
  const { details: _shownByOthers, ...rest } = outcome
  return { ...rest, message: named.length === 1 ? '1 check' : `${named.length} checks` }
}

/** Most expressions of relationships that one run evaluates: a transform may give thousands of checks. */
const MOST_EXPRESSIONS = 2_000

/** Adds what the check, and those that it gave, belong to. */
async function withRelated(
  attempted: FinishedAttempt,
  relationships: NonNullable<CommonCheckSpec['relationships']>,
  { spec, type, subject, engine }: PipelineDependencies,
  environment: ScriptEnvironment,
): Promise<FinishedAttempt> {
  let left = MOST_EXPRESSIONS
  const run: RelatedExpression = async (source, result) => {
    left -= 1
    if (left < 0) return fail(`the run has more than ${MOST_EXPRESSIONS} expressions`)
    const variables = { ...environment.variables, result }
    const output = await evaluate(engine, { language: 'cel', source }, { ...environment, variables })
    return output.ok ? succeed(output.value.text) : fail(output.failure.message)
  }
  const { outcome, findings, transformed } = attempted
  const result = (
    {
      labels,
      state,
      message = '',
      error = '',
      durationMilliseconds = 0,
    }: Pick<TransformedOutcome, 'labels' | 'state' | 'message' | 'error'> & {
      durationMilliseconds?: number | undefined
    },
    names: { name: string; type: string; data: RelatedResult['data'] },
  ): RelatedResult => ({
    ...names,
    namespace: spec.namespace ?? subject.canary.namespace,
    labels,
    pass: state === 'healthy',
    message,
    error,
    duration: Math.round(durationMilliseconds),
  })
  const { labels } = subject.check
  const names = { name: spec.name, type, data: findings?.values ?? {} }
  const related = await relatedOf(
    relationships,
    result({ message: undefined, error: undefined, ...outcome, labels }, names),
    run,
  )
  const others: TransformedOutcome[] = []
  for (const one of transformed ?? []) {
    const own = result(one, { name: one.name, type: one.type, data: one.details ?? {} })
    others.push({ ...one, related: await relatedOf(relationships, own, run) })
  }
  return { ...attempted, related, transformed: transformed === undefined ? undefined : others }
}

/**
 * Runs the steps after a run, the same for all types: emptiness, transform, display, test, metrics. Scripts run within the
 * limits of the engine; their errors have a position.
 * @param found the outcome of the type, with its duration
 */
export async function finishAttempt(
  found: CheckOutcome,
  dependencies: PipelineDependencies,
): Promise<FinishedAttempt> {
  const { spec, engine } = dependencies
  // An unknown result says nothing about the target, so no script runs.
  if (found.state === 'unknown') return plainAttempt(found)
  const ran = applyEmptiness(spec, found)
  const environment = (outcome: CheckOutcome, findings: Findings): ScriptEnvironment =>
    environmentOf(dependencies, outcome, findings)
  const runWith =
    (outcome: CheckOutcome, findings: Findings): RunScript =>
    async (written) => {
      const script = scriptIn(written)
      if (script === undefined) throw new TypeError('the schema accepted an invalid script')
      return evaluate(engine, script, environment(outcome, findings))
    }

  const first: Step = { outcome: ran, findings: findingsOf(ran), named: [], samples: [] }
  const step = await transformStep(first, spec, runWith(ran, first.findings))
  const { findings, named } = step
  // An empty list of transformed checks counts only for a healthy run. A failed run may not have seen them.
  const isSaid = spec.transform !== undefined && (named.length > 0 || step.outcome.state === 'healthy')
  const transformed = isSaid ? transformedOutcomes(named, dependencies, step.outcome) : undefined
  const samples = [...step.samples, ...named.flatMap(({ metrics = [] }) => metrics)]
  let { outcome } = step
  if (outcome.state === 'unknown') return { outcome, findings, transformed, samples, related: undefined }
  if (named.length > 0) outcome = parentOutcome(step)
  else {
    // A transform may have removed everything.
    outcome = applyEmptiness(spec, outcome)
    outcome = await displayed(outcome, spec.display, runWith(outcome, findings))
    outcome = await tested(
      outcome,
      spec.test,
      runWith(outcome, findings),
      createRedactor(dependencies.secrets),
    )
  }
  for (const metric of spec.metrics ?? []) {
    const sample = await sampleOf(metric, engine, environment(outcome, findings))
    if (sample.ok) samples.push(sample.value)
    // A failed target may give nothing to measure, so errors of its metrics say nothing new.
    else if (outcome.state === 'healthy')
      outcome = spoilt(outcome, 'the result cannot be measured', sample.failure)
  }
  const attempted = { outcome, findings, transformed, samples, related: undefined }
  return spec.relationships === undefined
    ? attempted
    : withRelated(attempted, spec.relationships, dependencies, environment(outcome, findings))
}
