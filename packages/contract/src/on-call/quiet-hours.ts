import * as z from 'zod/mini'
import type { Severity } from '../health/severity.ts'
import { weeklyHours, zoneName } from './rota.ts'

/** Hours of the week in which messages of a rule or to a person wait. Urgent ones never wait. */
export const quietHours = z.strictObject({
  timeZone: zoneName,
  hours: z
    .array(weeklyHours)
    .check(z.minLength(1, 'Add hours'), z.maxLength(14, 'must have at most 14 entries')),
})
export type QuietHours = z.output<typeof quietHours>

/** What a person sets: null for none. */
export const ownQuietHours = z.object({ quietHours: z.nullable(quietHours) })
export type OwnQuietHours = z.output<typeof ownQuietHours>

/** Whether messages of a severity go out in quiet hours too. */
export function passesQuietHours(severity: Severity): boolean {
  return severity === 'critical' || severity === 'blocker'
}
