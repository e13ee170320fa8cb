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
