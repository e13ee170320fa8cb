import { type Json, unknown } from '@binnacle/plugin-kit/core'
import type { CanaryMetadata, ParsedCheck, ParsedSpec } from '../../canary-spec/canary.ts'
import { retryPlan } from '../../canary-spec/retries.ts'
import type { CheckTypes } from '../../canary-spec/check-types.ts'
import type { SpecSources } from '../../../../platform/specs/complete.ts'
import { ConcurrencySlots } from '../claim/concurrency-slots.ts'
import { type FinishedRun, plainRun } from '../../results/result.ts'
import { runInOrder } from './run-in-order.ts'
import { runUnsaved } from '../../runner/run-unsaved.ts'
import type { RunnerDependencies } from '../../runner/runner.ts'

/** A check of an unsaved canary with its result. */
export interface UnsavedRun {
  check: ParsedCheck
  result: FinishedRun
}

/** What scripts of other checks see of a run: message, values and durations. */
function outputOf({ message, error, data }: FinishedRun): Json {
  return { message: error ?? message, ...data?.values, ...data?.durations }
}

function outputsOf(
  names: readonly string[],
  results: ReadonlyMap<string, FinishedRun>,
): Record<string, Json> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const result = results.get(name)
      return result === undefined ? [] : [[name, outputOf(result)]]
    }),
  )
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
  const { name, namespace, labels } = metadata
  const runOne = async (check: ParsedCheck): Promise<FinishedRun> => {
    const dependencies = check.spec.dependsOn ?? []
    const now = runner.clock.now()
    const obstacle = dependencies.find((other) => results.get(other)?.state !== 'healthy')
    if (obstacle !== undefined) {
      const state = results.get(obstacle)?.state ?? 'unknown'
      return plainRun(unknown(`depends on "${obstacle}", which is ${state}`), now)
    }
    const options = {
      namespace,
      retries: retryPlan(spec.retries, check.spec.retries),
      canary: { name, namespace, labels },
      known: { outputs: outputsOf(dependencies, results) },
      keepsData: check.hasDependents,
    }
    return (
      (await runUnsaved(check, options, { runner, sources }, signal)) ??
      plainRun(unknown('the run was stopped'), now)
    )
  }
  // Skip checks whose results are sent to them: running one gives nothing.
  const runnable = spec.checks.filter(({ type }) => type.definition.receives === undefined)
  const steps = runnable.map((check) => ({
    check,
    name: check.spec.name,
    dependsOn: check.spec.dependsOn ?? [],
    type: check.type.definition.type,
    target: check.type.definition.target?.(check.spec) ?? null,
  }))
  return runInOrder(steps, new ConcurrencySlots(types), async ({ check, name: step }) => {
    const result = await runOne(check)
    results.set(step, result)
    return { check, result }
  })
}
