import type { ClientBase, Pool } from 'pg'
import type { SubjectState } from '../../../platform/subjects.ts'
import type { Rule } from './rules.ts'

/** How many messages a rule may send in which time. */
export interface RateLimit {
  count: number
  milliseconds: number
}

/** Source: reference, backend behavior, section 2.3, step 10. */
export const usualRateLimit: RateLimit = { count: 50, milliseconds: 4 * 3_600_000 }

const findRecent = `
  select created_at, sent_at from core.notification_send_history
  where resource_id = $1 and created_at > $2 and notification_id = $3 and source_event = $4
    and status in ('sent', 'pending') and fallback_of is null
  order by created_at desc limit 1`

/** When a rule last told of the same event of a resource within its repeat interval; undefined if it did not. */
export async function toldWithin(
  within: ClientBase | Pool,
  { id, repeatMilliseconds }: Pick<Rule, 'id' | 'repeatMilliseconds'>,
  event: string,
  state: Pick<SubjectState, 'id'>,
  now: Date,
): Promise<Date | undefined> {
  if (repeatMilliseconds === undefined) return undefined
  const since = new Date(now.getTime() - repeatMilliseconds)
  const { rows } = await within.query<{ created_at: Date; sent_at: Date | null }>(findRecent, [
    state.id,
    since,
    id,
    event,
  ])
  const [row] = rows
  return row === undefined ? undefined : (row.sent_at ?? row.created_at)
}

/** Whether a rule has sent as many messages as it may. Recoveries do not count. */
export async function exceedsRate(
  within: ClientBase | Pool,
  { id }: Pick<Rule, 'id'>,
  { count, milliseconds }: RateLimit,
  now: Date,
): Promise<boolean> {
  const { rows } = await within.query<{ sent: number }>(
    `select count(*) as sent from (
       select from core.notification_send_history
       where notification_id = $1 and created_at > $2 and status in ('sent', 'pending') and tells <> 'recovery'
       limit $3
     ) as recent`,
    [id, new Date(now.getTime() - milliseconds), count],
  )
  return (rows[0]?.sent ?? 0) >= count
}
