import { type EventName, type EventPayload, events as forms } from '@binnacle/contract/kinds'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { z } from 'zod'
import type { Queryable } from '../database/index.ts'
import { newId } from '../ids.ts'
import { engineAttempts, type Job, type LaneName, lanes, type UnreadablePayload } from '../jobs/define.ts'
import { addToQueue, type QueuedJob } from '../jobs/queue.ts'

/** An event as its consumer receives it. */
export interface EmittedEvent<Name extends EventName> {
  /** The same for every consumer and every attempt. Effects outside the database use it as an idempotency key. */
  id: string
  name: Name
  time: Date
  payload: EventPayload<Name>
}

interface ConsumerContext {
  /** Aborts when the process stops or the run reaches its time limit. */
  signal: AbortSignal
  now: () => Date
  /** The number of this attempt, from 1, and the most attempts. */
  attempt: { number: number; most: number }
}

export interface ConsumerDefinition<Name extends EventName> {
  event: Name
  /** What the consumer does, in one or two words. Unique among the consumers of the event. */
  name: string
  lane: LaneName
  /** Of waiting events with the same key only the newest is kept. Default: every event is consumed */
  key?: (payload: EventPayload<Name>) => string
  /**
   * How many events of one statement a job hands to the consumer at once. In a storm the queue costs more than what many
   * consumers do. Those that fail become jobs of their own. Not with a key. Default: one.
   */
  together?: number
  /** Most attempts before the event becomes a dead letter of this consumer. Default: ten. */
  attempts?: number
  /** Milliseconds. Default: the lane's. */
  timeLimit?: number
  /** Which of the events it consumes. Asked when one is emitted; it must answer at once. Default: all. */
  takes?: (payload: EventPayload<Name>) => boolean
  /** Whether its jobs go before those of others in the queue. */
  isUrgent?: boolean
  /**
   * Whether it has any use for the event now. Asked when one is emitted, so that thousands that nobody wants add no jobs. It
   * must answer at once, and yes where it does not know. Default: always.
   */
  wants?: () => boolean
  /** Handles an event. It may run more than once for the same event. Throw to have it retried. */
  run(event: EmittedEvent<Name>, context: ConsumerContext): Promise<void>
}

/** A consumer of any event. It is a separate job, so a failure of one consumer does not affect others. */
export interface Consumer {
  event: EventName
  job: Job
  keyOf(payload: unknown): string | undefined
  takes(payload: unknown): boolean
  /** Its place in the queue: the lowest goes first. */
  priority: number
  /** How many events a job has at most. */
  together: number
  wants(): boolean
}

export interface Events {
  /** Registers consumers. Every process registers all of them, whether it runs them or not. */
  register(consumers: readonly Consumer[]): void
  /** Whether a consumer wants an event now. If not, callers can skip collecting its data. */
  isConsumed(name: EventName): boolean
  /** Emits events of one name in one statement. Inside a transaction, they are emitted only if it is committed. */
  emit<Name extends EventName>(
    within: Queryable,
    name: Name,
    ...payloads: readonly EventPayload<Name>[]
  ): Promise<void>
  /** The jobs that run the consumers. */
  readonly jobs: readonly Job[]
}

const URGENT_PRIORITY = -10

/** Takes about four hours with the queue's pauses. */
const ATTEMPTS = 10

const envelope = z.object({
  id: z.uuid(),
  version: z.int(),
  time: z.iso.datetime().transform((time) => new Date(time)),
  payload: z.unknown(),
})

/** An event as it is in the queue. */
interface StoredEvent {
  id: string
  version: number
  time: string
  payload: unknown
}

/** Several events of one name, which one job hands to a consumer. */
const bundle = z.object({ together: z.array(z.unknown()).min(1) })

/**
 * A release that knows no bundles takes this for the version of a payload, and leaves the events to a process of a newer
 * release.
 */
const BUNDLE_VERSION = 1_000_000

/** What is in the queue for some events. */
function queuedForm(events: readonly StoredEvent[]): object {
  const [first] = events
  return events.length === 1 && first !== undefined
    ? first
    : { together: events, ...first, version: BUNDLE_VERSION, payload: null }
}

type ParsedEvent<Name extends EventName> = Omit<EmittedEvent<Name>, 'name'>

/** Reads an event of the queue, if this release can consume it. */
function readEvent<Name extends EventName>(
  name: Name,
  given: unknown,
): Result<ParsedEvent<Name>, UnreadablePayload> {
  const { version, payload: shape } = forms[name]
  const read = envelope.safeParse(given)
  if (!read.success)
    return fail({ reason: `the event cannot be read: ${z.prettifyError(read.error)}`, isFinal: true })
  const { id, time, ...written } = read.data
  // A newer release may have emitted it. A process of that release can consume it.
  if (written.version !== version)
    return fail({
      reason: `the payload has version ${written.version}, this release consumes version ${version}`,
      isFinal: written.version < version,
    })
  const payload = shape.safeParse(written.payload)
  if (!payload.success)
    return fail({ reason: `the payload cannot be read: ${z.prettifyError(payload.error)}`, isFinal: true })
  return succeed({ id, time, payload: payload.data })
}

