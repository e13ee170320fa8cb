// Alerts as they are stored: one for each resource that has a problem, from its first failure until its end.
import { type AlertEnd, type AlertNoteRow } from '@binnacle/contract/notifications'
import { type Severity, severities } from '@binnacle/contract/health'
import { sql as fragment } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import { anyOf, tablesOn } from '../../../platform/database/tables-on.ts'
import { newId } from '../../../platform/ids.ts'
import type { SubjectState } from '../../../platform/subjects.ts'
import type { NotificationTables, StoredColumns } from '../tables.ts'

const columnNames = [
  'id',
  'resource_kind',
  'resource_id',
  'resource_name',
  'resource_type',
  'namespace',
  'labels',
  'path',
  'severity',
  'reason',
  'event',
  'since',
  'opened_at',
  'acknowledged_at',
  'acknowledged_name',
  'acknowledged_until',
  'snoozed_until',
  'snoozed_severity',
  'changes',
  'flapping_since',
  'is_wrong',
  'due_at',
  'closed_at',
  'closed_reason',
] as const

/** An alert of a resource. */
export type ResourceAlert = StoredColumns<'core.alerts', (typeof columnNames)[number]>

const columns = raw(columnNames.map((name) => `alert.${name}`).join(', '))

/** A resource that failed. */
export interface Failure {
  state: SubjectState
  event: string
  time: Date
}

/** An alert that a failure opened or went on with. */
export interface OpenedAlert extends ResourceAlert {
  isNew: boolean
  /** Whether its resource was wrong already before this failure. */
  wasWrong: boolean
}

/** Changes of a resource that are remembered: as many as a rule may ask for. */
export const MOST_CHANGES = 100

const severityRank = (column: string) => raw(`array_position(array['${severities.join("','")}'], ${column})`)

// In one order, so that transactions cannot deadlock. What a resource did before its last alert ended counts too.
const open = (rows: readonly unknown[], now: Date, isReview: boolean): Sql => sql`
  with given as (
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as given (
      id uuid, resource_kind text, resource_id uuid, resource_name text, resource_type text, namespace text, labels jsonb,
      path text, severity text, reason text, event text, since timestamptz, opened_at timestamptz
    )
    order by resource_id, resource_kind
  )
  insert into core.alerts as alert (id, resource_kind, resource_id, resource_name, resource_type, namespace, labels, path, severity,
    reason, event, since, opened_at, changes, reviewed_at)
  select given.id, given.resource_kind, given.resource_id, given.resource_name, given.resource_type, given.namespace,
    given.labels, given.path, given.severity, given.reason, given.event, given.since, given.opened_at,
    coalesce((
      select changes from core.alerts as earlier
      where earlier.resource_id = given.resource_id and earlier.resource_kind = given.resource_kind
        and earlier.closed_at is not null
      order by earlier.closed_at desc limit 1
    ), '{}') || given.opened_at, ${now}
  from given
  on conflict (resource_id, resource_kind) where closed_at is null do update set
    resource_name = excluded.resource_name, resource_type = excluded.resource_type, namespace = excluded.namespace,
    labels = excluded.labels, path = excluded.path, reason = excluded.reason, is_wrong = true,
    event = case when ${isReview} then alert.event else excluded.event end,
    changes = case when alert.is_wrong then alert.changes
      else (alert.changes || excluded.opened_at)[greatest(1, cardinality(alert.changes) + 2 - ${MOST_CHANGES}::integer):] end,
    severity = case when ${severityRank('excluded.severity')} > ${severityRank('alert.severity')}
      then excluded.severity else alert.severity end
  returning ${columns}, xmax = 0 as is_new`

/**
 * Opens the alerts of resources that failed, or goes on with the open ones. Locks them until the transaction ends; alerts
 * are locked before groups everywhere.
 * @param isReview nothing new happened to them
 * @returns by id of the resource
 */
export async function openResourceAlerts(
  client: ClientBase,
  failures: readonly Failure[],
  now: Date,
  isReview = false,
): Promise<Map<string, OpenedAlert>> {
  const byResource = new Map(failures.map((failure) => [failure.state.id, failure]))
  const rows = Array.from(byResource.values(), ({ state, event, time }) => ({
    id: newId(),
    resource_kind: state.kind,
    resource_id: state.id,
    resource_name: state.name,
    resource_type: state.type ?? null,
    namespace: state.namespace ?? null,
    labels: state.labels,
    path: state.path,
    severity: state.severity,
    reason: state.reason ?? null,
    event,
    since: state.since ?? time,
    opened_at: time,
  }))
  if (rows.length === 0) return new Map()
  const before = await lockOpen(client, Array.from(byResource.keys()))
  const stored = await client.query<ResourceAlert & { is_new: boolean }>(open(rows, now, isReview))
  const opened = stored.rows.map(({ is_new: isNew, ...alert }) => ({
    ...alert,
    isNew,
    wasWrong: !isNew && (before.get(alert.resource_id)?.is_wrong ?? true),
  }))
  const fresh = opened.filter(({ isNew }) => isNew)
  await addNotes(
    client,
    fresh.map(({ id, opened_at: at, reason, resource_name: name }) => ({
      alert_id: id,
      at,
      kind: 'opened',
      text: reason === null ? `${name} failed` : `${name} failed: ${reason}`,
      person_id: null,
    })),
  )
  return new Map(opened.map((alert) => [alert.resource_id, alert]))
}

/** Locks the open alerts of resources in one order, until the transaction ends. @returns by id of the resource */
export async function lockOpen(
  client: ClientBase,
  resourceIds: readonly string[],
): Promise<ReadonlyMap<string, ResourceAlert>> {
  const { rows } = await client.query<ResourceAlert>(sql`
    select ${columns} from core.alerts as alert
    where alert.resource_id = any(${[...resourceIds]}) and alert.closed_at is null
    order by alert.resource_id, alert.resource_kind for update`)
  return new Map(rows.map((row) => [row.resource_id, row]))
}

