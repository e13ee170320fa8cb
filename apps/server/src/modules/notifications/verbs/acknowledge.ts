import type { Severity } from '@binnacle/contract/health'
import type { LinkedAlert } from '@binnacle/contract/notifications'
import type { ClientBase } from 'pg'
import { audit, type Originator } from '../../../platform/audit.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Events } from '../../../platform/events/index.ts'

/** An alert, as somebody who has its link sees it. */
export type ShownAlert = Omit<LinkedAlert, 'name'>

const MOST_SHOWN = 10

const find = `
  select alert.id, alert.severity, alert.opened_at, alert.acknowledged_at, alert.acknowledged_name,
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
  where alert.id = $1`

interface Row {
  id: string
  severity: string
  opened_at: Date
  acknowledged_at: Date | null
  acknowledged_name: string | null
  acknowledged_until: Date | null
  closed_at: Date | null
  rule: string
  resources: LinkedAlert['resources']
  count: number
}

/** Reads an alert for somebody who has its link. @throws RequestError if it is gone */
export async function showAlert(client: ClientBase, alertId: string, now: Date): Promise<ShownAlert> {
  const [row] = (await client.query<Row>(find, [alertId])).rows
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

const acknowledgeSql = `
  update core.notification_alerts as alert
  set acknowledged_at = $2, acknowledged_by = $3, acknowledged_name = $4, acknowledged_until = $5
  from core.notifications as rule
  where alert.id = $1 and rule.id = alert.notification_id and alert.closed_at is null
    and (alert.acknowledged_at is null or alert.acknowledged_until <= $2)
  returning alert.notification_id, alert.severity, rule.escalation_policy_id`

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
  const { rows } = await client.query<{
    notification_id: string
    severity: Severity
    escalation_policy_id: string | null
  }>(acknowledgeSql, [alertId, now, personId, name, until])
  const [row] = rows
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
