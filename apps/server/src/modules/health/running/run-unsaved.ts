import { isRecord } from '@binnacle/plugin-kit'
import { succeed } from '@binnacle/contract'
import type { ParsedCheck } from '../spec/canary.ts'
import { checkSecrets } from '../spec/check-types.ts'
import type { RetryPlan } from '../spec/retries.ts'
import { type CheckSources, connectCheck, isNaming } from './connections.ts'
import { type FinishedRun, plainRun } from './result.ts'
import { type RunnerParts, runCheck } from './runner.ts'

/**
 * Runs a check that is not stored, with all that it names.
 * @param how the namespace of its canary, where names are looked up, and what is tried again
 * @param signal ends the run, whose outcome is then undefined
 */
export async function runUnsaved(
  { type, spec, input, timeoutMilliseconds }: Omit<ParsedCheck, 'longestMilliseconds' | 'hasDependents'>,
  { namespace, retries }: { namespace: string; retries: RetryPlan | undefined },
  { runner, sources }: { runner: RunnerParts; sources: CheckSources },
  signal: AbortSignal,
): Promise<FinishedRun | undefined> {
  const connected =
    isRecord(input) && isNaming(type, input)
      ? await connectCheck({ type, written: input, namespace }, sources)
      : succeed({ spec, secrets: checkSecrets(type, input) })
  return connected.ok
    ? runCheck({ type, ...connected.value, timeoutMilliseconds, retries }, runner, signal)
    : plainRun({ state: 'unknown', error: connected.failure }, runner.clock.now())
}
