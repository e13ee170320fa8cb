-- Messages that waited when each resource got its own alert: who gets one of them is told by it, and not once more.
insert into core.alert_told (alert_id, recipient, recipient_name, person_id, team_id, notification_id, group_id, level, send_id)
select distinct on (member.of_alert, history.recipient) member.of_alert, history.recipient,
  coalesce(history.recipient_name, history.recipient), history.person_id, history.team_id, history.notification_id,
  grouped.id, 99, history.id
from core.notification_send_history as history
join core.notification_alerts as grouped on grouped.id = history.alert_id and grouped.closed_at is null
join core.notification_alert_members as member
  on member.alert_id = grouped.id and member.resource_id = history.resource_id and member.ended_at is null
where history.status = 'pending' and history.tells = 'alert' and history.recipient is not null
  and member.of_alert is not null
order by member.of_alert, history.recipient, history.id
on conflict (alert_id, recipient) do nothing;
-- Whoever was kept from hearing of them is decided about soon.
update core.alerts set due_at = now() where closed_at is null;
