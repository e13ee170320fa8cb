// What people do about alerts. Each verb has its undo, and acts in the same way from pages, links, buttons and the API.
import { REQUIRED } from '@binnacle/contract/core'
import type { AlertAct, AlertNoteRow, AlertVerb } from '@binnacle/contract/notifications'
import type { ClientBase } from 'pg'
import sql, { empty, type Sql } from 'sql-template-tag'
import { audit, type Originator } from '../../../platform/audit.ts'
import type { Columns } from '../../../platform/database/columns.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Events } from '../../../platform/events/index.ts'
import type { CountCall } from '../../../platform/specs/per-hour.ts'
import type { NotificationTables } from '../tables.ts'
import { addNotes, closeAlerts, endText, lockAlertOf, lockAlerts, type ResourceAlert } from './stored.ts'

/** Who acts. */
export interface Acting {
  by: Originator
  /** Null for somebody who is known by name only. */
  personId: string | null
  name: string
}

/** What the verbs use. */
export interface VerbDependencies {
  events: Pick<Events, 'emit'>
  /** Has alerts looked at again, if the transaction is committed. */
  review: (client: ClientBase, alertIds: readonly string[], time: Date) => Promise<void>
  /** Ends what rules' groups remember of alerts that are over, and tells those who were told. */
  end: (client: ClientBase, alerts: readonly ResourceAlert[], now: Date) => Promise<void>
  /** Tells a person of an alert, if the transaction is committed. */
  assign: (client: ClientBase, alert: ResourceAlert, personId: string, by: string) => Promise<void>
  /** Counts what a person does that tells others. */
  countMessage: CountCall
}

/** Alerts that an id means: itself, those of a group, or those that a message tells of. */
export async function alertsNamed(client: ClientBase, id: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(sql`
    select id from core.alerts where id = ${id}
    union
    select member.of_alert from core.notification_alert_members as member
    join core.alerts as alert on alert.id = member.of_alert
    where member.alert_id = ${id}
    union
    select member.of_alert from core.notification_send_history as history
    join core.notification_alert_members as member
      on member.alert_id = history.alert_id and member.resource_id = history.resource_id
    where (history.id = ${id} or history.group_id = ${id}) and member.of_alert is not null`)
  return rows.map((row) => row.id)
}

/** Whether somebody takes care of an alert at an instant. */
export const isTakenCareOf = (
  {
    acknowledged_at: at,
    acknowledged_until: until,
  }: Pick<ResourceAlert, 'acknowledged_at' | 'acknowledged_until'>,
  now: Date,
): boolean => at !== null && (until === null || until > now)

const changeGroups = (alertIds: readonly string[], now: Date): Sql => sql`
  with affected as (
    select grouped.id
    from core.notification_alerts as grouped
    where grouped.closed_at is null and grouped.id in (
      select alert_id from core.notification_alert_members
      where of_alert = any(${[...alertIds]}) and ended_at is null
    )
    order by grouped.notification_id, grouped.group_key for update
  ),
  wanted as (
    select affected.id, bool_and(
        alert.acknowledged_at is not null and coalesce(alert.acknowledged_until, 'infinity') > ${now}
      ) as all_of_them,
      max(alert.acknowledged_at) as at, min(coalesce(alert.acknowledged_until, 'infinity')) as until,
      (array_agg(alert.acknowledged_by order by alert.acknowledged_at desc nulls last))[1] as person,
      (array_agg(alert.acknowledged_name order by alert.acknowledged_at desc nulls last))[1] as name
    from affected
    join core.notification_alert_members as member on member.alert_id = affected.id and member.ended_at is null
    join core.alerts as alert on alert.id = member.of_alert and alert.closed_at is null
    group by affected.id
  )
  update core.notification_alerts as grouped set
    acknowledged_at = case when all_of_them then wanted.at end,
    acknowledged_by = case when all_of_them then wanted.person end,
    acknowledged_name = case when all_of_them then wanted.name end,
    acknowledged_until = case when all_of_them and wanted.until < 'infinity' then wanted.until end
  from wanted left join core.notification_alerts as before on before.id = wanted.id, core.notifications as rule
  where grouped.id = wanted.id and rule.id = grouped.notification_id
    and (before.acknowledged_at is not null) <> wanted.all_of_them
  returning grouped.id, grouped.notification_id, grouped.severity, rule.escalation_policy_id`

