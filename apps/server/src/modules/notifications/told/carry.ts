// Who was told of a failure and not of its end still believes that it fails. If it fails again, that is right: they know,
// the end that waits is not told, and the next one is.
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { PendingGroupDecision } from '../pipeline/decide/decide.ts'
import { Decisions } from '../pipeline/record/rows.ts'

/** Carries what recipients know over to alerts that just opened. The caller has locked them, and opened their groups. */
export async function carryKnowledge(
  client: ClientBase,
  alertIds: readonly string[],
  now: () => Date,
): Promise<void> {
  if (alertIds.length === 0) return
  const decisions = new Decisions(now).add('wait', 'stop', 'It failed again before the message went out')
  await client.query(sql`
    with known as materialized (
      select alert.id as alert_id, told.recipient, told.recipient_name, told.person_id, told.team_id, told.notification_id,
        told.group_id as old_group, told.known_at, told.level, grouped.id as group_id,
        -- Who may have got the message about the end is told that it fails again.
        exists (
          select from core.notification_send_history as ending
          where ending.alert_id = told.group_id and ending.recipient = told.recipient and ending.tells = 'recovery'
            and (ending.may_have_arrived or ending.attempt_at is not null)
        ) as may_know_end
      from core.alerts as alert
      cross join lateral (
        select earlier.id from core.alerts as earlier
        where earlier.resource_id = alert.resource_id and earlier.resource_kind = alert.resource_kind
          and earlier.closed_at is not null
        order by earlier.closed_at desc limit 1
      ) as earlier
      join core.alert_told as told on told.alert_id = earlier.id and told.knows = 'open'
      join core.notification_alert_members as member on member.of_alert = alert.id and member.ended_at is null
      join core.notification_alerts as grouped
        on grouped.id = member.alert_id and grouped.notification_id = told.notification_id
      where alert.id = any(${[...alertIds]})
    ),
    carried as (
      insert into core.alert_told as told (alert_id, recipient, recipient_name, person_id, team_id, notification_id, group_id,
        knows, known_at, level)
      select alert_id, recipient, recipient_name, person_id, team_id, notification_id, group_id, 'open', known_at, level
      from known where not may_know_end
      on conflict (alert_id, recipient) do nothing
    ),
    delivered as (
      insert into core.notification_deliveries (alert_id, recipient, send_id, service_id, service_place, sent_at)
      select known.group_id, known.recipient, delivery.send_id, delivery.service_id, delivery.service_place, delivery.sent_at
      from known join core.notification_deliveries as delivery
        on delivery.alert_id = known.old_group and delivery.recipient = known.recipient
      where not known.may_know_end
      on conflict (alert_id, recipient) do nothing
    ),
    skipped as (
      update core.notification_send_history as history set status = 'skipped', created_at = ${now()}
      from known
      where history.alert_id = known.old_group and history.recipient = known.recipient and history.tells = 'recovery'
        and history.status = 'pending' and history.attempt_at is null
      returning history.id
    )
    update core.notification_send_details set decisions = decisions || ${JSON.stringify(decisions.list)}::jsonb
    from skipped where send_id = skipped.id`)
}

/**
 * Lets recipients know of an alert by a rule that still looks at it, whom one told that does not any more: for them nothing
 * has ended. The caller has locked the alert.
 * @param leaving rules that do not look at it any more
 * @param staying rules that do, with the ways to their recipients
 */
export async function handOver(
  client: ClientBase,
  alertId: string,
  leaving: readonly string[],
  staying: readonly PendingGroupDecision[],
): Promise<void> {
  const ways = staying.flatMap(({ rule, prepared }) =>
    prepared.ways.map(({ recipient }) => ({ notification_id: rule.id, recipient: recipient.key })),
  )
  if (ways.length === 0) return
  await client.query(sql`
    with moved as materialized (
      select distinct on (told.recipient) told.recipient, told.group_id as old_group, grouped.id as group_id,
        grouped.notification_id
      from core.alert_told as told
      join json_to_recordset(${JSON.stringify(ways)}::json) as given (notification_id uuid, recipient text)
        on given.recipient = told.recipient
      join core.notification_alert_members as member on member.of_alert = told.alert_id and member.ended_at is null
      join core.notification_alerts as grouped
        on grouped.id = member.alert_id and grouped.notification_id = given.notification_id and grouped.closed_at is null
      where told.alert_id = ${alertId} and told.notification_id = any(${[...leaving]})
      order by told.recipient, grouped.id
    ),
    delivered as (
      insert into core.notification_deliveries (alert_id, recipient, send_id, service_id, service_place, sent_at)
      select moved.group_id, delivery.recipient, delivery.send_id, delivery.service_id, delivery.service_place, delivery.sent_at
      from moved join core.notification_deliveries as delivery
        on delivery.alert_id = moved.old_group and delivery.recipient = moved.recipient
      on conflict (alert_id, recipient) do nothing
    ),
    left_behind as (
      delete from core.notification_deliveries as delivery using moved
      where delivery.alert_id = moved.old_group and delivery.recipient = moved.recipient and not exists (
        select from core.notification_alert_members as other
        where other.alert_id = moved.old_group and other.ended_at is null and other.of_alert <> ${alertId}
      )
    )
    update core.alert_told as told set notification_id = moved.notification_id, group_id = moved.group_id
    from moved where told.alert_id = ${alertId} and told.recipient = moved.recipient`)
}

/**
 * Takes back what a recipient knows who just heard of the end of an earlier failure, although it fails again: the last
 * word must not be that it is well.
 * @returns alerts that have to be told again
 */
export async function takeBack(client: ClientBase, sendId: string): Promise<string[]> {
  const { rows } = await client.query<{ alert_id: string }>(sql`
    update core.alert_told as told set knows = 'nothing', level = 0
    from core.notification_send_history as history, core.alerts as alert
    where (history.id = ${sendId} or history.group_id = ${sendId}) and history.tells = 'recovery'
      and alert.resource_id = history.resource_id and alert.resource_kind = history.resource_kind
      and alert.closed_at is null and alert.is_wrong and alert.opened_at > history.first_observed
      and told.alert_id = alert.id and told.recipient = history.recipient and told.knows = 'open'
    returning told.alert_id`)
  return rows.map(({ alert_id: id }) => id)
}
