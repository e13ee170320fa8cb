-- Rules that say who is told about which events.
create table core.notifications (
  id uuid primary key default core.new_id(),
  name text not null,
  namespace text not null default 'default',
  events text[] not null check (cardinality(events) > 0),
  title text,
  template text,
  filter text,
  -- Settings of messages by name, all texts
  properties jsonb,
  person_id uuid references core.people on delete set null,
  team_id uuid references core.teams on delete set null,
  -- A list of {name, filter, url, connection, properties}; a url may hold a secret and is sealed
  custom_services jsonb,
  -- A duration such as 1h, or 1M for a month
  repeat_interval text,
  -- Nanoseconds
  wait_for bigint,
  wait_for_eval_period bigint,
  group_by text[],
  -- Whether the rule keeps a resource quiet while one that it depends on is unhealthy
  inhibit boolean not null default true,
  fallback_person_id uuid references core.people on delete set null,
  fallback_team_id uuid references core.teams on delete set null,
  fallback_custom_services jsonb,
  -- Nanoseconds after which the fallback is told if nobody could be
  fallback_delay bigint,
  enabled boolean not null default true,
  -- What is wrong with its filter, template or recipients
  error text,
  error_at timestamptz,
  source text default 'UI',
  created_by uuid references core.people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Whom an alert of the rule reaches next while nobody acknowledges it
  escalation_policy_id uuid,
  -- Who is told beside the one recipient that other clients know: a list of {person_id}, {team_id} or services as in
  -- custom_services, whose URLs are sealed.
  further_recipients jsonb,
  -- Hours of the week in which messages wait, {timeZone, hours}
  quiet_hours jsonb,
  -- Nanoseconds after which a failure that goes on is told again; null: never
  reminder_interval bigint check (reminder_interval > 0),
  -- When a resource counts as flapping: null as usual, {off}, or {changes, window_minutes, calm_minutes}
  flapping jsonb,
  -- Nanoseconds for which a resource has to be well before its alert is over; null: none
  closing_delay bigint check (closing_delay > 0)
);
create unique index notifications_name on core.notifications (name, namespace) where deleted_at is null;
create index notifications_created_by on core.notifications (created_by);
create index notifications_person on core.notifications (person_id);
create index notifications_team on core.notifications (team_id);
-- Rules, the newest first.
create index notifications_created on core.notifications (created_at desc, id desc) where deleted_at is null;
create trigger notifications_updated before update on core.notifications
for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.notifications', 'notifications', 'id');

-- Counts of each rule, so that lists need not read the history. Rows are updated in place.
create table core.notification_totals (
  notification_id uuid primary key references core.notifications on delete cascade,
  sent bigint not null default 0,
  failed bigint not null default 0,
  suppressed bigint not null default 0,
  -- Milliseconds that the messages which were sent took, together
  duration_sum double precision not null default 0,
  last_sent_at timestamptz
) with (fillfactor = 70);

create table core.notification_errors (
  notification_id uuid not null references core.notifications on delete cascade,
  -- The start of the error, without what differs from time to time
  error text not null,
  count bigint not null default 1,
  last_at timestamptz not null default now(),
  primary key (notification_id, error)
);

-- What is wrong now: the resources of one rule and group, from the first alert until all of them are well.
create table core.notification_alerts (
  id uuid primary key default core.new_id(),
  notification_id uuid not null references core.notifications on delete cascade,
  -- Of a rule that does not group: the kind and the id of the resource
  group_key text not null,
  severity text not null,
  opened_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by uuid references core.people on delete set null,
  -- Who acknowledged, as messages name them
  acknowledged_name text,
  -- After which the alert counts as not acknowledged
  acknowledged_until timestamptz,
  -- Why nobody is told at present, and until when at the latest
  held_by text check (held_by in ('silence', 'inhibition')),
  held_until timestamptz,
  reviewed_at timestamptz,
  closed_at timestamptz
);
create unique index notification_alerts_open on core.notification_alerts (notification_id, group_key)
where closed_at is null;
create index notification_alerts_held on core.notification_alerts (reviewed_at) where closed_at is null and held_by is not null;
create index notification_alerts_closed on core.notification_alerts (closed_at) where closed_at is not null;
select core.announce_changes_of('core.notification_alerts', 'notification_alerts', 'id');