type ChangedGroup = Columns<'core.notification_alerts', 'id' | 'notification_id'> & {
  severity: ResourceAlert['severity']
  escalation_policy_id: string | null
}

/**
 * Says of groups whether all that is wrong in them is taken care of: an alert that joins one that was acknowledged is not.
 * Escalations follow their groups.
 */
export async function followInGroups(
  client: ClientBase,
  events: Pick<Events, 'emit'>,
  alertIds: readonly string[],
  now: Date,
): Promise<void> {
  if (alertIds.length === 0) return
  const { rows } = await client.query<ChangedGroup>(changeGroups(alertIds, now))
  for (const row of rows)
    await events.emit(client, 'alert.acknowledged', {
      alertId: row.id,
      notificationId: row.notification_id,
      policyId: row.escalation_policy_id,
      severity: row.severity,
      time: now.toISOString(),
    })
}

/** An act that changes the state of alerts. To silence is a right of its own; see `silenceAlerts`. */
export type StateAct = AlertAct & { verb: Exclude<AlertVerb, 'silence'> }

interface Effect {
  set: Sql
  note: AlertNoteRow['kind']
  text: string
}

const until = (time: Date | null) => (time === null ? '' : ` until ${time.toISOString()}`)

/** What a verb does to one alert. Undefined if the alert is so already. */
function effectOf(
  { verb, minutes }: Pick<StateAct, 'verb' | 'minutes'>,
  alert: ResourceAlert,
  { name, personId }: Acting,
  now: Date,
): Effect | undefined {
  const end = minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000)
  const isOpen = alert.closed_at === null
  switch (verb) {
    case 'acknowledge':
      if (!isOpen || isTakenCareOf(alert, now)) return undefined
      return {
        set: sql`acknowledged_at = ${now}, acknowledged_by = ${personId}, acknowledged_name = ${name}, acknowledged_until = ${end}`,
        note: 'acknowledged',
        text: `${name} acknowledged it${until(end)}`,
      }
    case 'unacknowledge':
      if (!isOpen || !isTakenCareOf(alert, now)) return undefined
      return {
        set: sql`acknowledged_at = null, acknowledged_by = null, acknowledged_name = null, acknowledged_until = null`,
        note: 'unacknowledged',
        text: `${name} does not take care of it any more`,
      }
    case 'snooze':
      if (!isOpen) return undefined
      return {
        set: sql`snoozed_until = ${end}, snoozed_name = ${name}, snoozed_severity = severity`,
        note: 'snoozed',
        text: `${name} snoozed it${until(end)}, or until it gets worse`,
      }
    case 'wake':
      if (!isOpen || alert.snoozed_until === null) return undefined
      return {
        set: sql`snoozed_until = null, snoozed_name = null, snoozed_severity = null`,
        note: 'woken',
        text: `${name} ended its snooze`,
      }
    case 'resolve':
      return isOpen ? { set: empty, note: 'resolved', text: `${name} marked it as resolved` } : undefined
    case 'reopen':
      if (isOpen || alert.closed_reason !== 'resolved') return undefined
      return {
        set: sql`closed_at = null, closed_reason = null, is_wrong = true`,
        note: 'reopened',
        text: `${name} opened it again`,
      }
    case 'assign':
      break
  }
  return undefined
}

async function hasOpenOne(client: ClientBase, alert: ResourceAlert): Promise<boolean> {
  return (await lockAlertOf(client, { kind: alert.resource_kind, id: alert.resource_id })) !== undefined
}

