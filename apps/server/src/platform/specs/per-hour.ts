import { HOUR } from '@binnacle/contract/core'
import type { ClientBase, Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Actor } from '../access/actor.ts'
import type { Clock } from '../clock.ts'
import { RequestError } from '../errors.ts'

/** What is counted, how often a person may do it in an hour, and what somebody is told who did it so often. */
export interface HourlyLimit {
  kind: string
  most: number
  refusal: string
}

/** Counts a call of a person, in a transaction if one is given, or throws a RequestError if they have made too many. */
export type CountCall = (actor: Pick<Actor, 'personId'>, within?: ClientBase) => Promise<void>

/**
 * Counts calls of each person in the database, for all processes together, and refuses those beyond a number in an hour.
 * @returns counts a call, or throws a RequestError
 */
export function limitPerHour(
  pool: Pool,
  clock: Pick<Clock, 'now'>,
  { kind, most, refusal }: HourlyLimit,
): CountCall {
  return async ({ personId }, within) => {
    const now = clock.now()
    const begin = new Date(now.getTime() - HOUR)
    const end = new Date(now.getTime() + HOUR)
    // A clock that was set back begins a new hour too. One statement, so that calls at the same time all count.
    const isOver = sql`(counted.since <= ${begin} or counted.since >= ${end})`
    const { rowCount } = await (within ?? pool).query(sql`
      insert into core.person_calls as counted (person_id, kind, since, calls)
      values (${personId}, ${kind}, ${now}, 1)
      on conflict (person_id, kind) do update set
        since = case when ${isOver} then excluded.since else counted.since end,
        calls = case when ${isOver} then 1 else counted.calls + 1 end
      where ${isOver} or counted.calls < ${most}`)
    if (rowCount === 0) throw new RequestError('ERATELIMITED', refusal)
  }
}
