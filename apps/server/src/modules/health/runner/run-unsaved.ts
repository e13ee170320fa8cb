import { isRecord } from '@binnacle/plugin-kit/core'
import { type Result, succeed } from '@binnacle/contract/core'
import type { ParsedCheck } from '../canary-spec/canary.ts'
import { entrySecrets } from '../../../platform/specs/types.ts'
import type { RetryPlan } from '../canary-spec/retries.ts'
import { isNaming, type SpecSources } from '../../../platform/specs/complete.ts'
import { connectCheck } from './connections.ts'
import type { ScriptInputs } from '../pipeline/index.ts'
import { type UnsavedCanary, unsavedSubject } from '../pipeline/subject.ts'
import { type FinishedRun, plainRun } from '../results/result.ts'
import { type RunnableCheck, type RunnerDependencies, runCheck } from './runner.ts'

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

type UnsavedCheck = Omit<ParsedCheck, 'longestMilliseconds' | 'hasDependents'>

/** Resolves an unsaved check. @returns why it cannot run, if it cannot */
export async function resolveUnsaved(
  { type, spec, input, timeoutMilliseconds }: UnsavedCheck,
  { namespace, retries, canary, keepsData }: UnsavedRunOptions,
  sources: SpecSources,
): Promise<Result<RunnableCheck, string>> {
  const connected =
    isRecord(input) && isNaming(type, input)
      ? await connectCheck({ type, written: input, namespace }, sources)
      : succeed({ spec, secrets: entrySecrets(type, input) })
  if (!connected.ok) return connected
  return succeed({
    type,
    ...connected.value,
    timeoutMilliseconds,
    retries,
    keepsData,
    ...(canary === undefined
      ? {}
      : { subject: unsavedSubject(spec, type.definition.endpoint?.(spec), canary) }),
  })
}

/**
 * Resolves and runs an unsaved check.
 * @param signal aborts the run, whose outcome is then undefined
 */
export async function runUnsaved(
  check: UnsavedCheck,
  options: UnsavedRunOptions,
  { runner, sources }: { runner: RunnerDependencies; sources: SpecSources },
  signal: AbortSignal,
): Promise<FinishedRun | undefined> {
  const ready = await resolveUnsaved(check, options, sources)
  return ready.ok
    ? runCheck(ready.value, runner, signal, options.known)
    : plainRun({ state: 'unknown', error: ready.failure }, runner.clock.now())
}
