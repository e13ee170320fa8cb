-- The names in the send history, each once. Searched in place of the history, in which a name stands thousands of times.
create table core.notification_names (
  name text primary key,
  -- When it was last written down: names that no message of the history has any more are removed some time after
  kept_at timestamptz not null default now()
);
create index notification_names_pattern on core.notification_names using gin (name gin_trgm_ops);

-- An index holds no longer ones. Source of the length: the longest name that a message shows.
update core.notification_send_history set resource_name = left(resource_name, 500) where length(resource_name) > 500;
update core.notification_send_history set recipient_name = left(recipient_name, 500) where length(recipient_name) > 500;

insert into core.notification_names (name)
select distinct resource_name from core.notification_send_history
union
select distinct recipient_name from core.notification_send_history where recipient_name is not null;

drop index core.notification_send_history_resource_name;
drop index core.notification_send_history_recipient_name;
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

-- What people call the service, as it was then.
alter table core.notification_send_history add column service_title text;
