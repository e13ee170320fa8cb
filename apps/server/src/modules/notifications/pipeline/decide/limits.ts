// How many messages a resource, a rule and a recipient may cause in which time. Beyond that one summary tells of the rest.
import { MINUTE } from '@binnacle/contract/core'
import type { ClientBase, Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Columns } from '../../../../platform/database/columns.ts'
import type { SubjectState } from '../../../../platform/subjects.ts'
import type { Circumstances } from '../../told/decide.ts'
import type { Rule } from '../rules.ts'

/** How many messages may go out in which time. */
interface RateLimit {
  count: number
  milliseconds: number
}

/** The limits in force. */
export interface RateLimits {
  /** Of one rule. Source: reference, backend behavior, section 2.3, step 10. */
  rule: RateLimit
  /** Of one resource to one recipient. */
  resource: RateLimit
  /** Of one recipient. */
  recipient: RateLimit
  /** After so long a summary tells of what a limit held back. Milliseconds. */
  summaryMilliseconds: number
}

export const usualLimits: RateLimits = {
  rule: { count: 50, milliseconds: 240 * MINUTE },
  resource: { count: 6, milliseconds: 60 * MINUTE },
  recipient: { count: 60, milliseconds: 60 * MINUTE },
  summaryMilliseconds: 15 * MINUTE,
}

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

interface WantedPair {
  resource_id: string
  recipient: string
}

// What was told in the message of another row counts as told, but not as a message.
const countPairs = (
  pairs: readonly WantedPair[],
  { since, lately }: { since: Date; lately: Date },
  most: number,
): Sql => sql`
  select given.resource_id, given.recipient, recent.messages, recent.told
  from json_to_recordset(${JSON.stringify(pairs)}::json) as given (resource_id uuid, recipient text)
  cross join lateral (
    select count(*) filter (where status <> 'grouped' and created_at > ${lately}) as messages, count(*) as told
    from (
      select history.status, history.created_at from core.notification_send_history as history
      where history.resource_id = given.resource_id and history.created_at > ${since}
        and history.recipient = given.recipient and history.status in ('sent', 'pending', 'grouped')
        and history.tells = 'alert'
      order by history.created_at desc limit ${most}
    ) as counted
  ) as recent
  where recent.told > 0`

const countRecipients = (
  recipients: readonly string[],
  { hour, minute }: { hour: Date; minute: Date },
  most: number,
): Sql => sql`
  select given.recipient,
    (select count(*) from (
      select from core.notification_send_history as history
      where history.recipient = given.recipient and history.status = 'sent' and history.sent_at > ${hour} limit ${most}
    ) as counted) as sent,
    (select count(*) from (
      select from core.notification_send_history as history
      where history.recipient = given.recipient and history.status = 'sent' and history.sent_at > ${minute} limit ${most}
    ) as counted) as lately,
    (select count(*) from (
      select from core.notification_send_history as history
      where history.recipient = given.recipient and history.status = 'pending' limit ${most}
    ) as counted) as waiting
  from unnest(${recipients}::text[]) as given (recipient)`

/** An event of a resource for which the limits of a rule are checked. */
export interface LimitRequest {
  rule: Pick<Rule, 'id' | 'repeatMilliseconds'>
  event: string
  state: Pick<SubjectState, 'kind' | 'id'>
  /** Whom an alert may be told; empty for events that are none. */
  recipients: readonly string[]
}

/** What rules have sent, as it was when it was read, and what their callers have queued since. */
export interface Limits {
  /** When a rule last told of the same event of a resource within its repeat interval; undefined if it did not. */
  toldAt(request: Pick<LimitRequest, 'rule' | 'event' | 'state'>): Date | undefined
  /** Whether a rule has sent as many messages as it may. */
  isExceeded(rule: Pick<Rule, 'id'>): boolean
  /** The limit that holds back a message about a resource to a recipient. */
  limitOf(rule: Pick<Rule, 'id'>, resourceId: string, recipient: string): Circumstances['limit']
  /** Whether a recipient got a message within a minute, or gets one, so that the next one waits for others. */
  isBusy(recipient: string): boolean
  /** Counts messages that a rule sends now. @param recipient undefined for events that are no alerts */
  count(rule: Pick<Rule, 'id'>, messages: number, recipient?: string): void
}

