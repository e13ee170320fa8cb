import type { ClientBase, Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Columns } from '../../../platform/database/columns.ts'
import type { SubjectState } from '../../../platform/subjects.ts'
import type { Rule } from './rules.ts'

/** How many messages a rule may send in which time. */
export interface RateLimit {
  count: number
  milliseconds: number
}

/** Source: reference, backend behavior, section 2.3, step 10. */
export const usualRateLimit: RateLimit = { count: 50, milliseconds: 4 * 3_600_000 }

/** A message of a rule about an event of a resource that is looked for. */
interface WantedMessage {
  place: number
  notification_id: string
  source_event: string
  resource_id: string
  since: Date
}

const findTold = (wanted: readonly WantedMessage[]): Sql => sql`
  select given.place, recent.created_at, recent.sent_at
  from json_to_recordset(${JSON.stringify(wanted)}::json) as given (
    place integer, notification_id uuid, source_event text, resource_id uuid, since timestamptz
  )
  cross join lateral (
    select history.created_at, history.sent_at from core.notification_send_history as history
    where history.resource_id = given.resource_id and history.created_at > given.since
      and history.notification_id = given.notification_id and history.source_event = given.source_event
      and history.status in ('sent', 'pending') and history.fallback_of is null
    order by history.created_at desc limit 1
  ) as recent`

// Recoveries do not count.
const countSent = (ruleIds: readonly string[], since: Date, most: number): Sql => sql`
  select rules.id, recent.sent
  from unnest(${ruleIds}::uuid[]) as rules (id)
  cross join lateral (
    select count(*) as sent from (
      select from core.notification_send_history as history
      where history.notification_id = rules.id and history.created_at > ${since}
        and history.status in ('sent', 'pending') and history.tells <> 'recovery'
      limit ${most}
    ) as counted
  ) as recent`

/** An event of a resource for which the limits of a rule are checked. */
export interface LimitRequest {
  rule: Pick<Rule, 'id' | 'repeatMilliseconds'>
  event: string
  state: Pick<SubjectState, 'kind' | 'id'>
}

/** What rules have sent, as it was when it was read, and what their callers have queued since. */
export interface Limits {
  /** When a rule last told of the same event of a resource within its repeat interval; undefined if it did not. */
  toldAt(request: LimitRequest): Date | undefined
  /** Whether a rule has sent as many messages as it may. */
  isExceeded(rule: Pick<Rule, 'id'>): boolean
  /** Counts messages that a rule sends now. */
  count(rule: Pick<Rule, 'id'>, messages: number): void
}

const keyOf = ({ rule, event, state }: LimitRequest) => `${rule.id} ${event} ${state.id}`

async function findLastTold(
  within: ClientBase | Pool,
  requests: readonly LimitRequest[],
  now: Date,
): Promise<Map<string, Date>> {
  const wanted = requests.flatMap<WantedMessage>(({ rule, event, state }, place) =>
    rule.repeatMilliseconds === undefined
      ? []
      : [
          {
            place,
            notification_id: rule.id,
            source_event: event,
            resource_id: state.id,
            since: new Date(now.getTime() - rule.repeatMilliseconds),
          },
        ],
  )
  if (wanted.length === 0) return new Map()
  const { rows } = await within.query<
    Columns<'core.notification_send_history', 'created_at' | 'sent_at'> & { place: number }
  >(findTold(wanted))
  return new Map(
    rows.flatMap(({ place, created_at: created, sent_at: sent }) => {
      const found = requests[place]
      return found === undefined ? [] : [[keyOf(found), sent ?? created]]
    }),
  )
}

/** Reads what rules have sent, for all requests. */
export async function readLimits(
  within: ClientBase | Pool,
  requests: readonly LimitRequest[],
  limit: RateLimit,
  now: Date,
): Promise<Limits> {
  const lastTold = await findLastTold(within, requests, now)
  const ids = [...new Set(requests.map(({ rule }) => rule.id))]
  const since = new Date(now.getTime() - limit.milliseconds)
  const { rows } = await within.query<{ id: string; sent: number }>(countSent(ids, since, limit.count))
  const sent = new Map(rows.map((row) => [row.id, row.sent]))
  return {
    toldAt: (one) => lastTold.get(keyOf(one)),
    isExceeded: ({ id }) => (sent.get(id) ?? 0) >= limit.count,
    count({ id }, messages) {
      sent.set(id, (sent.get(id) ?? 0) + messages)
    },
  }
}
