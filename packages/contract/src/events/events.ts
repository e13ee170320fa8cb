import * as z from 'zod/mini'

/** A check that changed between healthy and unhealthy, after its thresholds. */
const checkChanged = z.object({
  checkId: z.uuid(),
  canaryId: z.uuid(),
  /** Start of the run that changed the check. Together with `checkId` it identifies the result. */
  time: z.iso.datetime(),
  /** The status before; null if there was none. */
  previous: z.nullable(z.enum(['healthy', 'unhealthy'])),
})

/** The payload of each event. */
interface Payloads {
  /** A check that was unhealthy is healthy. */
  'check.passed': z.infer<typeof checkChanged>
  /** A check became unhealthy, or was unhealthy from its first run on. */
  'check.failed': z.infer<typeof checkChanged>
}

export type EventName = keyof Payloads

export type EventPayload<Name extends EventName> = Payloads[Name]

/** The form of an event. */
export interface EventForm<Payload> {
  /**
   * Increase it when the payload changes its meaning or loses a field. Waiting events of an older version then become dead
   * letters that say so.
   */
  version: number
  payload: z.ZodMiniType<Payload>
}

/** All events by name. */
export const events: { readonly [Name in EventName]: EventForm<Payloads[Name]> } = {
  'check.passed': { version: 1, payload: checkChanged },
  'check.failed': { version: 1, payload: checkChanged },
}
