import { stringify } from 'yaml'
import type { CheckTypeInfo } from './check-types.ts'

/** The schedule that a new health check begins with. */
const SCHEDULE = '@every 1m'

/** One check of a type as its documentation shows it. */
export function exampleOf(type: CheckTypeInfo): unknown {
  return Array.isArray(type.example) ? type.example[0] : { name: null }
}

/** The text that a new health check begins with: an empty check for the form, an example where there is code only. */
export function startingText(type: CheckTypeInfo | undefined): string {
  if (type === undefined)
    return stringify({ schedule: SCHEDULE, http: [{ name: 'front page', url: 'https://example.com/' }] })
  const first = type.hasForm ? { name: null } : exampleOf(type)
  const schedule = type.receives ? {} : { schedule: SCHEDULE }
  return stringify({ ...schedule, [type.type]: [first] }, { nullStr: '', lineWidth: 0 })
}
