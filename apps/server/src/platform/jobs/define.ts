import { fail, MINUTE, type Result, succeed } from '@binnacle/contract/core'
import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { Queryable } from '../database/index.ts'
import { addOneToQueue, addToQueue, type QueuedJob } from './queue.ts'
import type { RunLog } from './run-log.ts'

/** The limits of a lane in one process. Jobs of one lane never wait for those of another. */
interface Lane {
  /** Most jobs that run at once. */
  concurrency: number
  /** Most jobs that are claimed at once. */
  batch: number
  /**
   * Milliseconds for which the ends of jobs are gathered before they are written. Undefined: each end is written
   * immediately.
   */
  gather?: number
  /**
   * Milliseconds for which a lane that found nothing does not look again. The queue wakes all lanes for a job of any
   * lane, and skipping many waiting events is slow. Polling finds a job that is added in this time.
   */
  rest?: number
  /**
   * Milliseconds between two looks at the queue if nothing wakes the lane. No two lanes have the same, because those that
   * look at the same moment take a connection each, which keeps 5 to 12 MiB in PostgreSQL.
   */
  poll: number
  /** Milliseconds after which a run is given up. A job may set its own limit. */
  timeLimit: number
}

export const lanes = {
  /** Messages to people. */
  messages: { concurrency: 4, batch: 5, rest: 50, poll: 970, timeLimit: 2 * MINUTE },
  /** Decisions about which people are told of an event. */
  notifications: { concurrency: 48, batch: 50, gather: 20, rest: 20, poll: 1_070, timeLimit: MINUTE },
  /** The same about what is critical, so that it never waits behind a storm of the rest. */
  urgent: { concurrency: 4, batch: 4, rest: 20, poll: 1_010, timeLimit: MINUTE },
  /** Messages of notifications on their way to their services, some of which are slow. */
  sends: { concurrency: 32, batch: 50, gather: 20, rest: 20, poll: 1_130, timeLimit: 2 * MINUTE },
  /** What follows from an event, inside the database. */
  events: { concurrency: 24, batch: 200, gather: 20, poll: 10_000, timeLimit: MINUTE },
  /** Runs of scrapers, of which some take hours. Source of the limits: reference of the catalog, section 1.7. */
  scrapes: { concurrency: 12, batch: 4, rest: 500, poll: 2_030, timeLimit: 240 * MINUTE },
  /** Changes on their way to servers of change feeds, some of which are slow or away. */
  feeds: { concurrency: 8, batch: 4, rest: 500, poll: 2_090, timeLimit: 2 * MINUTE },
  /** What keeps the product itself in order. */
  maintenance: { concurrency: 2, batch: 3, rest: 500, poll: 1_310, timeLimit: 30 * MINUTE },
} as const satisfies Record<string, Lane>

export type LaneName = keyof typeof lanes

/** The outcome of a run. Errors are texts for the job history. */
export interface JobOutcome {
  success: number
  errors: readonly string[]
  details?: Readonly<Record<string, unknown>>
}

/** The resource of a run. The status of its newest run is stored by resource. */
export interface JobResource {
  type: string
  id: string
  name?: string
}

interface JobContext<Payload> {
  /** Aborts when the process stops or the run reaches its time limit. */
  signal: AbortSignal
  now: () => Date
  payload: Payload
  /** The number of this attempt, from 1, and the most attempts. */
  attempt: { number: number; most: number }
  /** Adds jobs to the queue. */
  addJobs(jobs: readonly QueuedJob[]): Promise<void>
  /** Lines that the job history shows while the job runs. Lines of runs without a row there are dropped. */
  log: RunLog
}

/** Texts for people who start a job manually. */
interface ManualStart {
  /** What the job does, as a sentence. */
  description: string
  /** What a run costs, as a sentence that the person has to confirm. */
  cost?: string
}

export interface JobDefinition<Payload> {
  /** Unique. The job history and metrics show it. */
  name: string
  lane: LaneName
  /** Schema of the payload. Default: no payload. */
  payload?: z.ZodType<Payload>
  /** Five cron fields in UTC. Without them the job runs only when it is added. */
  cron?: string
  /** At most one job with the same key waits. It has the newest payload. */
  key?: (payload: Payload) => string
  /**
   * Most attempts of a failing run, with growing pauses. If the last one fails, the job is a dead letter. Without a
   * number a failed run is not retried, and only its row in the job history records the failure.
   */
  attempts?: number
  /**
   * Whether each run gets a row in the job history, for jobs that people schedule or start. While one runs, further
   * runs of the same resource are skipped.
   */
  record: boolean
  resource?: (payload: Payload) => JobResource
  /** Lets people with the right `database` start the job. For recorded jobs without a payload. */
  manual?: ManualStart
  /** Milliseconds. Default: the lane's. */
  timeLimit?: number
  run(context: JobContext<Payload>): Promise<JobOutcome>
}

/** Why a payload cannot be run: never, or only not by this release. */
export interface UnreadablePayload {
  reason: string
  isFinal: boolean
}

