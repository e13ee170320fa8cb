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
  deleted_at timestamptz
);
create unique index notifications_name on core.notifications (name, namespace) where deleted_at is null;
create index notifications_created_by on core.notifications (created_by);
create index notifications_person on core.notifications (person_id);
create index notifications_team on core.notifications (team_id);
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

create table core.notification_alert_members (
  alert_id uuid not null references core.notification_alerts on delete cascade,
  resource_kind text not null,
  resource_id uuid not null,
  resource_name text not null,
  reason text,
  since timestamptz not null,
  -- When it was well again
  ended_at timestamptz,
  primary key (alert_id, resource_kind, resource_id)
);
create index notification_alert_members_resource on core.notification_alert_members (resource_id) where ended_at is null;

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
  fallback_of uuid
) partition by range (id);
create table core.notification_send_history_rest partition of core.notification_send_history default;
create index notification_send_history_created on core.notification_send_history (created_at desc, id desc);
create index notification_send_history_resource on core.notification_send_history (resource_id, created_at desc);
create index notification_send_history_rule on core.notification_send_history (notification_id, created_at desc);
create index notification_send_history_status on core.notification_send_history (status, created_at desc, id desc);
create index notification_send_history_kind on core.notification_send_history (resource_kind, created_at desc, id desc);
create index notification_send_history_pending on core.notification_send_history (not_before) where status = 'pending';
create index notification_send_history_alert on core.notification_send_history (alert_id) where alert_id is not null;
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
