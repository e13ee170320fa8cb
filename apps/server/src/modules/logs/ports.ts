import type { Actor } from '../../platform/access/actor.ts'
import { definePort } from '../../platform/port.ts'

/** The lines of a log selector of a component. */
export interface ComponentLog {
  component: { id: string; name: string; type: string | null }
  /** Name of the log selector. */
  selector: string
  lines: number
  /** The lines, the newest first, each with a line break. */
  text: string
  /** What is missing and why; undefined if nothing is. */
  problem: string | undefined
}

/** Reads the logs of components between two times, one log selector after the other; none while the feature is off. */
export type ComponentLogs = (request: {
  components: readonly string[]
  /** Who reads them: lines of log backends that are not open to them are left out, which is said. */
  actor: Actor
  from: Date
  to: Date
  /** `json` has an object with timestamp, message and labels on each line. */
  format: 'text' | 'json'
  signal: AbortSignal
  /** How long all of it may take; what is not read by then is said with its log. Default: 20,000. */
  milliseconds?: number
}) => AsyncGenerator<ComponentLog>

/** Offered by this module. */
export const componentLogs = definePort<ComponentLogs>('the logs of components')
