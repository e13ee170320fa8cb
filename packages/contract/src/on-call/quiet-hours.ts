import * as z from 'zod/mini'
import { weeklyHours, zoneName } from './rota.ts'

/** Hours in which a person, or those whom a rule tells, rest: they are told of what is critical only. */
export const quietHours = z.object({
  timeZone: zoneName,
  hours: z.array(weeklyHours).check(z.minLength(1, 'Add quiet hours'), z.maxLength(14)),
})
export type QuietHours = z.output<typeof quietHours>
