import * as z from 'zod/mini'

/** A check that changed between healthy and unhealthy, after its thresholds. */
const checkChanged = z.object({
  checkId: z.uuid(),
  canaryId: z.uuid(),
  /** When the run began whose result changed the check; with `checkId` it names that result. */
  time: z.iso.datetime(),
  /** What the check was before; null when it was never known. */
  previous: z.nullable(z.enum(['healthy', 'unhealthy'])),
})

/** What each event carries. */
interface Payloads {
  /** A check that was unhealthy is healthy. */
  'check.passed': z.infer<typeof checkChanged>
  /** A check became unhealthy, or was so from its first run on. */
  'check.failed': z.infer<typeof checkChanged>
}

export type EventName = keyof Payloads

export type EventPayload<Name extends EventName> = Payloads[Name]

/** The form of an event. */
export interface EventForm<Payload> {
  /**
   * Counts up when the payload changes its meaning or loses a field: events of an older version that still wait are then
   * refused with that reason.
   */
  version: number
  payload: z.ZodMiniType<Payload>
}

/** What areas of the product tell each other, by name. */
export const events: { readonly [Name in EventName]: EventForm<Payloads[Name]> } = {
  'check.passed': { version: 1, payload: checkChanged },
  'check.failed': { version: 1, payload: checkChanged },
}