-- One alert for each resource that has a problem, whatever number of rules look at it. What one rule's recipients see and
-- are told of together is a group: core.notification_alerts and its members.
create table core.alerts (
  id uuid primary key default core.new_id(),
  resource_kind text not null,
  resource_id uuid not null,
  -- As they were when it was last looked at, because the resource may be gone by now
  resource_name text not null,
  resource_type text,
  namespace text,
  labels jsonb not null default '{}',
  -- Path and query of its page
  path text not null,
  severity text not null,
  -- Why it is wrong, in one line
  reason text,
  -- The event that said so last
  event text not null,
  -- Since when it is wrong
  since timestamptz not null,
  opened_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by uuid references core.people on delete set null,
  acknowledged_name text,
  acknowledged_until timestamptz,
  -- It rests until then, or until its severity is higher than it was
  snoozed_until timestamptz,
  snoozed_name text,
  snoozed_severity text,
  assigned_to uuid references core.people on delete set null,
  -- Times at which its resource failed or was well again, the newest last
  changes timestamptz[] not null default '{}',
  flapping_since timestamptz,
  -- While it flaps: whether its resource was wrong when it changed last
  is_wrong boolean not null default true,
  -- When it has to be looked at again, at the latest
  due_at timestamptz,
  reviewed_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_reason text check (closed_reason in ('recovered', 'deleted', 'disabled', 'unmatched', 'resolved'))
) with (fillfactor = 80);
create unique index alerts_open on core.alerts (resource_id, resource_kind) where closed_at is null;
create index alerts_newest on core.alerts (opened_at desc, id desc) where closed_at is null;
create index alerts_due on core.alerts (due_at) where due_at is not null;
create index alerts_reviewed on core.alerts (reviewed_at) where closed_at is null;
create index alerts_of_resource on core.alerts (resource_id, closed_at desc) where closed_at is not null;
create index alerts_closed on core.alerts (closed_at) where closed_at is not null;
create index alerts_acknowledged_by on core.alerts (acknowledged_by) where acknowledged_by is not null;
create index alerts_assigned_to on core.alerts (assigned_to) where assigned_to is not null;
select core.announce_changes_of('core.alerts', 'alerts', 'id');

create table core.notification_alert_members (
  alert_id uuid not null references core.notification_alerts on delete cascade,
  resource_kind text not null,
  resource_id uuid not null,
  resource_name text not null,
  reason text,
  since timestamptz not null,
  -- When it was well again
  ended_at timestamptz,
  -- The alert of the resource
  of_alert uuid references core.alerts on delete cascade,
  primary key (alert_id, resource_kind, resource_id)
);
create index notification_alert_members_resource on core.notification_alert_members (resource_id) where ended_at is null;
create index notification_alert_members_alert on core.notification_alert_members (of_alert);

-- Who was told of an alert, and what their service called the message: a recovery goes to the same ones.
create table core.notification_deliveries (
  alert_id uuid not null references core.notification_alerts on delete cascade,
  recipient text not null,
  send_id uuid not null,
  service_id text,
  service_place text,
  sent_at timestamptz not null,
  primary key (alert_id, recipient)
);

-- Each message that was sent, waits, or was not sent, and why. Partitioned by id, whose first half is the time.
create table core.notification_send_history (
  id uuid not null default core.new_id() primary key,
  notification_id uuid not null,
  alert_id uuid,
  status text not null,
  source_event text not null,
  tells text not null check (tells in ('alert', 'recovery', 'update')),
  resource_kind text not null,
  resource_id uuid not null,
  -- As they were then, because the resource may be gone by now
  resource_name text not null,
  resource_type text,
  resource_health text,
  -- Whom: `person:ID`, `team:ID:NAME`, `connection:ID`, `url:DIGEST`
  recipient text,
  recipient_name text,
  person_id uuid,
  team_id uuid,
  connection_id uuid,
  -- The notification service, such as slack
  service text,
  error text,
  -- How often the same was decided again
  count integer not null default 1,
  first_observed timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- When the message may go out
  not_before timestamptz,
  -- When the attempt under way began. Set in an ended row only if the process died while it sent
  attempt_at timestamptz,
  attempts integer not null default 0,
  may_be_double boolean not null default false,
  sent_at timestamptz,
  duration_millis integer,
  silenced_by uuid,
  -- Until when a silence or a dependency kept the alert quiet that is told now
  silenced_until timestamptz,
  service_id text,
  -- The row whose message told of this one too
  group_id uuid,
  -- The row in whose place this one went out
  fallback_of uuid,
  -- When the resource of a message that waits was asked to be looked at again; once for each message.
  looked_again_at timestamptz,
  -- What people call the service, as it was then.
  service_title text,
  -- Whether an attempt ended without an answer, so that the service may have the message although nobody knows
  may_have_arrived boolean not null default false,
  -- A message that lists several alerts
  is_digest boolean not null default false,
  -- Whether it waits for the next list to its recipient: one job for each recipient looks at those.
  in_list boolean not null default false
) partition by range (id);
create table core.notification_send_history_rest partition of core.notification_send_history default;
create index notification_send_history_created on core.notification_send_history (created_at desc, id desc);
create index notification_send_history_resource on core.notification_send_history (resource_id, created_at desc);
create index notification_send_history_rule on core.notification_send_history (notification_id, created_at desc);
create index notification_send_history_status on core.notification_send_history (status, created_at desc, id desc);
create index notification_send_history_kind on core.notification_send_history (resource_kind, created_at desc, id desc);
create index notification_send_history_pending on core.notification_send_history (not_before) where status = 'pending';
create index notification_send_history_alert on core.notification_send_history (alert_id) where alert_id is not null;
-- Whom a message went to. Each row is in few of these partial indexes.
create index notification_send_history_person on core.notification_send_history (person_id, created_at desc, id desc)
where person_id is not null;
create index notification_send_history_team on core.notification_send_history (team_id, created_at desc, id desc)
where team_id is not null;
create index notification_send_history_connection on core.notification_send_history
(connection_id, created_at desc, id desc)
where connection_id is not null;
create index notification_send_history_resource_name on core.notification_send_history
(resource_name, created_at desc, id desc);
create index notification_send_history_recipient_name on core.notification_send_history
(recipient_name, created_at desc, id desc)
where recipient_name is not null;
-- What a rule has sent, for its limit: in a storm it decides thousands of times that nobody is told.
create index notification_send_history_told on core.notification_send_history (notification_id, created_at)
where status in ('sent', 'pending') and tells <> 'recovery';
-- The message of a group that waits, among thousands of members that it tells of.
create index notification_send_history_waiting on core.notification_send_history (alert_id, recipient)
where status = 'pending' and tells = 'alert';
-- Those who may have been told of an alert hear of its end too: one alert of a storm has thousands of rows.
create index notification_send_history_unsure on core.notification_send_history (alert_id)
where status <> 'sent' and (may_have_arrived or attempt_at is not null);
-- What the query language of the send history asks for, in the order of the list; the messages that stand for many are few.
create index notification_send_history_event on core.notification_send_history (source_event, created_at desc, id desc);
-- Spelled as in the view of the data service
create index notification_send_history_service on core.notification_send_history
((coalesce(service_title, service)), created_at desc, id desc);
create index notification_send_history_count on core.notification_send_history (count);
-- What was sent to a recipient lately.
create index notification_send_history_lately on core.notification_send_history (recipient, sent_at)
where status = 'sent';
create index notification_send_history_due on core.notification_send_history (recipient, not_before)
where status = 'pending';
create index notification_send_history_covered on core.notification_send_history (group_id) where group_id is not null;
create index notification_send_history_in_list on core.notification_send_history (recipient)
where status = 'pending' and in_list;
select core.announce_changes_of('core.notification_send_history', 'notification_history', 'id');

