import type { Actor } from '../access/actor.ts'
import type { Clock } from '../clock.ts'
import { RequestError } from '../errors.ts'

const HOUR = 3_600_000
/** People whose calls are counted; those of an hour ago are forgotten when there are more. */
const MOST_PEOPLE = 10_000

/**
 * Counts calls of each person in this process, and refuses those beyond a number in an hour.
 * @param refusal what somebody is told who made so many
 * @returns counts a call, or throws a RequestError
 */
export function limitPerHour(most: number, clock: Pick<Clock, 'now'>, refusal: string) {
  const counts = new Map<string, { since: number; calls: number }>()
  return ({ personId }: Pick<Actor, 'personId'>): void => {
    const now = clock.now().getTime()
    // A clock that was set back begins a new hour too.
    const isOver = ({ since }: { since: number }) => Math.abs(now - since) >= HOUR
    if (counts.size > MOST_PEOPLE)
      for (const [person, count] of counts) if (isOver(count)) counts.delete(person)
    const known = counts.get(personId)
    const count = known === undefined || isOver(known) ? { since: now, calls: 0 } : known
    if (count.calls >= most) throw new RequestError('ERATELIMITED', refusal)
    count.calls += 1
    counts.set(personId, count)
  }
}
