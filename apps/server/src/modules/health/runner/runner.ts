import { createRedactor, type Egress, redactDeep } from '@binnacle/egress'
import {
  type ArtifactFile,
  type CheckOutcome,
  type CommandRunner,
  type CommonCheckSpec,
  type FileAccess,
  isRecord,
  type Json,
  type ReceivedMessage,
  unhealthy,
  unknown,
} from '@binnacle/plugin-kit'
import { fail, formatDuration, succeed } from '@binnacle/contract'
import type { ScriptEngine } from '@binnacle/scripting'
import type { TaskPool } from '@binnacle/scripting/tasks'
import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import { prepareArtifacts } from '../artifacts/prepare.ts'
import { cleanFinished } from '../pipeline/clean.ts'
import { findingsOf } from '../pipeline/environment.ts'
import { type Finished, finishAttempt, hasPipeline, type Known, type Subject } from '../pipeline/index.ts'
import { lastResultValue, unsavedSubject } from '../pipeline/subject.ts'
import type { CheckType } from '../canary-spec/check-types.ts'
import type { RetryPlan } from '../canary-spec/retries.ts'
import { type FinishedRun, plainRun, toFinishedRun, withArtifacts } from '../results/result.ts'

/** A check that is ready to run: parsed, its secrets in the clear. */
export interface RunnableCheck {
  type: CheckType
  spec: CommonCheckSpec
  /** Of one attempt. */
  timeoutMilliseconds: number
  /** Values that may stand in no output. */
  secrets: readonly string[]
  /** Those that come from connections: not even the scripts of the check see them in what a server sends back. */
  unseen?: readonly string[]
  /** How scripts see the check; made of the spec where it is not stored. */
  subject?: Subject | undefined
  retries?: RetryPlan | undefined
  /** Whether what scripts see of the run is to be kept with the result. */
  keepsData?: boolean | undefined
  /** The message that the run is about, where results are sent to the check. */
  received?: ReceivedMessage | undefined
}

export interface RunnerParts {
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

/** A run that was told to stop and did not is given up after this long, so that it holds no place for ever. */
const GRACE_MILLISECONDS = 2_000

/** What a script gives is JSON, which a schema takes long to find out. */
const jsonOfScript = z.custom<Json>((value) => value !== undefined)

const nothing: readonly string[] = []

const DEFECT = 'the check met a defect of Binnacle; the log of the server says more'

function timeoutError(): Error {
  return Object.assign(new Error('the time is over'), { name: 'TimeoutError' })
}

function subjectOf({ subject, spec, type }: RunnableCheck): Subject {
  return subject ?? unsavedSubject(spec, type.definition.endpoint?.(spec))
}

/** What the type found in one attempt, whatever it does; undefined when the product stops. */
async function attemptOnce(
  check: RunnableCheck,
  { egress, commands, files, scripts, tasks, clock, log, userAgent }: RunnerParts,
  { lastResult }: Known,
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
        withoutLent: createRedactor(check.unseen ?? nothing),
        received: check.received,
        userAgent,
      })
    } catch (error) {
      // A run returns its failures: what it throws is a defect of the check type.
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

/** What scripts may see of an outcome: they could spell a secret in a way that nobody recognizes. */
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

/** One attempt with all that follows on it, without secrets. */
async function attempt(
  check: RunnableCheck,
  parts: RunnerParts,
  known: Known,
  stopping: AbortSignal,
): Promise<(Finished & { files: readonly ArtifactFile[] }) | undefined> {
  const { type, spec, secrets, keepsData = false } = check
  const attempted = await attemptOnce(check, parts, known, stopping)
  if (attempted === undefined) return undefined
  const { artifacts: files = [], ...found } = attempted
  const outcome = hasPipeline(spec) ? withoutUnseen(found, check.unseen) : found
  const finished: Finished = hasPipeline(spec)
    ? await finishAttempt(outcome, {
        spec,
        type: type.definition.type,
        subject: subjectOf(check),
        secrets,
        known,
        engine: parts.scripts,
      })
    : {
        outcome,
        findings: keepsData ? findingsOf(outcome) : undefined,
        transformed: undefined,
        samples: [],
      }
  const kept = keepsData ? finished : { ...finished, findings: undefined }
  return { ...(secrets.length === 0 ? kept : cleanFinished(kept, createRedactor(secrets))), files }
}

/** What is kept of an attempt that another one followed on, or that followed on another one. */
function traceOf({ outcome }: Finished, start: Date): Json {
  return {
    start: start.toISOString(),
    state: outcome.state,
    error: outcome.error ?? null,
    duration: Math.round(outcome.durationMilliseconds ?? 0),
  }
}

/** Adds the files of the last attempt, without secrets. */
async function withFiles(
  { secrets, unseen = nothing }: RunnableCheck,
  { tasks }: RunnerParts,
  files: readonly ArtifactFile[],
  run: FinishedRun,
): Promise<FinishedRun> {
  if (files.length === 0) return run
  return withArtifacts(run, await prepareArtifacts(files, [...new Set([...secrets, ...unseen])], tasks))
}

/** All attempts of a run, as many as its retries ask for. */
async function attempts(
  check: RunnableCheck,
  parts: RunnerParts,
  stopping: AbortSignal,
  known: Known,
  time: Date,
): Promise<FinishedRun | undefined> {
  const { clock } = parts
  const plan = check.retries
  const traces: Json[] = []
  for (;;) {
    const start = clock.now()
    const finished = await attempt(check, parts, known, stopping)
    if (finished === undefined) return undefined
    if (plan === undefined) return withFiles(check, parts, finished.files, toFinishedRun(finished, time))
    traces.push(traceOf(finished, start))
    const pause = traces.length === 1 ? plan.delay : plan.interval
    const elapsed = clock.now().getTime() - time.getTime()
    const isLast = traces.length > plan.maxRetries || elapsed + pause > plan.timeout
    if (isLast || finished.outcome.state !== 'unhealthy') {
      const { files } = finished
      if (traces.length === 1) return withFiles(check, parts, files, toFinishedRun(finished, time))
      const details = { ...finished.outcome.details, retries: { elapsed, attempts: traces } }
      const outcome = { ...finished.outcome, details }
      return withFiles(check, parts, files, toFinishedRun({ ...finished, outcome }, time, traces.length))
    }
    await clock.wait(pause, stopping)
    if (stopping.aborted) return undefined
  }
}

/**
 * Runs a check once: with its timeout, whatever it does, again as its retries say, with its scripts, and without
 * secrets in what comes out.
 * @param stopping aborts when the product stops; the run's outcome is then undefined
 * @param known what scripts see beside the run itself
 */
export async function runCheck(
  check: RunnableCheck,
  parts: RunnerParts,
  stopping: AbortSignal,
  known: Known = {},
): Promise<FinishedRun | undefined> {
  const time = parts.clock.now()
  try {
    return await attempts(check, parts, stopping, known, time)
  } catch (error) {
    // Without a result the check would go on to say what it said last.
    parts.log.error({ err: error, type: check.type.definition.type }, 'a result could not be finished')
    return plainRun(unknown(DEFECT), time)
  }
}
