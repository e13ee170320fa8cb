import { type Json, unknown } from '@binnacle/plugin-kit/core'
import type { CanaryMetadata, ParsedCheck, ParsedSpec } from '../canary-spec/canary.ts'
import { retryPlan } from '../canary-spec/retries.ts'
import type { CheckTypes } from '../canary-spec/check-types.ts'
import type { SpecSources } from '../../../platform/specs/complete.ts'
import { Places } from './places.ts'
import { type FinishedRun, plainRun } from '../results/result.ts'
import { runInOrder } from './run-order.ts'
import { runUnsaved } from '../runner/run-unsaved.ts'
import type { RunnerDependencies } from '../runner/runner.ts'

/** A check of an unsaved canary with its result. */
export interface UnsavedRun {
  check: ParsedCheck
  result: FinishedRun
}

/** What scripts of other checks see of a run: message, values and durations. */
function outputOf({ message, error, data }: FinishedRun): Json {
  return { message: error ?? message, ...data?.values, ...data?.durations }
}

/**
 * Runs every check of an unsaved canary once, in the order of dependencies, within the limits of types and targets, and
 * with the outputs of dependencies. Skips checks whose results are sent to them.
 * @returns the runs in the order of the checks
 */
export async function runCanaryOnce(
  { metadata, spec }: { metadata: CanaryMetadata; spec: ParsedSpec },
  { runner, sources, types }: { runner: RunnerDependencies; sources: SpecSources; types: CheckTypes },
  signal: AbortSignal,
): Promise<UnsavedRun[]> {
  const results = new Map<string, FinishedRun>()
  const runOne = async (check: ParsedCheck): Promise<FinishedRun> => {
    const dependencies = check.spec.dependsOn ?? []
    const obstacle = dependencies.find((name) => results.get(name)?.state !== 'healthy')
    const state = results.get(obstacle ?? '')?.state ?? 'unknown'
    const now = runner.clock.now()
    if (obstacle !== undefined) return plainRun(unknown(`depends on "${obstacle}", which is ${state}`), now)
    const outputs = Object.fromEntries(
      dependencies.flatMap((name) => {
        const result = results.get(name)
        return result === undefined ? [] : [[name, outputOf(result)]]
      }),
    )
    const { name, namespace, labels } = metadata
    const how = {
      namespace,
      retries: retryPlan(spec.retries, check.spec.retries),
      canary: { name, namespace, labels },
      known: { outputs },
      keepsData: check.hasDependents,
    }
    return (
      (await runUnsaved(check, how, { runner, sources }, signal)) ??
      plainRun(unknown('the run was stopped'), now)
    )
  }
  // Running a check whose results are sent to it gives nothing.
  const runnable = spec.checks.filter(({ type }) => type.definition.receives === undefined)
  const steps = runnable.map((check) => ({
    check,
    name: check.spec.name,
    dependsOn: check.spec.dependsOn ?? [],
    type: check.type.definition.type,
    target: check.type.definition.target?.(check.spec) ?? null,
  }))
  return runInOrder(steps, new Places(types), async ({ check, name }) => {
    const result = await runOne(check)
    results.set(name, result)
    return { check, result }
  })
}
