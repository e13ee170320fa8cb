import { isRecord } from '@binnacle/plugin-kit/core'
import { succeed } from '@binnacle/contract/core'
import type { ParsedCheck } from '../canary-spec/canary.ts'
import { entrySecrets } from '../../../platform/specs/types.ts'
import type { RetryPlan } from '../canary-spec/retries.ts'
import { isNaming, type SpecSources } from '../../../platform/specs/complete.ts'
import { connectCheck } from './connections.ts'
import type { ScriptInputs } from '../pipeline/index.ts'
import { type UnsavedCanary, unsavedSubject } from '../pipeline/subject.ts'
import { type FinishedRun, plainRun } from '../results/result.ts'
import { type RunnerDependencies, runCheck } from './runner.ts'

/** What a run needs besides the check itself. */
export interface UnsavedRunOptions {
  /** Namespace of the canary, in which names are resolved. */
  namespace: string
  retries: RetryPlan | undefined
  /** The canary as scripts see it. Default: one without name and labels. */
  canary?: UnsavedCanary
  /** What scripts see of other runs. */
  known?: ScriptInputs
  /** Whether the run returns data for scripts of other checks. */
  keepsData?: boolean
}

/**
 * Resolves and runs an unsaved check.
 * @param signal aborts the run, whose outcome is then undefined
 */
export async function runUnsaved(
  { type, spec, input, timeoutMilliseconds }: Omit<ParsedCheck, 'longestMilliseconds' | 'hasDependents'>,
  { namespace, retries, canary, known, keepsData }: UnsavedRunOptions,
  { runner, sources }: { runner: RunnerDependencies; sources: SpecSources },
  signal: AbortSignal,
): Promise<FinishedRun | undefined> {
  const connected =
    isRecord(input) && isNaming(type, input)
      ? await connectCheck({ type, written: input, namespace }, sources)
      : succeed({ spec, secrets: entrySecrets(type, input) })
  return connected.ok
    ? runCheck(
        {
          type,
          ...connected.value,
          timeoutMilliseconds,
          retries,
          keepsData,
          ...(canary === undefined
            ? {}
            : { subject: unsavedSubject(spec, type.definition.endpoint?.(spec), canary) }),
        },
        runner,
        signal,
        known,
      )
    : plainRun({ state: 'unknown', error: connected.failure }, runner.clock.now())
}
