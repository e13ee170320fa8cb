import * as z from 'zod/mini'
import { LONGEST_QUERY } from '../health/check-list.ts'

/** The state of an event in the queue of a consumer; a dead letter has no attempt left. */
export const queueStates = ['waiting', 'running', 'retrying', 'dead'] as const
export type QueueState = (typeof queueStates)[number]

/** A list counts no more events than this; it then says that there are more. */
export const MOST_COUNTED_EVENTS = 10_000

/** An event that waits for one consumer, or that failed there. */
const queuedEvent = z.object({
  id: z.string(),
  name: z.string(),
  /** Null where the name says who consumes it, as with emails. */
  consumer: z.nullable(z.string()),
  state: z.enum(queueStates),
  attempts: z.number(),
  most_attempts: z.number(),
  created_at: z.string(),
  /** When the next attempt is due; null while one runs, and for a dead letter. */
  next_attempt: z.nullable(z.string()),
  last_failure: z.nullable(z.string()),
  /** The start of the last error. */
  error: z.nullable(z.string()),
})
export type QueuedEvent = z.output<typeof queuedEvent>

export const queuedEventList = z.object({
  events: z.array(queuedEvent),
  /** At most `MOST_COUNTED_EVENTS`. */
  total: z.number(),
  /** Whether there are more than `total`. */
  more: z.boolean(),
})
export type QueuedEventList = z.output<typeof queuedEventList>

/** An event with its payload, in which secrets are masked; its error is complete. */
export const queuedEventDetails = z.extend(queuedEvent, { payload: z.unknown() })
export type QueuedEventDetails = z.output<typeof queuedEventDetails>

/** The fields of queries for queued events. */
export const queuedEventFields = [
  { kind: 'choice', name: 'state', help: 'State in the queue', values: queueStates },
  { kind: 'text', name: 'consumer', help: 'Name of its consumer' },
  { kind: 'text', name: 'error', help: 'Its last error; * matches any characters' },
  { kind: 'number', name: 'attempts', help: 'Number of its attempts' },
  { kind: 'time', name: 'created', help: 'When it happened' },
  { kind: 'time', name: 'failed', help: 'When it failed last' },
] as const

/** Which events of one name are meant: one of them, or all that the filters choose. */
export const queueSelection = z.object({
  name: z.string(),
  id: z.optional(z.string().check(z.regex(/^\d{1,18}$/, 'is not an id'))),
  state: z.optional(z.enum(queueStates)),
  /** A query; its words are parts of the error or of the name of the consumer. */
  query: z.optional(z.string().check(z.maxLength(LONGEST_QUERY))),
})
export type QueueSelection = z.output<typeof queueSelection>

export const queueDiscard = z.extend(queueSelection, {
  reason: z.string().check(z.trim(), z.minLength(1, 'Enter a reason'), z.maxLength(500)),
})

/** How many events were changed. */
export const queueChange = z.object({ events: z.number() })
