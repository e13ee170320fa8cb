// Rows of the send history: every decision about a message is one, whether the message goes out or not.
import { createHash } from 'node:crypto'
import type { Decision, DecisionStep, SendStatus } from '@binnacle/contract/notifications'
import type { ClientBase, Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Columns } from '../../../../platform/database/columns.ts'
import type { SubjectState } from '../../../../platform/subjects.ts'
import type { Recipient } from '../decide/recipients.ts'
import { countError, countSuppressed } from './totals.ts'
import type { Rule } from '../rules.ts'
import type { Tells } from '../send/texts.ts'

/** An event about a resource. */
export interface TriggeringEvent {
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
function derivedId(id: string, ...parts: readonly string[]): string {
  const hash = createHash('sha256')
    .update([id, ...parts].join('|'))
    .digest('hex')
  const time = id.replaceAll('-', '').slice(0, BYTES_OF_TIME)
  const hex = `${time}7${hash.slice(0, 3)}8${hash.slice(3, 18)}`
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** A row to write. */
export interface NewSend {
  happening: TriggeringEvent
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
  /** Whether it waits for the next list to its recipient. */
  inList?: boolean
}

// The details only of rows that are new.
const insertSends = (sends: readonly KeyedSend[], now: Date): Sql => sql`
  with given as (
    select * from json_to_recordset(${JSON.stringify(sends.map(toRow))}::json) as given (
      id uuid, notification_id uuid, alert_id uuid, status text, source_event text, tells text, resource_kind text,
      resource_id uuid, resource_name text, resource_type text, resource_health text, recipient text,
      recipient_name text, person_id uuid, team_id uuid, connection_id uuid, error text, not_before timestamptz,
      silenced_by uuid, silenced_until timestamptz, group_id uuid, fallback_of uuid, in_list boolean, decisions jsonb, event_id uuid,
      event_time timestamptz, target jsonb
    )
  ),
  added as (
    insert into core.notification_send_history
      (id, notification_id, alert_id, status, source_event, tells, resource_kind, resource_id, resource_name,
       resource_type, resource_health, recipient, recipient_name, person_id, team_id, connection_id, error,
       first_observed, created_at, not_before, silenced_by, silenced_until, group_id, fallback_of, in_list)
    select id, notification_id, alert_id, status, source_event, tells, resource_kind, resource_id, resource_name,
      resource_type, resource_health, recipient, recipient_name, person_id, team_id, connection_id, error,
      ${now}, ${now}, not_before, silenced_by, silenced_until, group_id, fallback_of, in_list
    from given
    on conflict (id) do nothing
    returning id
  ),
  described as (
    insert into core.notification_send_details (send_id, decisions, event_id, event_time, target)
    select given.id, given.decisions, given.event_id, given.event_time, given.target
    from given join added on added.id = given.id
    on conflict (send_id) do nothing
  )
  select id from added`

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The longest name in the history: an index holds no longer ones. */
const LONGEST_NAME = 500

/** A name as the history has it. */
export const historyName = (name: string) => name.slice(0, LONGEST_NAME).toWellFormed()

/** A row to write, and what tells it from other rows of the same event, rule and recipient. */
export interface KeyedSend {
  send: NewSend
  key: string
}

/** The id of a row: the same for each attempt to write it. */
export function sendIdOf({ send: { happening, rule, state, recipient }, key }: KeyedSend): string {
  return derivedId(happening.id, rule.id, state.id, recipient?.key ?? '', key)
}

function toRow(keyed: KeyedSend) {
  const { send } = keyed
  const { happening, rule, state, recipient } = send
  const connection = recipient?.via.kind === 'connection' ? recipient.via.reference : undefined
  return {
    id: sendIdOf(keyed),
    notification_id: rule.id,
    alert_id: send.alertId,
    status: send.status,
    source_event: happening.event,
    tells: happening.tells,
    resource_kind: state.kind,
    resource_id: state.id,
    resource_name: historyName(state.name),
    resource_type: state.type,
    resource_health: state.health,
    recipient: recipient?.key,
    recipient_name: recipient && historyName(recipient.name),
    person_id: recipient?.personId,
    team_id: recipient?.teamId,
    connection_id: connection !== undefined && uuid.test(connection) ? connection : null,
    error: send.error,
    not_before: send.notBefore,
    silenced_by: send.silencedBy,
    silenced_until: send.silencedUntil,
    group_id: send.groupId,
    fallback_of: send.fallbackOf,
    in_list: send.inList ?? false,
    decisions: send.decisions.list,
    event_id: happening.id,
    event_time: happening.time,
    target: recipient && { via: recipient.via, properties: recipient.properties },
  }
}

/** Writes rows in one statement. @returns the ids of those that no earlier attempt wrote */
export async function addSends(
  within: ClientBase | Pool,
  sends: readonly KeyedSend[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (sends.length === 0) return new Set()
  const { rows } = await within.query<{ id: string }>(insertSends(sends, now))
  return new Set(rows.map(({ id }) => id))
}

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
  const [id] = await addSends(within, [{ send, key }], now)
  return id
}

/** Decisions of the same kind within this time are counted in one row. Milliseconds. */
const MERGE_MILLISECONDS = 24 * 3_600_000

type SameRow = Columns<'core.notification_send_history', 'id'> &
  Columns<'core.notification_send_details', 'event_id'>

/** Finds a row of the last day that says the same. */
const findSame = ({ state, rule, happening, status }: NewSend, since: Date): Sql => sql`
  select history.id, details.event_id
  from core.notification_send_history as history
  join core.notification_send_details as details on details.send_id = history.id
  where history.resource_id = ${state.id} and history.created_at > ${since} and history.notification_id = ${rule.id}
    and history.source_event = ${happening.event} and history.status = ${status}
    and history.first_observed > ${since}
  order by history.created_at desc limit 1
  for update of history`

/**
 * Writes a row for a message that nobody gets, or counts it in a row that says the same of the last day.
 * @returns whether it was new: false if an earlier attempt counted it
 */
export async function addSuppressed(within: ClientBase | Pool, send: NewSend, now: Date): Promise<boolean> {
  const { happening, rule, status } = send
  const since = new Date(now.getTime() - MERGE_MILLISECONDS)
  const { rows } = await within.query<SameRow>(findSame(send, since))
  const [same] = rows
  if (same === undefined) {
    if ((await addSend(within, send, now)) === undefined) return false
  } else {
    if (same.event_id === happening.id) return false
    await within.query(sql`
      update core.notification_send_history
      set count = count + 1, created_at = ${now}, silenced_by = coalesce(${send.silencedBy ?? null}::uuid, silenced_by)
      where id = ${same.id}`)
    await within.query(sql`
      update core.notification_send_details
      set decisions = ${JSON.stringify(send.decisions.list)}, event_id = ${happening.id}, event_time = ${happening.time}
      where send_id = ${same.id}`)
  }
  if (status === 'error') await countError(within, rule.id, send.error ?? '')
  else await countSuppressed(within, rule.id)
  return true
}