/** Reads all events of a job. One that cannot be read makes the whole job unreadable. */
function readEvents<Name extends EventName>(
  name: Name,
  given: unknown,
): Result<ParsedEvent<Name>[], UnreadablePayload> {
  const bundled = bundle.safeParse(given)
  const events: ParsedEvent<Name>[] = []
  for (const each of bundled.success ? bundled.data.together : [given]) {
    const read = readEvent(name, each)
    if (!read.ok) return read
    events.push(read.value)
  }
  return succeed(events)
}

/**
 * Defines a consumer of an event.
 * @example
 * defineConsumer({
 *   event: 'check.failed',
 *   name: 'roll up',
 *   lane: 'events',
 *   run: ({ payload: { checkId } }) => markLinked(pool, 'checks', [checkId]),
 * })
 */
export function defineConsumer<Name extends EventName>(definition: ConsumerDefinition<Name>): Consumer {
  const { event: name, lane, key, attempts = ATTEMPTS, timeLimit = lanes[lane].timeLimit } = definition
  const together = key === undefined ? (definition.together ?? 1) : 1
  const priority = definition.isUrgent === true ? URGENT_PRIORITY : 0
  const { version, payload: shape } = forms[name]
  const jobName = `${name}/${definition.name}`
  const job: Job = {
    name: jobName,
    lane,
    cron: undefined,
    attempts,
    record: false,
    timeLimit,
    manual: undefined,
    prepare(given) {
      const read = readEvents(name, given)
      if (!read.ok) return read
      const events = read.value
      return succeed({
        resource: undefined,
        async run(context) {
          const ended = await Promise.allSettled(
            events.map((event) => definition.run({ ...event, name }, context)),
          )
          const failed = events.flatMap((event, place) => {
            const outcome = ended[place]
            return outcome?.status === 'rejected' ? [{ event, reason: outcome.reason }] : []
          })
          const [first] = failed
          // Nothing is done then, so all of them are tried again together.
          if (first !== undefined && failed.length === events.length) throw first.reason
          // Of a job that is tried again, what had succeeded would be consumed once more.
          await context.addJobs(
            failed.map(({ event: { id, time, payload } }) => ({
              identifier: jobName,
              payload: { id, version, time: time.toISOString(), payload },
              max_attempts: engineAttempts(job),
              priority,
            })),
          )
          return {
            success: events.length - failed.length,
            errors: failed.map(({ reason }) => String(reason)),
          }
        },
      })
    },
  }
  return {
    event: name,
    job,
    together,
    priority,
    keyOf: (payload) => key?.(shape.parse(payload)),
    takes: (payload) => definition.takes?.(shape.parse(payload)) ?? true,
    wants: () => definition.wants?.() ?? true,
  }
}

/** Splits a list into parts of at most so many. */
function inRuns<Item>(items: readonly Item[], most: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, place) =>
    items.slice(place * most, (place + 1) * most),
  )
}

/** Creates the events through which modules tell each other what happened. */
export function createEvents(clock: { now(): Date }): Events {
  const consumers = new Map<EventName, Consumer[]>()
  return {
    register(added) {
      for (const consumer of added) {
        const known = consumers.get(consumer.event) ?? []
        if (known.some(({ job }) => job.name === consumer.job.name))
          throw new Error(`two consumers are called ${consumer.job.name}`)
        consumers.set(consumer.event, [...known, consumer])
      }
    },
    isConsumed: (name) => consumers.get(name)?.some((consumer) => consumer.wants()) ?? false,
    async emit(within, name, ...payloads) {
      const { version } = forms[name]
      const time = clock.now().toISOString()
      const emitted = payloads.map((payload): StoredEvent => ({ id: newId(), version, time, payload }))
      const wanting = (consumers.get(name) ?? []).filter((consumer) => consumer.wants())
      const jobs = wanting.flatMap((consumer) =>
        inRuns(
          emitted.filter(({ payload }) => consumer.takes(payload)),
          consumer.together,
        ).map((events): QueuedJob => {
          const [event] = events
          const key = event === undefined ? undefined : consumer.keyOf(event.payload)
          return {
            identifier: consumer.job.name,
            payload: queuedForm(events),
            max_attempts: engineAttempts(consumer.job),
            priority: consumer.priority,
            ...(key === undefined ? {} : { job_key: `${consumer.job.name}:${key}` }),
          }
        }),
      )
      await addToQueue(within, jobs)
    },
    get jobs() {
      return [...consumers.values()].flatMap((ofEvent) => ofEvent.map(({ job }) => job))
    },
  }
}
