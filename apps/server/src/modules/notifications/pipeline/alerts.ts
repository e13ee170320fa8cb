// What is wrong now: a rule's alerts, from the first failure of a member until all are well.
import { type Severity, severities } from '@binnacle/contract/health'
import type { ClientBase, Pool } from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Columns } from '../../../platform/database/columns.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { newId } from '../../../platform/ids.ts'
import type { SubjectState } from '../../../platform/subjects.ts'
import type { NotificationTables, StoredColumns } from '../tables.ts'
import { overdueMessages } from './queue/overdue.ts'
import { type Recipient, target } from './decide/recipients.ts'
import type { GroupMember } from './send/texts.ts'

export const alertColumns = [
  'id',
  'notification_id',
  'group_key',
  'severity',
  'opened_at',
  'acknowledged_at',
  'acknowledged_name',
  'acknowledged_until',
  'held_by',
  'held_until',
  'closed_at',
] as const

export type Alert = StoredColumns<'core.notification_alerts', (typeof alertColumns)[number]>

const columns = raw(alertColumns.join(', '))

// In one order, so that transactions cannot deadlock. The limit makes
// PostgreSQL look each alert up.
const lockAlerts = (wanted: readonly NewAlert[]): Sql => sql`
  select ${columns} from core.notification_alerts
  where id in (
    select stored.id
    from json_to_recordset(${JSON.stringify(wanted)}::json) as given (notification_id uuid, group_key text)
    cross join lateral (
      select id from core.notification_alerts
      where notification_id = given.notification_id and group_key = given.group_key and closed_at is null limit 1
    ) as stored
  ) and closed_at is null
  order by notification_id, group_key
  for no key update`

const insertAlerts = (wanted: readonly NewAlert[]): Sql => sql`
  insert into core.notification_alerts (id, notification_id, group_key, severity, opened_at)
  select given.id, given.notification_id, given.group_key, given.severity, given.opened_at
  from json_to_recordset(${JSON.stringify(wanted)}::json) as given (
    id uuid, notification_id uuid, group_key text, severity text, opened_at timestamptz
  )
  order by given.notification_id, given.group_key
  on conflict (notification_id, group_key) where closed_at is null
  do update set severity = case
    when array_position(${severities}::text[], excluded.severity)
      > array_position(${severities}::text[], notification_alerts.severity)
    then excluded.severity else notification_alerts.severity end
  returning ${columns}`

const addMembers = (members: readonly NewMember[]): Sql => sql`
  insert into core.notification_alert_members (alert_id, resource_kind, resource_id, resource_name, reason, since, of_alert)
  select given.* from json_to_recordset(${JSON.stringify(members)}::json) as given (
    alert_id uuid, resource_kind text, resource_id uuid, resource_name text, reason text, since timestamptz,
    of_alert uuid
  )
  order by given.alert_id, given.resource_kind, given.resource_id
  on conflict (alert_id, resource_kind, resource_id) do update
  set reason = excluded.reason, resource_name = excluded.resource_name, ended_at = null, of_alert = excluded.of_alert,
    since = case when notification_alert_members.ended_at is null
      then notification_alert_members.since else excluded.since end`

type NewAlert = StoredColumns<
  'core.notification_alerts',
  'id' | 'notification_id' | 'group_key' | 'severity' | 'opened_at'
>

type NewMember = Columns<
  'core.notification_alert_members',
  'alert_id' | 'resource_kind' | 'resource_id' | 'resource_name' | 'reason' | 'since' | 'of_alert'
>

/** A failure that opens the alert of its group, or joins the open one. */
export interface GroupFailure {
  ruleId: string
  groupKey: string
  state: SubjectState
  time: Date
  /** The alert of the resource. */
  alertId: string
}

const alertKey = (ruleId: string, groupKey: string) => `${ruleId} ${groupKey}`

/** Alerts of failures. */
export interface OpenedAlerts {
  of(failing: Pick<GroupFailure, 'ruleId' | 'groupKey'>): Alert
  /** Alerts that these failures opened. */
  fresh: readonly Alert[]
}

/** The alert that the failures of one group open. */
function toOpen([first, ...others]: readonly [GroupFailure, ...GroupFailure[]]): NewAlert {
  const failures = [first, ...others]
  const severity = failures.reduce<Severity>(
    (highest, { state }) =>
      severities.indexOf(state.severity) > severities.indexOf(highest) ? state.severity : highest,
    first.state.severity,
  )
  return {
    id: newId(),
    notification_id: first.ruleId,
    group_key: first.groupKey,
    severity,
    opened_at: new Date(Math.min(...failures.map(({ time }) => time.getTime()))),
  }
}