/** A run with its parsed payload. */
export interface ReadyRun {
  resource: JobResource | undefined
  run(context: Omit<JobContext<unknown>, 'payload'>): Promise<JobOutcome>
}

/** A job as the engine runs it, for any payload. */
export interface Job {
  readonly name: string
  readonly lane: LaneName
  readonly cron: string | undefined
  readonly attempts: number | undefined
  readonly record: boolean
  readonly timeLimit: number
  /** Undefined if people cannot start it. */
  readonly manual: (ManualStart & { add(client: ClientBase): Promise<number> }) | undefined
  /** Parses the payload of a queued job. */
  prepare(payload: unknown): Result<ReadyRun, UnreadablePayload>
}

/** A job that can be added with its payload. */
export interface DefinedJob<Payload> extends Job {
  /** Adds one run for each payload in one statement. Inside a transaction, they run only if it is committed. */
  add(within: Queryable, ...payloads: readonly Payload[]): Promise<void>
  /** Adds one run that starts at an instant at the earliest. One with the same key that waits gets this instant. */
  addAt(within: Queryable, time: Date, payload: Payload): Promise<void>
  /** Adds runs as `addAt` does, in one statement. */
  addEachAt(within: Queryable, runs: readonly { time: Date; payload: Payload }[]): Promise<void>
  /** Adds runs as `addEachAt` does, but one with the same key that waits keeps its instant. */
  addUnlessWaiting(within: Queryable, runs: readonly { time: Date; payload: Payload }[]): Promise<void>
}

/**
 * Starts that the engine allows a job without retries. A process that dies uses up a start of each job that it had
 * claimed, even if it had not run it yet.
 */
const ATTEMPTS_WITHOUT_RETRY = 3

/** Starts that the engine allows a job. */
export function engineAttempts({ attempts }: Pick<Job, 'attempts'>): number {
  return attempts ?? ATTEMPTS_WITHOUT_RETRY
}

/**
 * Defines a job that is added with a payload.
 * @example
 * const sendReport = defineJob({
 *   name: 'SendReport',
 *   lane: 'maintenance',
 *   payload: z.strictObject({ reportId: z.uuid() }),
 *   record: false,
 *   run: async ({ payload }) => {
 *     await send(payload.reportId)
 *     return { success: 1, errors: [] }
 *   },
 * })
 * await sendReport.add(client, { reportId })
 */
export function defineJob<Payload extends object>(
  definition: Omit<JobDefinition<Payload>, 'manual'> & { payload: z.ZodType<Payload> },
): DefinedJob<Payload>
/**
 * Defines a job without a payload.
 * @example
 * const forgetHistory = defineJob({
 *   name: 'ForgetHistory',
 *   lane: 'maintenance',
 *   cron: '27 2 * * *',
 *   record: true,
 *   run: async ({ now }) => ({ success: await forgetBefore(now()), errors: [] }),
 * })
 */
export function defineJob(definition: Omit<JobDefinition<unknown>, 'payload'>): DefinedJob<object>
export function defineJob<Payload extends object>(definition: JobDefinition<Payload>): DefinedJob<Payload> {
  const { name, lane, cron, attempts, record, payload: shape, key, resource, manual } = definition
  const queued = (payload: object, jobKey: string | undefined): QueuedJob => ({
    identifier: name,
    payload,
    max_attempts: engineAttempts({ attempts }),
    ...(jobKey === undefined ? {} : { job_key: `${name}:${jobKey}` }),
  })
  type Runs = readonly { time: Date; payload: Payload }[]
  const addRuns = (within: Queryable, runs: Runs, keepTimes: boolean) =>
    addToQueue(
      within,
      runs.map(({ time, payload }) => ({ ...queued(payload, key?.(payload)), run_at: time.toISOString() })),
      keepTimes,
    )
  const addEachAt = (within: Queryable, runs: Runs) => addRuns(within, runs, false)
  return {
    name,
    lane,
    cron,
    attempts,
    record,
    timeLimit: definition.timeLimit ?? lanes[lane].timeLimit,
    manual: manual && {
      ...manual,
      // All manual starts share one key: one waiting run is enough.
      add: (client) => addOneToQueue(client, queued({}, 'manual')),
    },
    prepare(given) {
      const parsed = (shape ?? z.custom<Payload>()).safeParse(given)
      if (!parsed.success)
        return fail({
          reason: `its payload cannot be read: ${z.prettifyError(parsed.error)}`,
          isFinal: true,
        })
      const payload = parsed.data
      return succeed({
        resource: resource?.(payload),
        run: (context) => definition.run({ ...context, payload }),
      })
    },
    add: (within, ...payloads) =>
      addToQueue(
        within,
        payloads.map((payload) => queued(payload, key?.(payload))),
      ),
    addAt: (within, time, payload) => addEachAt(within, [{ time, payload }]),
    addEachAt,
    addUnlessWaiting: (within, runs) => addRuns(within, runs, true),
  }
}
