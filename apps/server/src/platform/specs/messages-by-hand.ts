import type { Pool } from 'pg'
import type { Clock } from '../clock.ts'
import { type CountCall, limitPerHour } from './per-hour.ts'

/** Times within an hour that somebody may have others told by what they press. Each may be a phone call, which costs money. */
export const MOST_BY_HAND = 60

/**
 * Counts what a person does that sends messages to other people at once: tests of how somebody is reached, messages of the
 * history that are sent again, alerts that are given to somebody, and requests to swap shifts.
 */
export function createMessageCount(pool: Pool, clock: Pick<Clock, 'now'>): CountCall {
  return limitPerHour(pool, clock, {
    kind: 'messages by hand',
    most: MOST_BY_HAND,
    refusal: `You have had messages sent to others ${MOST_BY_HAND} times within an hour; try again later`,
  })
}