/** Locks the open alert of a resource until the transaction ends. */
export async function lockAlertOf(
  client: ClientBase,
  { kind, id }: Pick<SubjectState, 'kind' | 'id'>,
): Promise<ResourceAlert | undefined> {
  const alert = (await lockOpen(client, [id])).get(id)
  return alert?.resource_kind === kind ? alert : undefined
}

/** Locks alerts by id, in the order of their resources. */
export async function lockAlerts(client: ClientBase, ids: readonly string[]): Promise<ResourceAlert[]> {
  const { rows } = await client.query<ResourceAlert>(sql`
    select ${columns} from core.alerts as alert where alert.id = any(${[...ids]})
    order by alert.resource_id, alert.resource_kind for update`)
  return rows
}

const alertsOf = (within: ClientBase | Pool, { kind, id }: Pick<SubjectState, 'kind' | 'id'>) =>
  tablesOn<NotificationTables>(within)
    .selectFrom('core.alerts')
    .select(columnNames)
    .where('resource_id', '=', id)
    .where('resource_kind', '=', kind)

/** Reads the open alert of a resource. */
export const findAlertOf = (
  within: ClientBase | Pool,
  resource: Pick<SubjectState, 'kind' | 'id'>,
): Promise<ResourceAlert | undefined> =>
  alertsOf(within, resource).where('closed_at', 'is', null).executeTakeFirst()

/** Reads the open alerts of resources, of whatever kind. */
export const openAlertsOf = (
  within: ClientBase | Pool,
  resourceIds: readonly string[],
): Promise<ResourceAlert[]> =>
  tablesOn<NotificationTables>(within)
    .selectFrom('core.alerts')
    .select(columnNames)
    .where('resource_id', '=', anyOf(resourceIds))
    .where('closed_at', 'is', null)
    .execute()

/** Rules whose groups an alert is in. */
export async function rulesOfGroups(within: ClientBase | Pool, alertId: string): Promise<string[]> {
  const { rows } = await within.query<{ id: string }>(sql`
    select distinct grouped.notification_id as id from core.notification_alert_members as member
    join core.notification_alerts as grouped on grouped.id = member.alert_id
    where member.of_alert = ${alertId} and member.ended_at is null and grouped.closed_at is null`)
  return rows.map(({ id }) => id)
}

/** Reads the newest alert of a resource, open or over. */
export const newestAlertOf = (
  within: ClientBase | Pool,
  resource: Pick<SubjectState, 'kind' | 'id'>,
): Promise<ResourceAlert | undefined> =>
  alertsOf(within, resource)
    .orderBy(fragment`closed_at is null`, 'desc')
    .orderBy('closed_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Reads alerts. */
export const findAlerts = (within: ClientBase | Pool, ids: readonly string[]): Promise<ResourceAlert[]> =>
  tablesOn<NotificationTables>(within)
    .selectFrom('core.alerts')
    .select(columnNames)
    .where('id', '=', anyOf(ids))
    .execute()

/** An entry of the timeline to write. */
export type NewNote = Omit<AlertNoteRow, 'id' | 'at'> & { at: Date }

/** Writes entries of timelines. */
export async function addNotes(client: ClientBase | Pool, notes: readonly NewNote[]): Promise<void> {
  if (notes.length === 0) return
  await tablesOn<NotificationTables>(client)
    .insertInto('core.alert_notes')
    .values(notes.map((note) => ({ id: newId(), ...note })))
    .execute()
}

/** What people read of the end of an alert in its timeline. */
const endTexts: Readonly<Record<AlertEnd, (name: string) => string>> = {
  recovered: (name) => `${name} is healthy again`,
  deleted: (name) => `${name} was deleted`,
  disabled: (name) => `${name} was switched off`,
  unmatched: () => 'No rule looks at it any more',
  resolved: (name) => `${name} was marked as resolved`,
}

/** A sentence about the end of an alert. */
export const endText = (reason: AlertEnd, name: string): string => endTexts[reason](name)

/** An alert that ends. */
export interface AlertEnding extends Pick<ResourceAlert, 'id'> {
  reason: AlertEnd
  time: Date
  /** The entry of its timeline. */
  text: string
}

/** Ends alerts that the caller has locked. What was held back is owed no more. */
export async function closeAlerts(client: ClientBase, ends: readonly AlertEnding[]): Promise<void> {
  if (ends.length === 0) return
  await client.query(sql`
    update core.alerts as alert set closed_at = given.time, closed_reason = given.reason, due_at = null, is_wrong = false,
      changes = (case when alert.is_wrong then alert.changes || given.time else alert.changes end)[
        greatest(1, cardinality(alert.changes) + 2 - ${MOST_CHANGES}::integer):],
      flapping_since = null
    from json_to_recordset(${JSON.stringify(ends)}::json) as given (id uuid, reason text, time timestamptz)
    where alert.id = given.id`)
  await client.query(sql`
    update core.alert_told set held_by = null, held_until = null, held_since = null
    where alert_id = any(${ends.map(({ id }) => id)}) and held_by is not null`)
  await addNotes(
    client,
    ends.map(({ id, time, text }) => ({ alert_id: id, at: time, kind: 'over', text, person_id: null })),
  )
}

/** How bad a severity is. */
export const severityLevel = (severity: Severity): number => (severities.indexOf(severity) + 1) * 2 + 1

/** How bad an alert is: what is worse than people know is told again. */
export function levelOf({ severity, event }: { severity: Severity; event: string }): number {
  return severityLevel(severity) - (event.endsWith('.warning') ? 1 : 0)
}