-- The long part of a row of the history.
create table core.notification_send_details (
  send_id uuid not null primary key,
  title text,
  body text,
  -- A list of {step, outcome, reason, at}
  decisions jsonb not null default '[]',
  -- How the recipient is reached: {via, properties}; what is secret in it is sealed
  target jsonb,
  -- The event that was decided last: of the same event nothing is decided twice
  event_id uuid not null,
  event_time timestamptz not null
) partition by range (send_id);
create table core.notification_send_details_rest partition of core.notification_send_details default;

-- The names in the send history, each once. Searched in place of the history, in which a name stands thousands of times.
create table core.notification_names (
  name text primary key,
  -- When it was last written down: names that no message of the history has any more are removed some time after
  kept_at timestamptz not null default now()
);
create index notification_names_pattern on core.notification_names using gin (name gin_trgm_ops);

-- Who knows what of an alert, and what keeps back what they should know.
create table core.alert_told (
  alert_id uuid not null references core.alerts on delete cascade,
  -- As in the send history: `person:ID:PLACE`, `connection:ID`
  recipient text not null,
  recipient_name text not null,
  person_id uuid,
  team_id uuid,
  -- The rule by which they are told, and its group
  notification_id uuid not null,
  group_id uuid not null,
  -- What they know for certain, or may know where a service gave no answer
  knows text not null default 'nothing' check (knows in ('nothing', 'open', 'over')),
  known_at timestamptz,
  -- How bad it was when they were told: what is worse is told again
  level smallint not null default 0,
  -- The message that is on its way
  send_id uuid,
  -- What keeps back the message that is due, and until when
  held_by text,
  held_until timestamptz,
  held_since timestamptz,
  primary key (alert_id, recipient)
) with (fillfactor = 80);
create index alert_told_person on core.alert_told (person_id) where person_id is not null;
create index alert_told_rule on core.alert_told (notification_id) where held_by is not null;
create index alert_told_group on core.alert_told (group_id);

-- What people and the product did about an alert, beside what its history of messages says.
create table core.alert_notes (
  id uuid primary key default core.new_id(),
  alert_id uuid not null references core.alerts on delete cascade,
  at timestamptz not null default now(),
  kind text not null,
  -- A sentence
  text text not null,
  person_id uuid references core.people on delete set null
);
create index alert_notes_alert on core.alert_notes (alert_id, at);
create index alert_notes_person on core.alert_notes (person_id) where person_id is not null;
select core.announce_changes_of('core.alert_notes', 'alerts', 'alert_id');

-- What limits kept back of a rule just now, and why a way to a recipient is broken.
create table core.broken_ways (
  -- The recipient or the way: `method:ID`, `connection:ID`
  way text primary key,
  recipient_name text not null,
  person_id uuid references core.people on delete cascade,
  reason text not null,
  broken_at timestamptz not null,
  -- When the person was told by another way
  told_at timestamptz
);
create index broken_ways_person on core.broken_ways (person_id) where person_id is not null;
select core.announce_changes_of('core.broken_ways', 'on_call', 'person_id');
