-- After: masked
-- Rules of notifications and what was sent, under the names that clients know. Plain columns first, then left joins on
-- unique keys and subqueries, so that counts leave them out.

create view api.notifications as
select
  id, name, namespace, events, title, template, filter, properties, person_id, team_id,
  derived.masked(custom_services) as custom_services,
  repeat_interval, wait_for, wait_for_eval_period, group_by, inhibit, escalation_policy_id, fallback_person_id, fallback_team_id,
  derived.masked(fallback_custom_services) as fallback_custom_services,
  fallback_delay, derived.masked(further_recipients) as further_recipients, quiet_hours, reminder_interval, closing_delay, flapping,
  enabled, error, error_at, source, created_by, created_at, updated_at, deleted_at
from core.notifications;

-- Rules in use with their counts. Only messages that wait are counted when it is read: they are few.
create view api.notifications_summary as
select
  rules.id,
  rules.name,
  rules.namespace,
  rules.events,
  rules.title,
  rules.template,
  rules.filter,
  rules.properties,
  rules.person_id,
  rules.team_id,
  derived.masked(rules.custom_services) as custom_services,
  rules.repeat_interval,
  rules.wait_for,
  rules.wait_for_eval_period,
  rules.group_by,
  rules.inhibit,
  rules.escalation_policy_id,
  rules.fallback_person_id,
  rules.fallback_team_id,
  derived.masked(rules.fallback_custom_services) as fallback_custom_services,
  rules.fallback_delay,
  derived.masked(rules.further_recipients) as further_recipients,
  rules.quiet_hours,
  rules.reminder_interval,
  rules.closing_delay,
  rules.flapping,
  rules.enabled,
  rules.error,
  rules.error_at,
  rules.source,
  rules.created_by,
  rules.created_at,
  rules.updated_at,
  coalesce(waiting.count, 0) as pending,
  coalesce(totals.sent, 0) as sent,
  coalesce(totals.failed, 0) as failed,
  coalesce(totals.suppressed, 0) as suppressed,
  -- What its limit keeps back now
  (
    select count(*)::integer from core.alert_told as told
    where told.notification_id = rules.id and told.held_by = 'limit'
  ) as limited,
  totals.duration_sum / nullif(totals.sent, 0) as avg_duration_ms,
  (
    select errors.error from core.notification_errors as errors
    where errors.notification_id = rules.id
    order by errors.count desc, errors.last_at desc
    limit 1
  ) as most_common_error,
  totals.last_sent_at,
  array_to_string(rules.events, ',') as event_names,
  coalesce(
    (select people.name from core.people where people.id = rules.person_id),
    (select teams.name from core.teams where teams.id = rules.team_id)
  ) as recipient_name,
  (select people.name from core.people where people.id = rules.created_by) as created_by_name
from core.notifications as rules
left join core.notification_totals as totals on totals.notification_id = rules.id
left join (
  select history.notification_id, count(*) as count
  from core.notification_send_history as history
  where history.status = 'pending'
  group by history.notification_id
) as waiting on waiting.notification_id = rules.id
where rules.deleted_at is null;

create view api.notification_send_history as
select
  history.id,
  history.notification_id,
  (select title from core.notification_send_details where send_id = history.id) as title,
  (select body from core.notification_send_details where send_id = history.id) as body,
  history.status,
  history.error,
  history.duration_millis,
  history.count,
  history.first_observed,
  history.source_event,
  history.resource_id,
  history.resource_health,
  history.person_id,
  history.team_id,
  history.connection_id,
  history.not_before,
  greatest(history.attempts - 1, 0) as retries,
  history.silenced_by,
  history.group_id,
  history.fallback_of as parent_id,
  history.created_at
from core.notification_send_history as history;

-- The send history with the resource as it was then. What is long, and what other tables know, is read only for the
-- rows of an answer, and only where it is asked for.
create view api.notification_send_history_summary as
select
  history.id,
  history.created_at,
  history.first_observed,
  history.count,
  history.status,
  history.source_event,
  history.tells,
  history.resource_kind as resource_type,
  history.resource_id,
  history.resource_name,
  jsonb_strip_nulls(jsonb_build_object(
    'id', history.resource_id,
    'name', history.resource_name,
    'type', history.resource_type,
    'config_class', case when history.resource_kind = 'config' then split_part(history.resource_type, '::', 1) end,
    'status', history.resource_health
  )) as resource,
  history.notification_id,
  (
    select jsonb_build_object('id', rules.id, 'name', rules.name)
    from core.notifications as rules where rules.id = history.notification_id
  ) as rule,
  history.recipient_name,
  history.person_id,
  (
    select jsonb_build_object('id', people.id, 'name', people.name, 'avatar', people.avatar)
    from core.people where people.id = history.person_id
  ) as person,
  history.team_id,
  history.connection_id,
  history.service,
  coalesce(history.service_title, history.service) as service_title,
  history.error,
  history.duration_millis,
  history.not_before,
  history.sent_at,
  history.attempts,
  history.may_be_double,
  history.may_have_arrived,
  history.silenced_by,
  history.service_id,
  history.group_id,
  history.is_digest,
  history.fallback_of,
  (select title from core.notification_send_details where send_id = history.id) as title,
  (select body from core.notification_send_details where send_id = history.id) as body,
  coalesce(
    (select decisions from core.notification_send_details where send_id = history.id), '[]'
  ) as decisions
