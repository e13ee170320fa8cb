import { createRedactor, type Egress, redactDeep } from '@binnacle/egress'
import type { CommonCheckSpec, ReceivedMessage } from '@binnacle/plugin-kit/checks'
import {
  type ArtifactFile,
  type CheckOutcome,
  type CommandRunner,
  type FileAccess,
  isRecord,
  type Json,
  unhealthy,
  unknown,
} from '@binnacle/plugin-kit/core'
import { fail, succeed } from '@binnacle/contract/core'
import { formatDuration } from '@binnacle/contract/text'
import type { ScriptEngine } from '@binnacle/scripting'
import type { TaskPool } from '@binnacle/scripting/tasks'
import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import { prepareArtifacts } from '../artifacts/prepare.ts'
import { cleanFinished } from '../pipeline/clean.ts'
import { findingsOf } from '../pipeline/environment.ts'
import {
  type FinishedAttempt,
  finishAttempt,
  hasPipeline,
  plainAttempt,
  type ScriptInputs,
  type Subject,
} from '../pipeline/index.ts'
import { secretsSeen, secretVariables } from '../pipeline/seen.ts'
import { lastResultValue, unsavedSubject } from '../pipeline/subject.ts'
import type { CheckType } from '../canary-spec/check-types.ts'
import type { RetryPlan } from '../canary-spec/retries.ts'
import { type FinishedRun, plainRun, toFinishedRun, withArtifacts } from '../results/result.ts'

/** A parsed check with decrypted secrets, ready to run. */
export interface RunnableCheck {
  type: CheckType
  spec: CommonCheckSpec
  /** Timeout of one attempt. */
  timeoutMilliseconds: number
  /** Secret values, to redact from all output. */
  secrets: readonly string[]
  /** Secret values of connections. Even the scripts of the check must not see them in responses. */
  unseen?: readonly string[]
  /** Values of secret variables, which the scripts of the check see. Default: those that the spec marks. */
  secretVariables?: readonly string[]
  /** The check as scripts see it. Derived from the spec if the check is unsaved. */
  subject?: Subject | undefined
  retries?: RetryPlan | undefined
  /** Whether to return the data for scripts with the result. */
  keepsData?: boolean | undefined
  /** The received message, if results are sent to the check. */
  received?: ReceivedMessage | undefined
}

export interface RunnerDependencies {
  egress: Egress
  commands: CommandRunner
  /** Files of this machine that checks may read. */
  files: FileAccess
  /** Runs the scripts of checks. */
  scripts: ScriptEngine
  /** Reads large documents that users or targets wrote. */
  tasks: TaskPool
  clock: Clock
  log: Log
  userAgent: string
}

/** A run that does not end this long after its abort is abandoned, so that it does not occupy a place for ever. */
const GRACE_MILLISECONDS = 2_000

/** Not validated: the output of a script is always JSON, and validating it takes long. */
const jsonOfScript = z.custom<Json>((value) => value !== undefined)

const nothing: readonly string[] = []

const DEFECT = 'the check failed because of an error in Binnacle; see the log of the server'

function timeoutError(): Error {
  return Object.assign(new Error('the time is over'), { name: 'TimeoutError' })
}

function subjectOf({ subject, spec, type }: RunnableCheck): Subject {
  return subject ?? unsavedSubject(spec, type.definition.endpoint?.(spec))
}

