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

alter table core.notification_alert_members
  add column of_alert uuid references core.alerts on delete cascade;
create index notification_alert_members_alert on core.notification_alert_members (of_alert);

-- What was wrong before this release: a resource of several groups has one alert, acknowledged if one of them was.
insert into core.alerts (resource_kind, resource_id, resource_name, path, severity, reason, event, since, opened_at,
  acknowledged_at, acknowledged_by, acknowledged_name, acknowledged_until)
select distinct on (member.resource_id, member.resource_kind) member.resource_kind, member.resource_id,
  member.resource_name, '/notifications', grouped.severity, member.reason,
  member.resource_kind || case when member.resource_kind = 'check' then '.failed' else '.unhealthy' end,
  member.since, grouped.opened_at, grouped.acknowledged_at, grouped.acknowledged_by, grouped.acknowledged_name,
  grouped.acknowledged_until
from core.notification_alert_members as member
join core.notification_alerts as grouped on grouped.id = member.alert_id
where member.ended_at is null and grouped.closed_at is null
order by member.resource_id, member.resource_kind, grouped.acknowledged_at nulls last, grouped.opened_at;

update core.notification_alert_members as member set of_alert = alert.id
from core.alerts as alert, core.notification_alerts as grouped
where alert.resource_id = member.resource_id and alert.resource_kind = member.resource_kind
  and grouped.id = member.alert_id and grouped.closed_at is null and member.ended_at is null;

insert into core.alert_told (alert_id, recipient, recipient_name, person_id, team_id, notification_id, group_id, knows, known_at, level)
select distinct on (member.of_alert, delivery.recipient) member.of_alert, delivery.recipient,
  coalesce(history.recipient_name, delivery.recipient), history.person_id, history.team_id, grouped.notification_id,
  grouped.id, 'open', delivery.sent_at, 99
from core.notification_alert_members as member
join core.notification_alerts as grouped on grouped.id = member.alert_id
join core.notification_deliveries as delivery on delivery.alert_id = grouped.id
left join core.notification_send_history as history on history.id = delivery.send_id
where member.of_alert is not null
order by member.of_alert, delivery.recipient, delivery.sent_at;

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

-- A message that lists several alerts, and what was sent to a recipient lately.
alter table core.notification_send_history add column is_digest boolean not null default false;
create index notification_send_history_lately on core.notification_send_history (recipient, sent_at)
where status = 'sent';
create index notification_send_history_due on core.notification_send_history (recipient, not_before)
where status = 'pending';
create index notification_send_history_covered on core.notification_send_history (group_id) where group_id is not null;