from core.notification_send_history as history;

-- The names of resources and recipients in the send history, for its search.
create view api.notification_names as
select name, kept_at from core.notification_names;

-- Events and services of the send history, each once, found by jumping from one to the next in the index.
create view api.notification_history_events as
with recursive found as (
  select min(source_event) as value from core.notification_send_history
  union all
  select (
    select min(history.source_event) from core.notification_send_history as history
    where history.source_event > found.value
  )
  from found where found.value is not null
)
select value as name from found where value is not null;

create view api.notification_history_services as
with recursive found as (
  select min(coalesce(service_title, service)) as value from core.notification_send_history
  union all
  select (
    select min(coalesce(history.service_title, history.service)) from core.notification_send_history as history
    where coalesce(history.service_title, history.service) > found.value
  )
  from found where found.value is not null
)
select value as name from found where value is not null;

-- Alerts, open and over, with what their page and the list show.
create view api.alerts as
select
  alert.id,
  alert.resource_kind,
  alert.resource_id,
  alert.resource_name,
  alert.resource_type,
  alert.namespace,
  alert.labels,
  alert.path,
  alert.severity,
  array_position(
    array['info', 'warning', 'low', 'medium', 'high', 'blocker', 'critical'], alert.severity
  ) as severity_rank,
  alert.reason,
  alert.event,
  alert.since,
  alert.opened_at,
  case
    when alert.closed_at is not null then 'over'
    when alert.acknowledged_at is not null and coalesce(alert.acknowledged_until, 'infinity') > now() then 'acknowledged'
    when alert.snoozed_until > now() then 'snoozed'
    else 'open'
  end as state,
  alert.acknowledged_at,
  alert.acknowledged_by,
  alert.acknowledged_name,
  alert.acknowledged_until,
  alert.snoozed_until,
  alert.snoozed_name,
  alert.assigned_to,
  (
    select jsonb_build_object('id', people.id, 'name', people.name, 'avatar', people.avatar)
    from core.people where people.id = alert.assigned_to
  ) as assignee,
  alert.flapping_since,
  alert.due_at,
  alert.closed_at,
  alert.closed_reason,
  (
    select count(*)::integer from core.alert_told as told where told.alert_id = alert.id and told.knows <> 'nothing'
  ) as told_count,
  (
    select count(*)::integer from core.alert_told as told
    where told.alert_id = alert.id and told.held_by is not null
  ) as held_count,
  -- What keeps messages back that are due, the hold that ends first
  (
    select jsonb_build_object('by', told.held_by, 'until', told.held_until)
    from core.alert_told as told
    where told.alert_id = alert.id and told.held_by is not null
    order by told.held_until nulls last limit 1
  ) as hold,
  (
    select coalesce(array_agg(distinct told.person_id), '{}') from core.alert_told as told
    where told.alert_id = alert.id and told.person_id is not null
  ) as people,
  (
    select coalesce(jsonb_agg(distinct jsonb_build_object('id', rules.id, 'name', rules.name)), '[]')
    from core.notification_alert_members as member
    join core.notification_alerts as grouped on grouped.id = member.alert_id
    join core.notifications as rules on rules.id = grouped.notification_id
    where member.of_alert = alert.id
  ) as rules,
  -- The next step of an escalation
  (
    select min(escalations.due_at)
    from core.notification_alert_members as member
    join core.escalations on escalations.alert_id = member.alert_id
    where member.of_alert = alert.id and member.ended_at is null and escalations.due_at is not null
  ) as escalates_at
from core.alerts as alert;

-- Who knows what of alerts.
create view api.alert_told as
select
  told.alert_id, told.recipient, told.recipient_name, told.person_id, told.team_id, told.notification_id, told.group_id,
  told.knows, told.known_at, told.send_id, told.held_by, told.held_until, told.held_since,
  (select history.not_before from core.notification_send_history as history where history.id = told.send_id) as due_at
from core.alert_told as told;

-- The timeline of alerts.
create view api.alert_notes as
select
  note.id, note.alert_id, note.at, note.kind, note.text, note.person_id
from core.alert_notes as note;

-- What one rule's recipients see together: the alerts of a group.
create view api.alert_groups as
select
  member.alert_id as id,
  member.of_alert as alert_id,
  grouped.notification_id,
  (select rules.name from core.notifications as rules where rules.id = grouped.notification_id) as rule_name,
  grouped.group_key,
  member.resource_kind,
  member.resource_id,
  member.resource_name,
  member.reason,
  member.since,
  member.ended_at
from core.notification_alert_members as member
join core.notification_alerts as grouped on grouped.id = member.alert_id;
