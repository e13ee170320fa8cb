import { definePort } from '../../platform/port.ts'
import type { SubjectState } from '../../platform/subjects.ts'

/** Why alerts of a resource say nothing at present. */
export interface Blindness {
  /** One sentence for the decision. */
  reason: string
  /** Until when at the latest; undefined if nobody knows. */
  until: Date | undefined
}

/** Tells alerts of resources from alerts that only say that the product itself cannot see. */
export interface BlindnessReader {
  /** Why an alert of a resource is held back. Undefined if it says something. */
  now(state: SubjectState): Promise<Blindness | undefined>
  /**
   * How long an alert of a resource waits until it is certain that the product can see. 0 if that is certain already.
   * @param onCertain called at most once, if it becomes certain before the time is over
   * @returns milliseconds
   */
  doubt(state: SubjectState, onCertain: () => void): Promise<number>
  /** @returns ends the subscription to begins and ends of blindness that this process notices */
  onChanged(listener: () => void): () => void
}

/** Offered by this module. */
export const blindness = definePort<BlindnessReader>('blindness')

/** A message of the product about itself. */
export interface DirectMessage {
  kind: 'alert' | 'recovery'
  title: string
  /** Sentences of plain text. */
  text: string
  time: Date
  /** A UUID, the same for an alert and its recovery. */
  alert: string
  /** Path of the page that shows more. */
  path: string
}

/** Sends messages without the queue and without the database, in the ways that were last known to be right. */
export interface DirectMessages {
  /** Remembers how those are reached whom rules tell of failures of checks. Needs the database. */
  remember(checkIds: readonly string[]): Promise<void>
  /** Whether somebody was told of a check in the usual way since a time. Needs the database. */
  isTold(checkId: string, kind: DirectMessage['kind'], since: Date): Promise<boolean>
  /** Sends a message at once. @returns how many recipients' services took it, and of how many */
  tell(message: DirectMessage): Promise<{ told: number; of: number }>
}

/** Offered by the module of notifications. Used when it is needed, since that module opens later. */
export const directMessages = definePort<DirectMessages>('direct messages')
