import { formatDuration } from '@binnacle/contract/text'
import type { Pool } from 'pg'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { engineAttempts, type Job, type JobOutcome, type ReadyRun } from './define.ts'
import { untilDatabaseAnswers } from '../database/availability.ts'
import { newId } from '../ids.ts'
import { beginRun, endRun, type EndStatus, giveUpRun, statusOf } from './history.ts'
import { addToQueue, endAttempts, returnAttempt } from './queue.ts'
import { keepRunLog } from './run-log.ts'

export interface RunDependencies {
  processId: string
  pool: Pool
  clock: Clock
  log: Log
  metrics: Metrics
  /** Aborts when the process stops. */
  stopping: AbortSignal
}

/** A job as the engine started it. */
export interface StartedJob {
  id: string
  payload: unknown
  /** Number of starts, including this one. */
  attempts: number
}

/** Milliseconds that a run has to end after it hears that the process stops. */
const GRACE_MILLISECONDS = 2_000

interface RunEnd {
  status: EndStatus
  outcome: JobOutcome
}

/** Reason of the abort that ends the waits for a run that is over. */
const DONE = 'the run is over'

const failed = (reason: string): JobOutcome => ({ success: 0, errors: [reason] })

/**
 * Waits for a run with limits: a run that exceeds its time limit has failed, and one that still runs when the process
 * stops is stopped. A run that was given up may continue in the background, but its outcome is ignored.
 */
async function waitFor(
  run: (signal: AbortSignal) => Promise<JobOutcome>,
  timeLimit: number,
  { clock, stopping }: Pick<RunDependencies, 'clock' | 'stopping'>,
): Promise<RunEnd> {
  const over = new AbortController()
  const done = new AbortController()
  const ending = (async () => run(over.signal))().then(
    (outcome): RunEnd => ({ status: statusOf(outcome), outcome }),
    (error: unknown): RunEnd => ({
      status: stopping.aborted ? 'STOPPED' : 'FAILED',
      outcome: failed(error instanceof Error ? error.message : String(error)),
    }),
  )
  const givenUp = Promise.withResolvers<RunEnd>()
  const giveUpAfter = async (milliseconds: number, status: EndStatus, reason: string) => {
    await clock.wait(milliseconds, done.signal)
    if (done.signal.aborted) return
    givenUp.resolve({ status, outcome: failed(reason) })
    over.abort(new Error(reason))
  }
  void giveUpAfter(timeLimit, 'FAILED', `exceeded its time limit of ${formatDuration(timeLimit)}`)
  const onStop = () => {
    over.abort(new Error('the process stops'))
    void giveUpAfter(GRACE_MILLISECONDS, 'STOPPED', 'the process stopped')
  }
  if (stopping.aborted) onStop()
  else stopping.addEventListener('abort', onStop, { once: true })
  try {
    return await Promise.race([ending, givenUp.promise])
  } finally {
    // Without a reason each run would create an error with its stack.
    done.abort(DONE)
    stopping.removeEventListener('abort', onStop)
  }
}

/** A run that has ended. */
export interface FinishedRun {
  /** Id of its row in the job history, if the job has one. */
  id: string | undefined
  status: EndStatus
  outcome: JobOutcome
}

/** @returns the id of the row of the run; undefined if another run of the resource has not ended */
async function beginRow(
  { name }: Job,
  { resource }: ReadyRun,
  { id: queueId }: { id: string | undefined },
  { pool, clock, processId, stopping }: RunDependencies,
): Promise<string | undefined> {
  const id = newId()
  try {
    return await beginRun(pool, { id, name, processId, resource, queueId }, clock.now())
  } catch (error) {
    // The row may be there although its answer was lost. As long as it says that the run goes on, later runs are skipped.
    void untilDatabaseAnswers(clock, stopping, () => giveUpRun(pool, id)).catch(() => undefined)
    throw error
  }
}

/** @returns undefined if another run of the resource has not ended */
async function carryOut(
  job: Job,
  ready: ReadyRun,
  started: { id: string | undefined; attempts: number },
  dependencies: RunDependencies,
): Promise<FinishedRun | undefined> {
  const { pool, clock, log, metrics } = dependencies
  const row = job.record ? await beginRow(job, ready, started, dependencies) : undefined
  if (job.record && row === undefined) {
    metrics.jobRuns.inc({ name: job.name, status: 'SKIPPED' })
    return undefined
  }
  const attempt = { number: started.attempts, most: engineAttempts(job) }
  const runLog = keepRunLog(dependencies, row)
  const ended = await waitFor(
    (signal) =>
      ready.run({
        signal,
        now: () => clock.now(),
        attempt,
        log: runLog,
        addJobs: (jobs) => addToQueue(pool, jobs),
      }),
    job.timeLimit,
    dependencies,
  )
  const { status } = ended
  const outcome = runLog.clean(ended.outcome)
  const { errors } = outcome
  // Close the log before the row says that the run ended, so that readers of the log get all of it.
  await runLog.close()
  if (errors.length > 0) log.warn({ job: job.name, status, errors: errors.slice(0, 3) }, 'a job had errors')
  metrics.jobRuns.inc({ name: job.name, status })
  const endedAt = clock.now()
  // A row that says that the run goes on would have all later runs of its resource skipped.
  if (row !== undefined)
    await untilDatabaseAnswers(clock, dependencies.stopping, () =>
      endRun(pool, row, status, outcome, endedAt),
    )
  return { id: row, status, outcome }
}

/**
 * Runs a job in this process, for somebody who waits for it, with its row in the job history.
 * @returns undefined if another run of the resource has not ended
 */
export async function runJobHere(
  job: Job,
  payload: unknown,
  dependencies: RunDependencies,
): Promise<FinishedRun | undefined> {
  const prepared = job.prepare(payload)
  if (!prepared.ok) throw new Error(prepared.failure.reason)
  return carryOut(job, prepared.value, { id: undefined, attempts: 1 }, dependencies)
}

/**
 * Runs a job, and records the run if the job has a history.
 * @throws what the engine retries, or keeps as a dead letter
 */
export async function runJob(job: Job, started: StartedJob, dependencies: RunDependencies): Promise<void> {
  const { pool, log, metrics } = dependencies
  const prepared = job.prepare(started.payload)
  if (!prepared.ok) {
    const { reason, isFinal } = prepared.failure
    log.error({ job: job.name, reason }, 'a job cannot be run')
    metrics.jobRuns.inc({ name: job.name, status: 'FAILED' })
    if (isFinal) await endAttempts(pool, started.id)
    throw new Error(reason)
  }
  const run = await carryOut(job, prepared.value, started, dependencies)
  if (run === undefined) return
  const { status, outcome } = run
  if (status === 'STOPPED') await returnAttempt(pool, started.id)
  // The engine retries if this throws.
  if (status === 'STOPPED' || (status === 'FAILED' && job.attempts !== undefined))
    throw new Error(outcome.errors.join('; '))
}
