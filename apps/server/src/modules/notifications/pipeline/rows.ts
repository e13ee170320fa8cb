// Rows of the send history: every decision about a message is one, whether the message goes out or not.
import { createHash } from 'node:crypto'
import type { Decision, DecisionStep, SendStatus } from '@binnacle/contract/notifications'
import type { ClientBase, Pool } from 'pg'
import type { SubjectState } from '../../../platform/subjects.ts'
import type { Recipient } from './recipients.ts'
import type { Rule } from './rules.ts'
import type { Tells } from './texts.ts'

/** An event about a resource. */
export interface Happening {
  /** The same for each attempt to consume the event. */
  id: string
  event: string
  tells: Tells
  time: Date
}

/** Collects what was decided, in the order of the steps. */
export class Decisions {
  readonly list: Decision[] = []
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Adds a decision. @param reason a sentence */
  add(step: DecisionStep, outcome: Decision['outcome'], reason: string): this {
    this.list.push({ step, outcome, reason, at: this.#now().toISOString() })
    return this
  }

  /** A copy to which more is added for one recipient. */
  branch(): Decisions {
    const copy = new Decisions(this.#now)
    copy.list.push(...this.list)
    return copy
  }
}

const BYTES_OF_TIME = 12

/**
 * An id that is the same for the same parts. It begins with the time of the first part, an id, so that it lies in the
 * partition of that time.
 */
export function derivedId(id: string, ...parts: readonly string[]): string {
  const hash = createHash('sha256')
    .update([id, ...parts].join('|'))
    .digest('hex')
  const time = id.replaceAll('-', '').slice(0, BYTES_OF_TIME)
  const hex = `${time}7${hash.slice(0, 3)}8${hash.slice(3, 18)}`
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** A row to write. */
export interface NewSend {
  happening: Happening
  rule: Pick<Rule, 'id'>
  state: Pick<SubjectState, 'kind' | 'id' | 'name' | 'type' | 'health'>
  status: SendStatus
  decisions: Decisions
  /** Undefined where the decision is about all recipients. */
  recipient?: Recipient
  alertId?: string
  error?: string
  notBefore?: Date
  silencedBy?: string
  silencedUntil?: Date
  groupId?: string
  fallbackOf?: string
}

const insertSend = `
  insert into core.notification_send_history
    (id, notification_id, alert_id, status, source_event, tells, resource_kind, resource_id, resource_name,
     resource_type, resource_health, recipient, recipient_name, person_id, team_id, connection_id, error,
     first_observed, created_at, not_before, silenced_by, silenced_until, group_id, fallback_of)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19, $20, $21, $22, $23)
  on conflict (id) do nothing
  returning id`

const insertDetails = `
  insert into core.notification_send_details (send_id, decisions, event_id, event_time, target)
  values ($1, $2, $3, $4, $5) on conflict (send_id) do nothing`

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Writes a row.
 * @param key what tells it from other rows of the same event, rule and recipient
 * @returns its id, or undefined if an earlier attempt wrote it
 */
export async function addSend(
  within: ClientBase | Pool,
  send: NewSend,
  now: Date,
  key = '',
): Promise<string | undefined> {
  const { happening, rule, state, recipient } = send
  const id = derivedId(happening.id, rule.id, state.id, recipient?.key ?? '', key)
  const connection = recipient?.via.kind === 'connection' ? recipient.via.reference : undefined
  const { rowCount } = await within.query(insertSend, [
    id,
    rule.id,
    send.alertId ?? null,
    send.status,
    happening.event,
    happening.tells,
    state.kind,
    state.id,
    state.name,
    state.type ?? null,
    state.health,
    recipient?.key ?? null,
    recipient?.name ?? null,
    recipient?.personId ?? null,
    recipient?.teamId ?? null,
    connection !== undefined && uuid.test(connection) ? connection : null,
    send.error ?? null,
    now,
    send.notBefore ?? null,
    send.silencedBy ?? null,
    send.silencedUntil ?? null,
    send.groupId ?? null,
    send.fallbackOf ?? null,
  ])
  if (rowCount === 0) return undefined
  const target = recipient === undefined ? null : { via: recipient.via, properties: recipient.properties }
  await within.query(insertDetails, [
    id,
    JSON.stringify(send.decisions.list),
    happening.id,
    happening.time,
    target === null ? null : JSON.stringify(target),
  ])
  return id
}

/** Decisions of the same kind within this time are counted in one row. Milliseconds. */
const MERGE_MILLISECONDS = 24 * 3_600_000

const findSame = `
  select history.id, details.event_id
  from core.notification_send_history as history
  join core.notification_send_details as details on details.send_id = history.id
  where history.resource_id = $1 and history.created_at > $2 and history.notification_id = $3
    and history.source_event = $4 and history.status = $5 and history.first_observed > $2
  order by history.created_at desc limit 1
  for update of history`

/**
 * Writes a row for a message that nobody gets, or counts it in a row that says the same of the last day.
 * @returns whether it was new: false if an earlier attempt counted it
 */
export async function addSuppressed(within: ClientBase | Pool, send: NewSend, now: Date): Promise<boolean> {
  const { happening, rule, state, status } = send
  const since = new Date(now.getTime() - MERGE_MILLISECONDS)
  const { rows } = await within.query<{ id: string; event_id: string }>(findSame, [
    state.id,
    since,
    rule.id,
    happening.event,
    status,
  ])
  const [same] = rows
  if (same === undefined) {
    if ((await addSend(within, send, now)) === undefined) return false
  } else {
    if (same.event_id === happening.id) return false
    await within.query(
      `update core.notification_send_history
       set count = count + 1, created_at = $2, silenced_by = coalesce($3, silenced_by) where id = $1`,
      [same.id, now, send.silencedBy ?? null],
    )
    await within.query(
      `update core.notification_send_details set decisions = $2, event_id = $3, event_time = $4 where send_id = $1`,
      [same.id, JSON.stringify(send.decisions.list), happening.id, happening.time],
    )
  }
  await within.query(
    `insert into core.notification_totals (notification_id, suppressed) values ($1, 1)
     on conflict (notification_id) do update set suppressed = notification_totals.suppressed + 1`,
    [rule.id],
  )
  return true
}
