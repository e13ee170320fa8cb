// What recipients know of alerts, as one transaction of a decision reads and writes it.
import type { HoldKind } from '@binnacle/contract/notifications'
import type { ClientBase, Pool } from 'pg'
import sql from 'sql-template-tag'
import { anyOf, tablesOn } from '../../../platform/database/tables-on.ts'
import type { Recipient } from '../pipeline/decide/recipients.ts'
import type { NotificationTables, StoredColumns } from '../tables.ts'
import { type Told, UNTOLD } from './decide.ts'

const columnNames = [
  'alert_id',
  'recipient',
  'recipient_name',
  'person_id',
  'team_id',
  'notification_id',
  'group_id',
  'knows',
  'known_at',
  'level',
  'send_id',
  'held_by',
  'held_until',
  'held_since',
] as const

/** A recipient of an alert, as stored. */
export type ToldRow = StoredColumns<'core.alert_told', (typeof columnNames)[number]>

/** Reads what recipients know of alerts. */
export const loadTold = (within: ClientBase | Pool, alertIds: readonly string[]): Promise<ToldRow[]> =>
  tablesOn<NotificationTables>(within)
    .selectFrom('core.alert_told')
    .select(columnNames)
    .where('alert_id', '=', anyOf(alertIds))
    .execute()

/** The same as the decision sees it. */
export const toldOfRow = (row: ToldRow): Told => ({
  knows: row.knows,
  level: row.level,
  knownAt: row.known_at?.getTime(),
  isOnItsWay: row.send_id !== null,
  heldBy: row.held_by ?? undefined,
  heldUntil: row.held_until?.getTime(),
})

const keyOf = (alertId: string, recipient: string) => `${alertId} ${recipient}`

/** By which rule and group a recipient is told of an alert. */
export interface ToldBy {
  alertId: string
  recipient: Recipient
  ruleId: string
  groupId: string
}

/** Collects what changes, and writes all of it together. The caller has locked the alerts. */
export class ToldBook {
  readonly #client: ClientBase
  readonly #rows: Map<string, ToldRow>
  readonly #changed = new Set<string>()

  private constructor(client: ClientBase, rows: readonly ToldRow[]) {
    this.#client = client
    this.#rows = new Map(rows.map((row) => [keyOf(row.alert_id, row.recipient), row]))
  }

  static async open(client: ClientBase, alertIds: readonly string[]): Promise<ToldBook> {
    return new ToldBook(client, alertIds.length === 0 ? [] : await loadTold(client, [...new Set(alertIds)]))
  }

  row(alertId: string, recipient: string): ToldRow | undefined {
    return this.#rows.get(keyOf(alertId, recipient))
  }

  told(alertId: string, recipient: string): Told {
    const row = this.row(alertId, recipient)
    return row === undefined ? UNTOLD : toldOfRow(row)
  }

