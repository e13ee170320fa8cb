import { TRIED_AT_ONCE, type TriedCheck } from '@binnacle/contract/health'
import { z } from 'zod'
import { RequestError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import { newId } from '../../../platform/ids.ts'
import type { DraftTests } from '../../../platform/specs/draft-tests.ts'
import { specFields } from '../../../platform/specs/routes.ts'
import type { SpecSources } from '../../../platform/specs/complete.ts'
import type { RunResult } from '../results/result.ts'
import { runUnsaved } from '../runner/run-unsaved.ts'
import type { RunnerDependencies } from '../runner/runner.ts'
import type { ParsedCheck, ParsedSpec } from '../canary-spec/canary.ts'
import { LARGEST_FILE } from '../canary-spec/document.ts'
import { type RetryPlan, retryPlan } from '../canary-spec/retries.ts'
import type { CanaryVerbs } from './verbs.ts'

/** The request of a test run: a spec with a few checks, as YAML or as a value. */
export const trialBody = z.object({
  /** Id of the canary whose stored secrets replace masks. */
  id: z.uuid().optional(),
  /** Name of the canary, for the audit log. */
  name: z.string().max(253).optional(),
  /** Namespace of the canary, in which names of connections are resolved. */
  namespace: z.string().max(253).optional(),
  ...specFields(LARGEST_FILE),
})
export type TrialBody = z.output<typeof trialBody>

/** Longest test run in milliseconds, because a person waits for it. */
const LONGEST = 50_000
/** Most transformed checks in an answer. */
const MOST_TRANSFORMED = 100
/** Most test runs at once in a process, for everybody together. */
const MOST_AT_ONCE = 16

export interface TrialDependencies {
  draftTests: DraftTests
  canaries: CanaryVerbs
  runner: RunnerDependencies
  /** Where connections and references are resolved. */
  sources: SpecSources
}

/** Counts running test runs of each person and of all. */
function createPlaces() {
  const taken = new Map<string, number>()
  let total = 0
  return {
    /** Takes places for all checks of a person, or none. */
    take(person: string, count: number): boolean {
      const own = taken.get(person) ?? 0
      if (own + count > TRIED_AT_ONCE || total + count > MOST_AT_ONCE) return false
      taken.set(person, own + count)
      total += count
      return true
    },
    give(person: string, count: number): void {
      const rest = (taken.get(person) ?? 0) - count
      if (rest > 0) taken.set(person, rest)
      else taken.delete(person)
      total -= count
    },
  }
}

/** The retries that can end within the longest test run. */
function retriesWithin(plan: RetryPlan | undefined, timeoutMilliseconds: number): RetryPlan | undefined {
  return plan === undefined
    ? undefined
    : { ...plan, timeout: Math.min(plan.timeout, Math.max(0, LONGEST - timeoutMilliseconds)) }
}

/** Runs checks before they are saved, with retries as in a real run. Results aren't saved; the audit log records the test run. */
export function createCanaryTrials({ draftTests, canaries, runner, sources }: TrialDependencies) {
  const places = createPlaces()

  /** Results of a check and of the checks that its transform creates. */
  async function runOnce(
    check: ParsedCheck,
    { retries: ofCanary }: ParsedSpec,
    namespace: string,
    signal: AbortSignal,
  ): Promise<TriedCheck[]> {
    const timeoutMilliseconds = Math.min(check.timeoutMilliseconds, LONGEST)
    const plan = retryPlan(ofCanary, check.spec.retries)
    const finished = await runUnsaved(
      { ...check, timeoutMilliseconds },
      { namespace, retries: retriesWithin(plan, timeoutMilliseconds) },
      { runner, sources },
      signal,
    )
    if (finished === undefined) throw new RequestError('EUNAVAILABLE', 'The run was stopped')
    const triedCheck = (type: string, name: string, result: RunResult): TriedCheck => ({
      type,
      name,
      time: result.time.toISOString(),
      state: result.state,
      duration: result.duration,
      message: result.message,
      error: result.error,
      details: result.details,
      attempts: null,
    })
    return [
      {
        ...triedCheck(check.type.definition.type, check.spec.name, finished),
        attempts: plan === undefined ? null : { made: finished.attempts, most: plan.maxRetries + 1 },
      },
      ...(finished.transformed ?? [])
        .slice(0, MOST_TRANSFORMED)
        .map(({ type, name, result }) => triedCheck(type, name, result)),
    ]
  }

  return {
    /**
     * Runs the checks of a spec, all at the same time.
     * @param signal aborts the runs when the client is gone
     */
    async run(
      { id, name, namespace: unsaved, ...written }: TrialBody,
      actor: Actor,
      signal: AbortSignal,
    ): Promise<{ results: TriedCheck[] }> {
      const { spec, stored } = await canaries.read(written, id, actor)
      const namespace = stored?.namespace ?? unsaved ?? 'default'
      const { length } = spec.checks
      if (length > TRIED_AT_ONCE)
        throw new RequestError(
          'EINVALID',
          `${length} checks are too many to test at once; the most is ${TRIED_AT_ONCE}`,
        )
      if (!places.take(actor.personId, length))
        throw new RequestError(
          'ERATELIMITED',
          `Other drafts are being tested; try again when they are done. A person may test ${TRIED_AT_ONCE} at once`,
        )
      try {
        await draftTests.record(actor, {
          resource: 'canaries',
          id: stored?.id ?? newId(),
          name: stored?.name ?? name ?? null,
          after: { checks: spec.checks.map((check) => `${check.type.definition.type}: ${check.spec.name}`) },
        })
        const results = await Promise.all(spec.checks.map((check) => runOnce(check, spec, namespace, signal)))
        return { results: results.flat() }
      } finally {
        places.give(actor.personId, length)
      }
    },
  }
}

export type CanaryTrials = ReturnType<typeof createCanaryTrials>
