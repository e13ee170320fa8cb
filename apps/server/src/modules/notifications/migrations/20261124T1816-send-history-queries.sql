-- What the query language of the send history asks for, in the order of the list; the messages that stand for many are few.
create index notification_send_history_event on core.notification_send_history (source_event, created_at desc, id desc);
-- Spelled as in the view of the data service
create index notification_send_history_service on core.notification_send_history
((coalesce(service_title, service)), created_at desc, id desc);
create index notification_send_history_count on core.notification_send_history (count);