/** Runs the type once and catches what it throws. @returns undefined if the product stops */
async function attemptOnce(
  check: RunnableCheck,
  { egress, commands, files, scripts, tasks, clock, log, userAgent }: RunnerDependencies,
  { lastResult }: ScriptInputs,
  stopping: AbortSignal,
): Promise<CheckOutcome | undefined> {
  const { type, spec, timeoutMilliseconds } = check
  const started = performance.now()
  const abort = new AbortController()
  const done = new AbortController()
  const stop = () => abort.abort(stopping.reason)
  stopping.addEventListener('abort', stop, { once: true })
  if (stopping.aborted) stop()

  const tooLong = async (): Promise<CheckOutcome> => {
    await clock.wait(timeoutMilliseconds, done.signal)
    abort.abort(timeoutError())
    await clock.wait(GRACE_MILLISECONDS, done.signal)
    return unhealthy(`did not end within ${formatDuration(timeoutMilliseconds)}`)
  }
  const run = async (): Promise<CheckOutcome> => {
    try {
      return await type.run(spec, {
        signal: abort.signal,
        timeoutMilliseconds,
        now: () => clock.now(),
        wait: (milliseconds) => clock.wait(milliseconds, abort.signal),
        egress,
        commands,
        files,
        template: async (source, variables) => {
          const filled = await scripts.evaluate(
            { language: 'template', source },
            {
              variables: { ...subjectOf(check), ...variables },
              given: { last_result: lastResultValue(lastResult) },
              secrets: check.secrets,
              keepSecrets: true,
            },
          )
          return filled.ok ? succeed(filled.value.text) : fail(filled.failure.message)
        },
        jsonPath: async (source, document) => {
          const found = await scripts.evaluate(
            { language: 'jsonpath', source },
            { variables: {}, document, secrets: check.secrets, keepSecrets: true },
          )
          if (!found.ok) return fail(found.failure.message)
          const value = jsonOfScript.safeParse(found.value.value)
          return succeed(value.success ? value.data : null)
        },
        work: async (task, input) => {
          const done = await tasks.run(task, input, check.secrets)
          return done.ok ? done : fail(done.failure.message)
        },
        redact: createRedactor(check.secrets),
        redactConnectionSecrets: createRedactor(check.unseen ?? nothing),
        received: check.received,
        userAgent,
      })
    } catch (error) {
      // A run returns its failures, so an exception is a defect of the check type.
      if (!abort.signal.aborted)
        log.error({ err: error, type: type.definition.type }, 'a check type has a defect')
      return abort.signal.aborted
        ? unhealthy(`did not end within ${formatDuration(timeoutMilliseconds)}`)
        : unknown(DEFECT)
    }
  }
  try {
    const outcome = await Promise.race([run(), tooLong()])
    if (stopping.aborted) return undefined
    return { durationMilliseconds: performance.now() - started, ...outcome }
  } finally {
    done.abort()
    stopping.removeEventListener('abort', stop)
  }
}

function isJsonRecord(value: unknown): value is Record<string, Json> {
  return isRecord(value)
}

/** Removes secrets that scripts must not see, because scripts could spell them in a form that redaction does not recognize. */
function withoutUnseen(outcome: CheckOutcome, unseen: readonly string[] = []): CheckOutcome {
  const { data, details } = outcome
  if (unseen.length === 0) return outcome
  const redact = createRedactor(unseen)
  const clean = (record: Readonly<Record<string, Json>>) => {
    const cleaned = redactDeep(record, redact)
    return isJsonRecord(cleaned) ? cleaned : {}
  }
  return {
    ...outcome,
    ...(details === undefined ? {} : { details: clean(details) }),
    ...(data === undefined
      ? {}
      : {
          data: () => {
            const { values, ...rest } = data()
            return { ...rest, values: clean(values ?? {}) }
          },
        }),
  }
}

/** Redacts what the type says, which no script sees, and reads the data for scripts once. */
function withCleanWords({ data, ...outcome }: CheckOutcome, redact: (text: string) => string): CheckOutcome {
  const found = data?.()
  return {
    ...outcome,
    ...(outcome.message === undefined ? {} : { message: redact(outcome.message) }),
    ...(outcome.error === undefined ? {} : { error: redact(outcome.error) }),
    ...(found === undefined ? {} : { data: () => found }),
  }
}

/** Runs one attempt with the pipeline, and redacts the outcome. */
async function attempt(
  check: RunnableCheck,
  dependencies: RunnerDependencies,
  known: ScriptInputs,
  stopping: AbortSignal,
): Promise<(FinishedAttempt & { files: readonly ArtifactFile[] }) | undefined> {
  const { type, spec, secrets, keepsData = false } = check
  const attempted = await attemptOnce(check, dependencies, known, stopping)
  if (attempted === undefined) return undefined
  const { artifacts: files = [], ...found } = attempted
  const { scripts: engine } = dependencies
  const redact = createRedactor(secrets)
  if (!hasPipeline(spec)) {
    const findings = keepsData ? findingsOf(found) : undefined
    const plain = { ...plainAttempt(found), findings }
    return { ...(secrets.length === 0 ? plain : cleanFinished(plain, redact)), files }
  }
  const outcome = withCleanWords(withoutUnseen(found, check.unseen), redact)
  const seen = secretsSeen(secrets, {
    findings: findingsOf(outcome),
    variables: check.secretVariables ?? secretVariables(spec),
    endpoint: subjectOf(check).check.endpoint,
  })
  const finished = await finishAttempt(outcome, {
    spec,
    type: type.definition.type,
    subject: subjectOf(check),
    secrets: seen,
    known,
    engine,
  })
  const stored = keepsData ? finished : { ...finished, findings: undefined }
  return { ...(secrets.length === 0 ? stored : cleanFinished(stored, createRedactor(seen))), files }
}

