-- Filters of the send history: what was it about, and whom did it go to. Each row is in one of the partial indexes.
create index notification_send_history_resource_name on core.notification_send_history
using gin (resource_name gin_trgm_ops);
create index notification_send_history_recipient_name on core.notification_send_history
using gin (recipient_name gin_trgm_ops);
create index notification_send_history_person on core.notification_send_history (person_id, created_at desc, id desc)
where person_id is not null;
create index notification_send_history_team on core.notification_send_history (team_id, created_at desc, id desc)
where team_id is not null;
create index notification_send_history_connection on core.notification_send_history
(connection_id, created_at desc, id desc)
where connection_id is not null;
-- Rules, the newest first.
create index notifications_created on core.notifications (created_at desc, id desc) where deleted_at is null;
