// What is wrong now: a rule's alerts, from the first failure of a member until all are well.
import { type Severity, severities } from '@binnacle/contract/health'
import type { ClientBase, Pool } from 'pg'
import type { KnownColumns } from '../../../platform/database/columns.ts'
import { newId } from '../../../platform/ids.ts'
import type { SubjectState } from '../../../platform/subjects.ts'
import { type Recipient, target } from './recipients.ts'
import type { GroupMember } from './texts.ts'

export type Alert = KnownColumns<
  'core.notification_alerts',
  | 'id'
  | 'notification_id'
  | 'group_key'
  | 'severity'
  | 'opened_at'
  | 'acknowledged_at'
  | 'acknowledged_name'
  | 'acknowledged_until'
  | 'held_by'
  | 'held_until'
  | 'closed_at',
  { severity: Severity; held_by: 'silence' | 'inhibition' | null }
>

const columns = `
  id, notification_id, group_key, severity, opened_at, acknowledged_at, acknowledged_name, acknowledged_until, held_by,
  held_until, closed_at`

const openAlertSql = `
  insert into core.notification_alerts (id, notification_id, group_key, severity, opened_at)
  values ($1, $2, $3, $4, $5)
  on conflict (notification_id, group_key) where closed_at is null
  do update set severity = case
    when array_position($6::text[], excluded.severity) > array_position($6::text[], notification_alerts.severity)
    then excluded.severity else notification_alerts.severity end
  returning ${columns}`

const addMember = `
  insert into core.notification_alert_members (alert_id, resource_kind, resource_id, resource_name, reason, since)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (alert_id, resource_kind, resource_id) do update
  set reason = excluded.reason, resource_name = excluded.resource_name, ended_at = null,
    since = case when notification_alert_members.ended_at is null
      then notification_alert_members.since else excluded.since end`

/** An alert, and whether this failure opened it. */
export interface OpenedAlert {
  alert: Alert
  isNew: boolean
}

/** Opens the alert of a group, or adds a resource to the open one. Locks the alert until the transaction ends. */
export async function openAlert(
  within: ClientBase | Pool,
  ruleId: string,
  groupKey: string,
  state: SubjectState,
  time: Date,
): Promise<OpenedAlert> {
  const id = newId()
  const { rows } = await within.query<Alert>(openAlertSql, [
    id,
    ruleId,
    groupKey,
    state.severity,
    time,
    severities,
  ])
  const [alert] = rows
  if (alert === undefined) throw new Error('the alert was not stored')
  await within.query(addMember, [
    alert.id,
    state.kind,
    state.id,
    state.name,
    state.reason ?? null,
    state.since ?? time,
  ])
  return { alert, isNew: alert.id === id }
}

const endMembers = `
  update core.notification_alert_members as member set ended_at = $3
  from core.notification_alerts as alert
  where alert.id = member.alert_id and alert.closed_at is null and member.ended_at is null
    and member.resource_id = $2 and member.resource_kind = $1
  returning member.alert_id, member.since`

const closeAlerts = `
  update core.notification_alerts as alert set closed_at = $2, held_by = null, held_until = null
  where alert.id = any ($1) and alert.closed_at is null and not exists (
    select from core.notification_alert_members as member
    where member.alert_id = alert.id and member.ended_at is null
  )
  returning ${columns}`

/** An alert that ended. */
export interface ClosedAlert extends Alert {
  /** Since when the resource that was the last one had been wrong. */
  since: Date
}

/** Ends what is wrong with a resource. @returns the alerts in which nothing is wrong any more */
export async function endAlertsOf(
  within: ClientBase | Pool,
  { kind, id }: Pick<SubjectState, 'kind' | 'id'>,
  time: Date,
): Promise<ClosedAlert[]> {
  // Locks in one order, so that two recoveries of one group do not wait for each other.
  await within.query(
    `select alert.id from core.notification_alerts as alert
     join core.notification_alert_members as member on member.alert_id = alert.id
     where member.resource_id = $1 and member.ended_at is null and alert.closed_at is null
     order by alert.id for update of alert`,
    [id],
  )
  const ended = await within.query<{ alert_id: string; since: Date }>(endMembers, [kind, id, time])
  if (ended.rows.length === 0) return []
  const since = new Map(ended.rows.map((row) => [row.alert_id, row.since]))
  const { rows } = await within.query<Alert>(closeAlerts, [[...since.keys()], time])
  return rows.map((alert) => ({ ...alert, since: since.get(alert.id) ?? alert.opened_at }))
}

/** The members of an alert, the longest wrong first. */
export async function membersOf(within: ClientBase | Pool, alertId: string): Promise<GroupMember[]> {
  const { rows } = await within.query<{
    kind: string
    name: string
    reason: string | null
    since: Date
    ended: Date | null
  }>(
    `select resource_kind as kind, resource_name as name, reason, since, ended_at as ended
     from core.notification_alert_members where alert_id = $1 order by ended_at nulls first, since, resource_name`,
    [alertId],
  )
  return rows.map(({ reason, ended, ...member }) => ({
    ...member,
    reason: reason ?? undefined,
    ended: ended ?? undefined,
  }))
}

/** Reads an alert. */
export async function findAlert(within: ClientBase | Pool, id: string): Promise<Alert | undefined> {
  const { rows } = await within.query<Alert>(
    `select ${columns} from core.notification_alerts where id = $1`,
    [id],
  )
  return rows[0]
}

/** Whether somebody takes care of an alert at an instant. */
export function isAcknowledged(
  { acknowledged_at: at, acknowledged_until: until }: Pick<Alert, 'acknowledged_at' | 'acknowledged_until'>,
  now: Date,
): boolean {
  return at !== null && (until === null || until > now)
}

/** Whom an alert was told, and by which type of services. */
export async function toldOf(
  within: ClientBase | Pool,
  alertId: string,
): Promise<{ recipient: Recipient; service: string | null }[]> {
  const { rows } = await within.query<{
    recipient: string
    recipient_name: string | null
    person_id: string | null
    team_id: string | null
    service: string | null
    target: unknown
  }>(
    `select delivery.recipient, history.recipient_name, history.person_id, history.team_id, history.service,
       details.target
     from core.notification_deliveries as delivery
     join core.notification_send_history as history on history.id = delivery.send_id
     join core.notification_send_details as details on details.send_id = delivery.send_id
     where delivery.alert_id = $1 order by delivery.recipient`,
    [alertId],
  )
  return rows.map((row) => ({
    service: row.service,
    recipient: {
      key: row.recipient,
      name: row.recipient_name ?? row.recipient,
      filter: undefined,
      ...target.parse(row.target),
      ...(row.person_id === null ? {} : { personId: row.person_id }),
      ...(row.team_id === null ? {} : { teamId: row.team_id }),
    },
  }))
}

/** Reads an open alert and keeps others from changing it until the transaction ends. */
export async function lockOpenAlert(client: ClientBase, id: string): Promise<Alert | undefined> {
  const { rows } = await client.query<Alert>(
    `select ${columns} from core.notification_alerts where id = $1 and closed_at is null for no key update`,
    [id],
  )
  return rows[0]
}