  #change({ alertId, recipient, ruleId, groupId }: ToldBy, values: Partial<ToldRow>): void {
    const key = keyOf(alertId, recipient.key)
    const before = this.#rows.get(key)
    this.#rows.set(key, {
      alert_id: alertId,
      recipient: recipient.key,
      recipient_name: recipient.name,
      person_id: recipient.personId ?? null,
      team_id: recipient.teamId ?? null,
      notification_id: ruleId,
      group_id: groupId,
      knows: before?.knows ?? 'nothing',
      known_at: before?.known_at ?? null,
      level: before?.level ?? 0,
      send_id: before?.send_id ?? null,
      held_by: before?.held_by ?? null,
      held_until: before?.held_until ?? null,
      held_since: before?.held_since ?? null,
      ...values,
    })
    this.#changed.add(key)
  }

  /** A message about the alert goes out. */
  send(by: ToldBy, sendId: string, level: number): void {
    this.#change(by, { send_id: sendId, level, held_by: null, held_until: null, held_since: null })
  }

  /** Something keeps the message back. */
  hold(by: ToldBy, heldBy: HoldKind, until: Date | undefined, now: Date): void {
    const before = this.row(by.alertId, by.recipient.key)
    this.#change(by, {
      held_by: heldBy,
      held_until: until ?? null,
      held_since: before?.held_by === heldBy ? before.held_since : now,
    })
  }

  /** Nothing is owed any more. */
  release(by: ToldBy): void {
    if (this.row(by.alertId, by.recipient.key)?.held_by != null)
      this.#change(by, { held_by: null, held_until: null, held_since: null })
  }

  async write(): Promise<void> {
    if (this.#changed.size === 0) return
    const rows = [...this.#changed].toSorted().map((key) => this.#rows.get(key))
    await this.#client.query(sql`
      insert into core.alert_told as told (alert_id, recipient, recipient_name, person_id, team_id, notification_id, group_id,
        knows, known_at, level, send_id, held_by, held_until, held_since)
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as given (
        alert_id uuid, recipient text, recipient_name text, person_id uuid, team_id uuid, notification_id uuid,
        group_id uuid, knows text, known_at timestamptz, level smallint, send_id uuid, held_by text, held_until timestamptz,
        held_since timestamptz
      )
      on conflict (alert_id, recipient) do update set recipient_name = excluded.recipient_name,
        notification_id = excluded.notification_id, group_id = excluded.group_id, level = excluded.level,
        send_id = excluded.send_id, held_by = excluded.held_by, held_until = excluded.held_until,
        held_since = excluded.held_since`)
    this.#changed.clear()
  }
}

/** Writes down that a message arrived, or may have: its recipients know of every alert that it tells of. */
export async function noteTold(
  client: ClientBase,
  sendId: string,
  knows: 'open' | 'over',
  now: Date,
): Promise<void> {
  if (knows === 'open')
    // What a list told of that was over by then is over for its reader, unless a message about the end follows.
    await client.query(sql`
      update core.alert_told as told set known_at = ${now}, send_id = null,
        knows = case when alert.closed_at is null or not sent.is_digest or exists (
          select from core.notification_send_history as ending
          left join core.notification_send_history as list on list.id = ending.group_id
          where ending.alert_id = told.group_id and ending.recipient = told.recipient and ending.tells = 'recovery'
            and (ending.status = 'pending' or list.status = 'pending')
        ) then 'open' else 'over' end
      from core.alerts as alert, core.notification_send_history as sent
      where told.send_id = ${sendId} and alert.id = told.alert_id and sent.id = ${sendId}`)
  else
    await client.query(sql`
      update core.alert_told as told set knows = 'over', known_at = ${now}
      from core.notification_send_history as history
      where (history.id = ${sendId} or history.group_id = ${sendId}) and history.tells = 'recovery'
        and told.group_id = history.alert_id and told.recipient = history.recipient and told.knows = 'open'
        and exists (select from core.alerts as alert where alert.id = told.alert_id and alert.closed_at is not null)`)
}

/** A recipient whom a message did not reach is tried again so long after it, if nothing else happens. Milliseconds. */
const BROKEN_MILLISECONDS = 3_600_000

/** Writes down that a message did not reach its recipient, and is given up. */
export async function noteBroken(client: ClientBase, sendId: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() + BROKEN_MILLISECONDS)
  await client.query(sql`
    update core.alert_told set send_id = null, level = case when knows = 'open' then level else 0 end,
      held_by = 'broken way', held_until = ${until}, held_since = ${now}
    where send_id = ${sendId}`)
}

/** Writes down that a message does not go out after all. @returns the alerts that it would have told of */
export async function noteUntold(client: ClientBase, sendId: string): Promise<string[]> {
  const { rows } = await client.query<{ alert_id: string }>(sql`
    update core.alert_told as told set send_id = null,
      level = case when knows = 'open' then level else 0 end
    where send_id = ${sendId} returning alert_id`)
  return [...new Set(rows.map(({ alert_id: id }) => id))]
}
