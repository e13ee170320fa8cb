import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { Queryable } from '../database/index.ts'
import { addOneToQueue, addToQueue, type QueuedJob } from './queue.ts'
import type { RunLog } from './run-log.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** What a lane allows in one process. Jobs of one lane never wait for those of another. */
interface Lane {
  /** Most jobs that run at once. */
  concurrency: number
  /** Most jobs that are fetched at once. */
  batch: number
  /** Milliseconds for which ends of jobs are gathered before they are written; undefined writes each by itself. */
  gather?: number
  /**
   * Milliseconds for which a lane that found nothing looks for no more: the queue wakes all lanes for a job of any, and
   * looking past many waiting events is slow. A job that is added meanwhile is found by polling.
   */
  rest?: number
  /** Milliseconds between looks at the queue without being woken. */
  poll: number
  /** Milliseconds after which a run is given up, unless its job says otherwise. */
  timeLimit: number
}

export const lanes = {
  /** Messages to people. */
  messages: { concurrency: 4, batch: 5, rest: 50, poll: 1_000, timeLimit: 2 * MINUTE },
  /** What follows from an event, inside the database. */
  events: { concurrency: 24, batch: 200, gather: 20, poll: 10_000, timeLimit: MINUTE },
  /** What keeps the product itself in order. */
  maintenance: { concurrency: 2, batch: 3, rest: 50, poll: 1_000, timeLimit: 30 * MINUTE },
} as const satisfies Record<string, Lane>

export type LaneName = keyof typeof lanes

/** What a run of a job achieved; errors are texts for the job history. */
export interface JobOutcome {
  success: number
  errors: readonly string[]
  details?: Readonly<Record<string, unknown>>
}

/** What a run of a job is about; the status of its newest run is kept by resource. */
export interface JobResource {
  type: string
  id: string
  name?: string
}

export interface JobContext<Payload> {
  /** Aborts when the process stops, and when the run takes too long. */
  signal: AbortSignal
  now: () => Date
  payload: Payload
  /** Which attempt this is, from 1, and how many there are. */
  attempt: { number: number; most: number }
  /** What the job history shows of the run while it runs. Nothing keeps the lines of runs that leave no row there. */
  log: RunLog
}

/** What people read before they start a job by hand. */
interface ManualStart {
  /** What the job does, as a sentence. */
  description: string
  /** What a run costs, as a sentence. Whoever starts it has to confirm that. */
  cost?: string
}

export interface JobDefinition<Payload> {
  /** Unique. Shown in the job history and in metrics. */
  name: string
  lane: LaneName
  /** What it is added with; nothing unless given. */
  payload?: z.ZodType<Payload>
  /** Five cron fields in UTC; without them the job runs only when it is added. */
  cron?: string
  /** Of jobs with the same key at most one waits, with the newest payload. */
  key?: (payload: Payload) => string
  /**
   * How often a run that fails is tried in all, with growing pauses; what fails then is a dead letter. Without it a run
   * that fails is not tried again and only its row in the job history says so.
   */
  attempts?: number
  /**
   * Whether each run leaves a row in the job history: for what people schedule or start. While one runs, another of the
   * same resource is skipped.
   */
  record: boolean
  resource?: (payload: Payload) => JobResource
  /** Lets people start it who may run `database`. For recorded jobs without a payload. */
  manual?: ManualStart
  /** Milliseconds; that of the lane unless given. */
  timeLimit?: number
  run(context: JobContext<Payload>): Promise<JobOutcome>
}

/** Why a payload cannot be run: for good, or only by this release. */
export interface UnreadablePayload {
  reason: string
  isFinal: boolean
}

/** A run with a payload that was read. */
interface ReadyRun {
  resource: JobResource | undefined
  run(context: Omit<JobContext<unknown>, 'payload'>): Promise<JobOutcome>
}

/** A job as the engine runs it, whatever its payload. */
export interface Job {
  readonly name: string
  readonly lane: LaneName
  readonly cron: string | undefined
  readonly attempts: number | undefined
  readonly record: boolean
  readonly timeLimit: number
  /** Undefined where nobody can start it by hand. */
  readonly manual: (ManualStart & { add(client: ClientBase): Promise<number> }) | undefined
  /** Reads what the job was added with. */
  prepare(payload: unknown): Result<ReadyRun, UnreadablePayload>
}

/** A job that can be added with its payload. */
export interface DefinedJob<Payload> extends Job {
  /**
   * Adds one run for each payload, in one statement. As part of a transaction they run if and only if that is committed.
   */
  add(within: Queryable, ...payloads: readonly Payload[]): Promise<void>
}

/**
 * How often the engine starts a job that is not tried again when it fails: a process that dies uses up an attempt, also
 * of jobs that it had only fetched.
 */
const ATTEMPTS_WITHOUT_RETRY = 3

/** Starts that the engine grants a job. */
export function engineAttempts({ attempts }: Pick<Job, 'attempts'>): number {
  return attempts ?? ATTEMPTS_WITHOUT_RETRY
}

/** Defines a job that is added with a payload. */
export function defineJob<Payload extends object>(
  definition: Omit<JobDefinition<Payload>, 'manual'> & { payload: z.ZodType<Payload> },
): DefinedJob<Payload>
/** Defines a job without a payload. */
export function defineJob(definition: Omit<JobDefinition<unknown>, 'payload'>): DefinedJob<object>
export function defineJob<Payload extends object>(definition: JobDefinition<Payload>): DefinedJob<Payload> {
  const { name, lane, cron, attempts, record, payload: shape, key, resource, manual } = definition
  const queued = (payload: object, jobKey: string | undefined): QueuedJob => ({
    identifier: name,
    payload,
    max_attempts: engineAttempts({ attempts }),
    ...(jobKey === undefined ? {} : { job_key: `${name}:${jobKey}` }),
  })
  return {
    name,
    lane,
    cron,
    attempts,
    record,
    timeLimit: definition.timeLimit ?? lanes[lane].timeLimit,
    manual: manual && {
      ...manual,
      // One key for all of them: of runs that people ask for while none has begun, one is enough.
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
  }
}