/**
 * Opens the alerts of groups, or adds resources to the open ones. Locks them until the transaction ends.
 * @param failures of different resources, as far as they are of one rule
 */
export async function openAlerts(
  within: ClientBase | Pool,
  failures: readonly GroupFailure[],
): Promise<OpenedAlerts> {
  const groups = Map.groupBy(failures, ({ ruleId, groupKey }) => alertKey(ruleId, groupKey))
  const wanted = [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [toOpen([first, ...others])],
  )
  const locked = await within.query<Alert>(lockAlerts(wanted))
  const alerts = new Map(locked.rows.map((row) => [alertKey(row.notification_id, row.group_key), row]))
  // In a storm nearly all of them are open already, and nothing of them changes.
  const changed = wanted.filter(({ notification_id: rule, group_key: group, severity }) => {
    const open = alerts.get(alertKey(rule, group))
    return open === undefined || severities.indexOf(severity) > severities.indexOf(open.severity)
  })
  if (changed.length > 0) {
    const { rows } = await within.query<Alert>(insertAlerts(changed))
    for (const row of rows) alerts.set(alertKey(row.notification_id, row.group_key), row)
  }
  const of = ({ ruleId, groupKey }: Pick<GroupFailure, 'ruleId' | 'groupKey'>): Alert => {
    const alert = alerts.get(alertKey(ruleId, groupKey))
    if (alert === undefined) throw new Error('the alert was not stored')
    return alert
  }
  const members = failures.map(({ state, time, alertId, ...failing }) => ({
    alert_id: of(failing).id,
    resource_kind: state.kind,
    resource_id: state.id,
    resource_name: state.name,
    reason: state.reason ?? null,
    since: state.since ?? time,
    of_alert: alertId,
  }))
  await within.query(addMembers(members))
  const made = new Set(wanted.map(({ id }) => id))
  return { of, fresh: [...alerts.values()].filter(({ id }) => made.has(id)) }
}

const endMembers = (ends: readonly ResourceEnd[], ofRules: readonly string[] | undefined): Sql => sql`
  update core.notification_alert_members as member set ended_at = given.time
  from core.notification_alerts as alert,
    json_to_recordset(${JSON.stringify(ends)}::json) as given (id uuid, kind text, time timestamptz)
  where alert.id = member.alert_id and alert.closed_at is null and member.ended_at is null
    and member.resource_id = given.id and member.resource_kind = given.kind
    and (${ofRules ?? null}::uuid[] is null or alert.notification_id = any(${ofRules ?? null}::uuid[]))
  returning member.alert_id, member.resource_id, given.time as ended_at`

const closeAlerts = (ended: readonly { alert_id: string; ended_at: Date }[]): Sql => sql`
  update core.notification_alerts as alert set closed_at = given.ended_at, held_by = null, held_until = null
  from json_to_recordset(${JSON.stringify(ended)}::json) as given (alert_id uuid, ended_at timestamptz)
  where alert.id = given.alert_id and alert.closed_at is null and not exists (
    select from core.notification_alert_members as member
    where member.alert_id = alert.id and member.ended_at is null
  )
  returning ${raw(alertColumns.map((name) => `alert.${name}`).join(', '))}`

/** A resource with which nothing is wrong any more. */
export interface ResourceEnd extends Pick<SubjectState, 'kind' | 'id'> {
  time: Date
}

/** An alert that ended. */
export interface ClosedAlert extends Alert {
  /** The resource that was the last one. */
  resourceId: string
}

/**
 * Ends what is wrong with resources in their groups.
 * @param ofRules only in groups of these rules
 * @returns the groups in which nothing is wrong any more
 */
export async function endAlertsOf(
  within: ClientBase | Pool,
  ends: readonly ResourceEnd[],
  ofRules?: readonly string[],
): Promise<ClosedAlert[]> {
  // Locks in the order in which alerts are opened, so that transactions cannot deadlock.
  await within.query(sql`
    select alert.id from core.notification_alerts as alert
    where alert.closed_at is null and alert.id in (
      select member.alert_id from core.notification_alert_members as member
      where member.resource_id = any(${ends.map(({ id }) => id)}) and member.ended_at is null
    )
    order by alert.notification_id, alert.group_key for update of alert`)
  const ended = await within.query<{ alert_id: string; resource_id: string; ended_at: Date }>(
    endMembers(ends, ofRules),
  )
  if (ended.rows.length === 0) return []
  const last = new Map(
    ended.rows
      .toSorted((one, other) => one.ended_at.getTime() - other.ended_at.getTime())
      .map((row) => [row.alert_id, row]),
  )
  const { rows } = await within.query<Alert>(closeAlerts([...last.values()]))
  return rows.map((alert) => ({ ...alert, resourceId: last.get(alert.id)?.resource_id ?? '' }))
}