/** The evidence of one of several attempts. */
function traceOf({ outcome }: FinishedAttempt, start: Date): Json {
  return {
    start: start.toISOString(),
    state: outcome.state,
    error: outcome.error ?? null,
    duration: Math.round(outcome.durationMilliseconds ?? 0),
  }
}

/** Adds the redacted files of the last attempt. */
async function withFiles(
  { secrets, unseen = nothing }: RunnableCheck,
  { tasks }: RunnerDependencies,
  files: readonly ArtifactFile[],
  run: FinishedRun,
): Promise<FinishedRun> {
  if (files.length === 0) return run
  return withArtifacts(run, await prepareArtifacts(files, [...new Set([...secrets, ...unseen])], tasks))
}

/** What is left of a run when none of its attempts follows. */
interface LastAttempt {
  finished: FinishedAttempt & { files: readonly ArtifactFile[] }
  /** Evidence of all attempts, if there were several. */
  traces: readonly Json[]
}

/** Runs all attempts of a run. */
async function attempts(
  check: RunnableCheck,
  dependencies: RunnerDependencies,
  stopping: AbortSignal,
  known: ScriptInputs,
  time: Date,
): Promise<LastAttempt | undefined> {
  const { clock } = dependencies
  const plan = check.retries
  const traces: Json[] = []
  for (;;) {
    const start = clock.now()
    const finished = await attempt(check, dependencies, known, stopping)
    if (finished === undefined) return undefined
    if (plan === undefined) return { finished, traces }
    traces.push(traceOf(finished, start))
    const pause = traces.length === 1 ? plan.delay : plan.interval
    const elapsed = clock.now().getTime() - time.getTime()
    const isLast = traces.length > plan.maxRetries || elapsed + pause > plan.timeout
    if (isLast || finished.outcome.state !== 'unhealthy') {
      if (traces.length === 1) return { finished, traces }
      const details = { ...finished.outcome.details, retries: { elapsed, attempts: traces } }
      return { finished: { ...finished, outcome: { ...finished.outcome, details } }, traces }
    }
    await clock.wait(pause, stopping)
    if (stopping.aborted) return undefined
  }
}

/** What a check found, complete: nothing of it is cut for storing. */
export interface CompleteFindings {
  outcome: CheckOutcome
  findings: FinishedAttempt['findings']
}

/**
 * Runs a check for what it finds, with its timeout, retries, scripts and redaction.
 * @param stopping aborts the run; the outcome is then undefined
 */
export async function findByCheck(
  check: RunnableCheck,
  dependencies: RunnerDependencies,
  stopping: AbortSignal,
): Promise<CompleteFindings | undefined> {
  try {
    const last = await attempts(
      { ...check, keepsData: true },
      dependencies,
      stopping,
      {},
      dependencies.clock.now(),
    )
    return last && { outcome: last.finished.outcome, findings: last.finished.findings }
  } catch (error) {
    dependencies.log.error({ err: error, type: check.type.definition.type }, 'a result could not be finished')
    return { outcome: unknown(DEFECT), findings: undefined }
  }
}

/**
 * Runs a check: enforces its timeout, retries, runs its scripts, and redacts everything it returns.
 * @param stopping aborts when the product stops; the outcome is then undefined
 * @param known what scripts see besides the run itself
 */
export async function runCheck(
  check: RunnableCheck,
  dependencies: RunnerDependencies,
  stopping: AbortSignal,
  known: ScriptInputs = {},
): Promise<FinishedRun | undefined> {
  const time = dependencies.clock.now()
  try {
    const last = await attempts(check, dependencies, stopping, known, time)
    if (last === undefined) return undefined
    const { finished, traces } = last
    return await withFiles(
      check,
      dependencies,
      finished.files,
      toFinishedRun(finished, time, traces.length > 1 ? traces.length : undefined),
    )
  } catch (error) {
    // Without a result the check would continue to show its last one.
    dependencies.log.error({ err: error, type: check.type.definition.type }, 'a result could not be finished')
    return plainRun(unknown(DEFECT), time)
  }
}