async function assign(
  client: ClientBase,
  dependencies: VerbDependencies,
  alert: ResourceAlert,
  personId: string | null,
  acting: Acting,
  now: Date,
): Promise<boolean> {
  if (alert.closed_at !== null) return false
  const tables = tablesOn<NotificationTables>(client)
  const person =
    personId === null
      ? undefined
      : await tables
          .selectFrom('core.people')
          .select('name')
          .where('id', '=', personId)
          .where('deleted_at', 'is', null)
          .where('active', '=', true)
          .executeTakeFirst()
  if (personId !== null && person === undefined)
    throw new RequestError('EINVALID', 'personId: There is no person with this id')
  const changed = await tables
    .updateTable('core.alerts')
    .set({ assigned_to: personId })
    .where('id', '=', alert.id)
    .where('assigned_to', 'is distinct from', personId)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return false
  const text =
    person === undefined
      ? `${acting.name} took it from its person`
      : `${acting.name} gave it to ${person.name}`
  await addNotes(client, [
    { alert_id: alert.id, at: now, kind: 'assigned', text, person_id: acting.personId },
  ])
  if (personId !== null && personId !== acting.personId)
    await dependencies.assign(client, alert, personId, acting.name)
  return true
}

/**
 * Does a verb to alerts in the transaction of the caller. Alerts that are so already do not change.
 * @returns the alerts that changed
 */
export async function actOnAlerts(
  client: ClientBase,
  dependencies: VerbDependencies,
  act: StateAct,
  acting: Acting,
  now: Date,
): Promise<string[]> {
  if (act.verb === 'snooze' && act.minutes === undefined)
    throw new RequestError('EINVALID', `minutes: ${REQUIRED}`)
  if (act.verb === 'assign' && act.personId === undefined)
    throw new RequestError('EINVALID', `personId: ${REQUIRED}`)
  const changed: ResourceAlert[] = []
  const tells = act.verb === 'assign' && act.personId !== null && act.personId !== acting.personId
  if (tells && acting.personId !== null)
    await dependencies.countMessage({ personId: acting.personId }, client)
  for (const alert of await lockAlerts(client, act.ids)) {
    if (act.verb === 'assign') {
      if (await assign(client, dependencies, alert, act.personId ?? null, acting, now)) changed.push(alert)
      continue
    }
    const effect = effectOf(act, alert, acting, now)
    if (effect === undefined) continue
    // Its resource may have failed again since, as another alert.
    if (act.verb === 'reopen' && (await hasOpenOne(client, alert))) continue
    await addNotes(client, [
      { alert_id: alert.id, at: now, kind: effect.note, text: effect.text, person_id: acting.personId },
    ])
    if (act.verb === 'resolve')
      await closeAlerts(client, [
        { id: alert.id, reason: 'resolved', time: now, text: endText('resolved', alert.resource_name) },
      ])
    else
      await client.query(
        sql`update core.alerts set ${effect.set}, reviewed_at = ${now} where id = ${alert.id}`,
      )
    changed.push(alert)
  }
  const ids = changed.map(({ id }) => id)
  if (ids.length === 0) return ids
  if (act.verb === 'resolve') await dependencies.end(client, changed, now)
  if (act.verb === 'acknowledge' || act.verb === 'unacknowledge')
    await followInGroups(client, dependencies.events, ids, now)
  // What a verb held back or let go is decided about at once; what ends by itself, then.
  const end = act.minutes === undefined ? now : new Date(now.getTime() + act.minutes * 60_000)
  const holds = act.verb === 'acknowledge' || act.verb === 'snooze'
  const isOver = act.verb === 'resolve' || act.verb === 'assign'
  if (!isOver && (!holds || act.minutes !== undefined))
    await dependencies.review(client, ids, holds ? end : now)
  for (const { id, resource_name: name } of changed)
    await audit(client, acting.by, {
      action: act.verb,
      resource: 'alerts',
      id,
      name,
      after: { by: acting.name, ...(act.minutes === undefined ? {} : { minutes: act.minutes }) },
    })
  return ids
}
