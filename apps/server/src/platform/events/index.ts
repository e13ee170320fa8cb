import { type EventName, type EventPayload, events as forms } from '@binnacle/contract/events'
import { fail, succeed } from '@binnacle/contract/core'
import { z } from 'zod'
import type { Queryable } from '../database/index.ts'
import { newId } from '../ids.ts'
import { engineAttempts, type Job, type LaneName, lanes } from '../jobs/define.ts'
import { addToQueue, type QueuedJob } from '../jobs/queue.ts'

/** An event as its consumer receives it. */
export interface EmittedEvent<Name extends EventName> {
  /** The same for every consumer and every attempt. Effects outside the database use it as an idempotency key. */
  id: string
  name: Name
  time: Date
  payload: EventPayload<Name>
}

export interface ConsumerContext {
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
  /** Most attempts before the event becomes a dead letter of this consumer. Default: ten. */
  attempts?: number
  /** Milliseconds. Default: the lane's. */
  timeLimit?: number
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

/** Takes about four hours with the queue's pauses. */
const ATTEMPTS = 10

const envelope = z.object({
  id: z.uuid(),
  version: z.int(),
  time: z.iso.datetime().transform((time) => new Date(time)),
  payload: z.unknown(),
})

/** Defines a consumer of an event. */
export function defineConsumer<Name extends EventName>(definition: ConsumerDefinition<Name>): Consumer {
  const { event: name, lane, key, attempts = ATTEMPTS, timeLimit = lanes[lane].timeLimit } = definition
  const { version, payload: shape } = forms[name]
  const job: Job = {
    name: `${name}/${definition.name}`,
    lane,
    cron: undefined,
    attempts,
    record: false,
    timeLimit,
    manual: undefined,
    prepare(given) {
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
        return fail({
          reason: `the payload cannot be read: ${z.prettifyError(payload.error)}`,
          isFinal: true,
        })
      return succeed({
        resource: undefined,
        async run(context) {
          await definition.run({ id, name, time, payload: payload.data }, context)
          return { success: 1, errors: [] }
        },
      })
    },
  }
  return {
    event: name,
    job,
    keyOf: (payload) => key?.(shape.parse(payload)),
    wants: () => definition.wants?.() ?? true,
  }
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
      const emitted = payloads.map((payload) => ({ id: newId(), version, time, payload }))
      const wanting = (consumers.get(name) ?? []).filter((consumer) => consumer.wants())
      const jobs = wanting.flatMap((consumer) =>
        emitted.map((event): QueuedJob => {
          const { job } = consumer
          const key = consumer.keyOf(event.payload)
          return {
            identifier: job.name,
            payload: event,
            max_attempts: engineAttempts(job),
            ...(key === undefined ? {} : { job_key: `${job.name}:${key}` }),
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
