-- When the resource of a message that waits was asked to be looked at again; once for each message.
alter table core.notification_send_history add column looked_again_at timestamptz;