/** The members of an alert, the longest wrong first. */
export async function membersOf(within: ClientBase | Pool, alertId: string): Promise<GroupMember[]> {
  const rows = await tablesOn(within)
    .selectFrom('core.notification_alert_members')
    .select(['resource_kind as kind', 'resource_name as name', 'reason', 'since', 'ended_at as ended'])
    .where('alert_id', '=', alertId)
    .orderBy('ended_at', (order) => order.asc().nullsFirst())
    .orderBy('since')
    .orderBy('resource_name')
    .execute()
  return rows.map(({ reason, ended, ...member }) => ({
    ...member,
    reason: reason ?? undefined,
    ended: ended ?? undefined,
  }))
}

/** Reads an alert. */
export const findAlert = (within: ClientBase | Pool, id: string): Promise<Alert | undefined> =>
  tablesOn<NotificationTables>(within)
    .selectFrom('core.notification_alerts')
    .select(alertColumns)
    .where('id', '=', id)
    .executeTakeFirst()

/** Whether somebody takes care of an alert at an instant. */
export function isAcknowledged(
  { acknowledged_at: at, acknowledged_until: until }: Pick<Alert, 'acknowledged_at' | 'acknowledged_until'>,
  now: Date,
): boolean {
  return at !== null && (until === null || until > now)
}

// A service may have a message also if nobody got its answer, or if it is on its way.
const findTold = (groupIds: readonly string[]): Sql => sql`
  with told as (
    select alert_id, recipient, send_id, true as is_certain, false as is_overdue from core.notification_deliveries
    where alert_id = any(${[...groupIds]})
    union all
    select alert_id, recipient, id, false, false from core.notification_send_history
    where alert_id = any(${[...groupIds]}) and tells = 'alert' and status <> 'sent'
      and (may_have_arrived or attempt_at is not null)
    union all
    -- A list that is on its way may say that it fails.
    select listed.alert_id, listed.recipient, listed.id, false, false from core.notification_send_history as listed
    join core.notification_send_history as list on list.id = listed.group_id
    where listed.alert_id = any(${[...groupIds]}) and listed.tells = 'alert' and listed.status = 'grouped'
      and list.is_digest and list.status <> 'sent' and (list.may_have_arrived or list.attempt_at is not null)
    union all
    select overdue.alert_id, overdue.recipient, overdue.send_id, false, true from (${overdueMessages(groupIds)}) as overdue
  )
  select distinct on (told.alert_id, told.recipient) told.alert_id, told.recipient, history.recipient_name, history.person_id, history.team_id,
    told.is_certain, told.is_overdue, details.target,
    history.is_digest or history.status = 'grouped' as is_listed
  from told
  join core.notification_send_history as history on history.id = told.send_id
  join core.notification_send_details as details on details.send_id = told.send_id
  order by told.alert_id, told.recipient, told.is_certain desc, told.is_overdue`

type ToldRow = Columns<'core.notification_deliveries', 'recipient'> &
  Columns<'core.notification_send_history', 'recipient_name' | 'person_id' | 'team_id'> &
  Columns<'core.notification_send_details', 'target'> & {
    alert_id: string
    is_certain: boolean
    is_overdue: boolean
    is_listed: boolean
  }

/** Somebody whom an alert was told, may have been told, or should have been told. */
export interface ToldRecipient {
  alertId: string
  recipient: Recipient
  isCertain: boolean
  isOverdue: boolean
  /** Whether a list told them. */
  isListed: boolean
}

/** Whom alerts were told. */
export async function notifiedRecipientsOf(
  within: ClientBase | Pool,
  alertIds: readonly string[],
): Promise<ToldRecipient[]> {
  const { rows } = await within.query<ToldRow>(findTold(alertIds))
  return rows.map((row) => ({
    alertId: row.alert_id,
    isCertain: row.is_certain,
    isOverdue: row.is_overdue,
    isListed: row.is_listed,
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
