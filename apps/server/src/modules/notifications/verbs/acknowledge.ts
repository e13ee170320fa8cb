import type { LinkedAlert } from '@binnacle/contract/notifications'
import type { ClientBase } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { audit, type Originator } from '../../../platform/audit.ts'
import type { Columns } from '../../../platform/database/columns.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Events } from '../../../platform/events/index.ts'
import type { NotificationTables } from '../tables.ts'

/** An alert, as somebody who has its link sees it. */
export type ShownAlert = Omit<LinkedAlert, 'name'>

const MOST_SHOWN = 10

const find = (alertId: string): Sql => sql`
  select alert.severity, alert.opened_at, alert.acknowledged_at, alert.acknowledged_name,
    alert.acknowledged_until, alert.closed_at, rule.name as rule,
    (
      select count(*)::integer from core.notification_alert_members as member
      where member.alert_id = alert.id and member.ended_at is null
    ) as count,
    (
      select coalesce(jsonb_agg(to_jsonb(oldest) - 'since' order by oldest.since, oldest.id), '[]')
      from (
        select member.resource_kind as kind, member.resource_id as id, member.resource_name as name, member.reason,
          member.since
        from core.notification_alert_members as member
        where member.alert_id = alert.id and member.ended_at is null
        order by member.since, member.resource_id limit ${MOST_SHOWN}
      ) as oldest
    ) as resources
  from core.notification_alerts as alert
  join core.notifications as rule on rule.id = alert.notification_id
  where alert.id = ${alertId}`

type Row = Columns<
  'core.notification_alerts',
  'severity' | 'opened_at' | 'acknowledged_at' | 'acknowledged_name' | 'acknowledged_until' | 'closed_at'
> & {
  rule: string
  resources: LinkedAlert['resources']
  count: number
}

/** Reads an alert for somebody who has its link. @throws RequestError if it is gone */
export async function showAlert(client: ClientBase, alertId: string, now: Date): Promise<ShownAlert> {
  const [row] = (await client.query<Row>(find(alertId))).rows
  if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no such alert any more')
  const holds = row.acknowledged_until === null || row.acknowledged_until > now
  const isAcknowledged = row.acknowledged_at !== null && holds
  return {
    state: row.closed_at !== null ? 'over' : isAcknowledged ? 'acknowledged' : 'open',
    rule: row.rule,
    severity: row.severity,
    since: row.opened_at.toISOString(),
    acknowledgedBy: isAcknowledged ? row.acknowledged_name : null,
    acknowledgedUntil: isAcknowledged ? (row.acknowledged_until?.toISOString() ?? null) : null,
    resources: row.resources,
    count: row.count,
  }
}

/** Who acknowledges, and until when that holds. */
export interface Acknowledgement {
  by: Originator
  personId: string | null
  name: string
  until: Date | null
}

/**
 * Acknowledges an open alert in the transaction of the caller; of one that is over or acknowledged nothing changes.
 * @returns whether this call acknowledged it
 */
export async function acknowledgeAlert(
  client: ClientBase,
  events: Pick<Events, 'emit'>,
  alertId: string,
  { by, personId, name, until }: Acknowledgement,
  now: Date,
): Promise<boolean> {
  const row = await tablesOn<NotificationTables>(client)
    .updateTable('core.notification_alerts as alert')
    .set({
      acknowledged_at: now,
      acknowledged_by: personId,
      acknowledged_name: name,
      acknowledged_until: until,
    })
    .from('core.notifications as rule')
    .where('alert.id', '=', alertId)
    .whereRef('rule.id', '=', 'alert.notification_id')
    .where('alert.closed_at', 'is', null)
    .where((expressions) =>
      expressions.or([
        expressions('alert.acknowledged_at', 'is', null),
        expressions('alert.acknowledged_until', '<=', now),
      ]),
    )
    .returning(['alert.notification_id', 'alert.severity', 'rule.escalation_policy_id'])
    .executeTakeFirst()
  if (row === undefined) return false
  await events.emit(client, 'alert.acknowledged', {
    alertId,
    notificationId: row.notification_id,
    policyId: row.escalation_policy_id,
    severity: row.severity,
    time: now.toISOString(),
  })
  await audit(client, by, {
    action: 'acknowledge',
    resource: 'notification_alerts',
    id: alertId,
    name: null,
    after: { acknowledged_by: name, until },
  })
  return true
}
