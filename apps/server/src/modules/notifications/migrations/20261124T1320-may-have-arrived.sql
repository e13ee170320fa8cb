-- Whether an attempt ended without an answer, so that the service may have the message although nobody knows. Until now
-- such messages counted as perhaps sent twice, also those that were given up and went out once at most.
alter table core.notification_send_history add column may_have_arrived boolean not null default false;
update core.notification_send_history set may_have_arrived = true, may_be_double = false
where may_be_double and status <> 'sent';

-- Those who may have been told of an alert hear of its end too: one alert of a storm has thousands of rows.
create index notification_send_history_unsure on core.notification_send_history (alert_id)
where status <> 'sent' and (may_have_arrived or attempt_at is not null);