const keyOf = ({ rule, event, state }: Pick<LimitRequest, 'rule' | 'event' | 'state'>) =>
  `${rule.id} ${event} ${state.id}`

async function findLastTold(
  within: ClientBase | Pool,
  requests: readonly LimitRequest[],
  now: Date,
): Promise<Map<string, Date>> {
  const wanted = requests.flatMap<WantedMessage>(({ rule, event, state, recipients }, place) =>
    rule.repeatMilliseconds === undefined || recipients.length > 0
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

const pairKey = (resourceId: string, recipient: string) => `${resourceId} ${recipient}`

interface PairCount extends WantedPair {
  messages: number
  told: number
}

interface RecipientCount {
  recipient: string
  sent: number
  lately: number
  waiting: number
}

/** Reads what rules have sent, for all requests. */
export async function readLimits(
  within: ClientBase | Pool,
  requests: readonly LimitRequest[],
  limits: RateLimits,
  now: Date,
): Promise<Limits> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const lastTold = await findLastTold(within, requests, now)
  const ids = [...new Set(requests.map(({ rule }) => rule.id))]
  const { rows } = await within.query<{ id: string; sent: number }>(
    countSent(ids, before(limits.rule.milliseconds), limits.rule.count),
  )
  const sent = new Map(rows.map((row) => [row.id, row.sent]))
  const wanted = new Map(
    requests.flatMap(({ state, recipients }) =>
      recipients.map((recipient) => [
        pairKey(state.id, recipient),
        { resource_id: state.id, recipient } satisfies WantedPair,
      ]),
    ),
  )
  const pairs = new Map<string, PairCount>()
  const recipients = new Map<string, RecipientCount>()
  if (wanted.size > 0) {
    // Whether a failure is the first one is asked of the longest time, so that it is known to every limit.
    const longest = Math.max(limits.rule.milliseconds, limits.resource.milliseconds)
    const counted = await within.query<PairCount>(
      countPairs(
        [...wanted.values()],
        { since: before(longest), lately: before(limits.resource.milliseconds) },
        limits.resource.count * 8,
      ),
    )
    for (const row of counted.rows) pairs.set(pairKey(row.resource_id, row.recipient), row)
    const names = [...new Set(Array.from(wanted.values(), ({ recipient }) => recipient))].toSorted()
    const ofNames = await within.query<RecipientCount>(
      countRecipients(
        names,
        { hour: before(limits.recipient.milliseconds), minute: before(MINUTE) },
        limits.recipient.count,
      ),
    )
    for (const row of ofNames.rows) recipients.set(row.recipient, row)
  }
  const until = now.getTime() + limits.summaryMilliseconds
  return {
    toldAt: (one) => lastTold.get(keyOf(one)),
    isExceeded: ({ id }) => (sent.get(id) ?? 0) >= limits.rule.count,
    limitOf({ id }, resourceId, recipient) {
      const pair = pairs.get(pairKey(resourceId, recipient))
      const isFirst = pair === undefined
      if (pair !== undefined && pair.messages >= limits.resource.count)
        return { until, isFirst, isOfResource: true }
      const isOver =
        (sent.get(id) ?? 0) >= limits.rule.count ||
        (recipients.get(recipient)?.sent ?? 0) >= limits.recipient.count
      return isOver ? { until, isFirst, isOfResource: false } : undefined
    },
    isBusy(recipient) {
      const known = recipients.get(recipient)
      return known !== undefined && known.lately + known.waiting > 0
    },
    count({ id }, messages, recipient) {
      sent.set(id, (sent.get(id) ?? 0) + messages)
      const known = recipient === undefined ? undefined : recipients.get(recipient)
      if (known !== undefined) known.waiting += messages
    },
  }
}
